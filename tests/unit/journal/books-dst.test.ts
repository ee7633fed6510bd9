import { expect, test } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { readLines } from '../../../src/main/ledger/api.ts';
import { wallClock } from '../../../src/shared/domain/zone.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';
import { order, sold } from '../../support/stored-sales.ts';

const minuteMs = 60_000;

/** Sales every half hour of the shop's whole day, and so many by the hour that its clock showed. */
const days: ReadonlyArray<[zone: string, day: string, from: string, hours: number, odd: Record<string, number>]> = [
  // 02:00 becomes 03:00: the day has 23 hours, and none of them is 02.
  ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23, { '02': 0 }],
  // 02:00 becomes 01:00 again: 25 hours, two of them 01.
  ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25, { '01': 4 }],
  // Half an hour, and the one zone whose day may begin at 01:00.
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5, { '01': 3 }],
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23, { '00': 0 }],
  ['Asia/Jakarta', '2026-03-08', '2026-03-07T17:00:00.000Z', 24, {}],
];

test.each(days)(
  'in %s every sale of %s is in its day and in the hour that the clock showed',
  async (timeZone, day, from, hours, odd) => {
    const path = journalPath();
    const journal = await aJournal(path);
    const start = Date.parse(from);
    const count = hours * 2;
    // One before midnight and one after the day, too.
    for (let n = -1; n <= count; n += 1) {
      const at = new Date(start + n * 30 * minuteMs);
      const createdAt = at.toISOString();
      await sold(journal, order(n + 2, { createdAt, sentAt: createdAt, day: wallClock(at.getTime(), timeZone).day }));
    }
    const told = { timeZone, blind: false, people: [] };
    const { lines, total } = await readLines(journal, { from: day, to: day, by: 'hour' }, told);
    expect(total.count).toBe(count);
    const keys = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
    const expected = keys.flatMap((key) => ((odd[key] ?? 2) === 0 ? [] : [[key, odd[key] ?? 2]]));
    expect(lines.map(({ key, line }) => [key, line.count])).toEqual(expected);
    const week = { from: '2026-01-01', to: '2026-12-31', by: 'day' as const };
    const { lines: byDay, total: all } = await readLines(journal, week, told);
    expect(byDay.map(({ line }) => line.count)).toEqual([1, count, 1]);
    expect([byDay[1]?.key, all.count]).toEqual([day, count + 2]);
    expect(verifyJournal(path).flaw).toBeNull();
  },
);
