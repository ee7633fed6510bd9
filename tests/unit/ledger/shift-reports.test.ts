import { describe, expect, test } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { readLines } from '../../../src/main/ledger/api.ts';
import type { ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { slipText } from '../../../src/shared/domain/receipt/layout.ts';
import { buildShiftSlip } from '../../../src/shared/domain/receipt/shift-slip.ts';
import type { ShiftReport } from '../../../src/shared/domain/shift.ts';
import { wallClock } from '../../../src/shared/domain/zone.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';
import { begin, event, order, stored, updated } from '../../support/stored-sales.ts';

describe('a shift and the clock', () => {
  const timeZone = 'Asia/Jakarta';
  const zone = { timeZone, blindFrom: null, people: [] };

  /** Sold when the counter's clock says so: its day and hour are those of that clock. */
  async function soldAt(db: ShopDatabase, n: number, at: string): Promise<void> {
    const { day } = wallClock(Date.parse(at), timeZone);
    const sale = order(n, { createdAt: at, sentAt: at, updatedAt: at, day });
    await stored(db, begin(sale, { event: event('sale.submitted', { at }) }));
    await stored(db, updated(sale, { state: 'success' }, { at }));
  }

  const words = (report: ShiftReport, language: 'en' | 'id'): string =>
    slipText(
      buildShiftSlip(report, {
        language,
        timeZone,
        shop: { name: '', address: '', phone: '', footer: '' },
        training: false,
      }),
    ).replaceAll(/\s+/g, ' ');

  /** From 08:00 of the shop on; the clock says these when something is sold. */
  const clocks: ReadonlyArray<[name: string, sold: readonly string[], closed: string, clock: ShiftReport['clock']]> = [
    ['is right', ['2026-03-02T02:00:00.000Z', '2026-03-02T03:00:00.000Z'], '2026-03-02T10:00:00.000Z', null],
    [
      'goes back an hour',
      ['2026-03-02T03:30:00.000Z', '2026-03-02T02:35:00.000Z'],
      '2026-03-02T10:00:00.000Z',
      'set_back',
    ],
    ['goes back a second', ['2026-03-02T03:30:00.000Z', '2026-03-02T03:29:59.000Z'], '2026-03-02T10:00:00.000Z', null],
    [
      'goes forward a day',
      ['2026-03-02T03:30:00.000Z', '2026-03-03T03:35:00.000Z'],
      '2026-03-03T10:00:00.000Z',
      'over_a_day',
    ],
    [
      'goes forward a day and back',
      ['2026-03-03T03:30:00.000Z', '2026-03-02T03:35:00.000Z'],
      '2026-03-02T10:00:00.000Z',
      'set_back',
    ],
    [
      'goes to before the opening',
      ['2026-02-28T03:30:00.000Z', '2026-02-28T04:35:00.000Z'],
      '2026-02-28T10:00:00.000Z',
      'set_back',
    ],
    [
      'goes back only for the closing',
      ['2026-03-02T03:30:00.000Z', '2026-03-02T04:35:00.000Z'],
      '2026-03-01T10:00:00.000Z',
      'set_back',
    ],
  ];

  test.each(clocks)(
    'where the clock %s, X, Z, books and list say all of it, nothing below zero',
    async (_name, sold, at, clock) => {
      const path = journalPath();
      const db = await aJournal(path);
      const opened = { actor: 'cashier', at: '2026-03-02T01:00:00.000Z', counted: 100_000, day: '2026-03-02' };
      await db.shifts.open(opened);
      for (const [n, when] of sold.entries()) await soldAt(db, n + 1, when);
      const x = await db.shifts.report(1, at);
      const z = await db.shifts.close({ actor: 'cashier', at, counted: 124_000 });
      const figures = {
        line: { count: 2, success: 2, turnover: { amount: 24_000 } },
        cash: { opening: 100_000, taken: 24_000, returned: 0, expected: 124_000 },
        clock,
      };
      expect(x).toMatchObject({ kind: 'x', ...figures });
      expect(z).toMatchObject({ kind: 'z', ...figures, shift: { day: '2026-03-02', closed: { at, difference: 0 } } });
      // A later look says the same, whatever the clock says by then.
      expect(await db.shifts.report(1, '2020-01-01T00:00:00.000Z')).toEqual(z);

      const all = { from: '2026-02-01', to: '2026-03-31' };
      const byDay = await readLines(db, { ...all, by: 'day' }, zone);
      expect(byDay.lines.map(({ key }) => key)).toEqual([...new Set(sold.map((when) => when.slice(0, 10)))].toSorted());
      for (const by of ['day', 'hour', 'shift'] as const) {
        const { lines, total } = await readLines(db, { ...all, by }, zone);
        expect(total).toMatchObject({ count: 2, turnover: { amount: 24_000 }, cash: { taken: 24_000 } });
        expect(lines.reduce((sum, { line }) => sum + line.count, 0)).toBe(2);
      }
      await db.shifts.open({ ...opened, at });
      expect((await db.shifts.list({ limit: 9 })).map(({ number }) => number)).toEqual([2, 1]);
      expect(verifyJournal(path).flaw).toBeNull();

      if (z === null) throw new Error('no shift was open');
      const warning = /clock was set back|longer than a day/.exec(words(z, 'en'))?.[0] ?? null;
      expect(warning).toBe(
        clock === null ? null : { set_back: 'clock was set back', over_a_day: 'longer than a day' }[clock],
      );
      expect(/dimundurkan|lebih dari sehari/.test(words(z, 'id'))).toBe(clock !== null);
    },
  );
});
