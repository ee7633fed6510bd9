import { describe, expect, test } from 'vitest';
import {
  backupFile,
  backupName,
  type DatedBackup,
  prunable,
  readBackupName,
} from '../../../src/main/backup/catalog.ts';

describe('names and pruning of backups', () => {
  const hourMs = 3_600_000;
  const start = Date.parse('2026-03-01T00:10:00.000Z');
  const utc = (at: string): string => at;
  const copyAt = (ms: number) => ({ file: `at-${ms}`, madeAt: new Date(ms).toISOString(), events: ms / 60_000 });
  const remaining = (copies: DatedBackup[], local = utc): string[] => {
    const gone = new Set(prunable(copies, local));
    return copies.filter(({ file }) => !gone.has(file)).map(({ madeAt }) => madeAt);
  };

  test('a year of hourly copies leaves 24 hours, 30 days and 12 months', () => {
    const copies = Array.from({ length: 365 * 24 }, (_, n) => copyAt(start + n * hourMs));
    const left = remaining(copies);
    const newest = left.toSorted().toReversed();
    expect(newest.slice(0, 24)).toEqual(
      copies
        .slice(-24)
        .map(({ madeAt }) => madeAt)
        .toReversed(),
    );
    expect(new Set(left.map((at) => at.slice(0, 10))).size).toBe(30 + 10);
    expect(new Set(left.map((at) => at.slice(0, 7))).size).toBe(12);
    // 24 hours lie on two days here, the newest of which is one of them.
    expect(left.length).toBe(24 + 29 + 10);
  });

  test('of several in one hour the newest stays', () => {
    const copies = [copyAt(start), copyAt(start + 60_000), copyAt(start + 120_000)];
    expect(remaining(copies)).toEqual([copies[2]?.madeAt]);
  });

  test('the newest copy always stays, and few copies are never too many, however old', () => {
    const copies = Array.from({ length: 24 }, (_, n) => copyAt(start - n * 40 * 24 * hourMs));
    expect(remaining(copies)).toHaveLength(24);
    expect(remaining([])).toEqual([]);
  });

  test('the copy of the most stays, also where the clock ran ahead and others of that hour seem newer', () => {
    const ahead = { ...copyAt(start + 40 * 60_000), events: 10 };
    const now = { ...copyAt(start + 20 * 60_000), events: 12 };
    expect(remaining([ahead, now])).toContain(now.madeAt);
  });

  test('pruning what was pruned takes nothing more away', () => {
    const copies = Array.from({ length: 4000 }, (_, n) => copyAt(start + n * hourMs));
    const gone = new Set(prunable(copies, utc));
    const left = copies.filter(({ file }) => !gone.has(file));
    expect(prunable(left, utc)).toEqual([]);
  });

  test('a day is the day on the shop’s clock', () => {
    const day = Array.from({ length: 100 }, (_, n) => copyAt(start + n * hourMs));
    const jakarta = (at: string): string => new Date(Date.parse(at) + 7 * hourMs).toISOString();
    const lastOfDays = remaining(day, jakarta).slice(0, 3);
    expect(lastOfDays.map((at) => at.slice(11, 13))).toEqual(['16', '16', '16']);
  });

  test('a copy’s name says its terminal, time and head, and other names are none', () => {
    const name = { terminal: 'AB7K', madeAt: '2026-03-02T03:04:05.678Z', head: { seq: 42, hash: '0123456789abcdef' } };
    const file = backupName({ ...name, head: { seq: 42, hash: `${name.head.hash}${'f'.repeat(48)}` } });
    expect(file).toBe('konter-AB7K-20260302T030405678Z-42-0123456789abcdef.db');
    expect(readBackupName(file)).toEqual(name);
    expect(backupFile(file, name, 7)).toMatchObject({ file, terminal: 'AB7K', events: 42, bytes: 7 });
    for (const other of [`${file}.part`, `../${file}`, 'journal.db', file.replace('0302', '1399')]) {
      expect(readBackupName(other)).toBeNull();
    }
  });
});
