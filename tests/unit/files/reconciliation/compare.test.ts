import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { compareStatement } from '../../../../src/main/files/reconciliation/compare.ts';
import { readDifferences, readSummary } from '../../../../src/main/files/reconciliation/comparison-db.ts';
import type { ShopDatabase } from '../../../../src/main/runtime/shop-database.ts';
import type { StatementColumns } from '../../../../src/shared/domain/column-mapping.ts';
import type { Transaction } from '../../../../src/shared/domain/transaction.ts';
import { aJournal, journalPath, temporaryFolder } from '../../../support/database-files.ts';
import { statementMapping } from '../../../support/statements.ts';
import { begin, order, sold, stored, updated } from '../../../support/stored-sales.ts';

const mapped: StatementColumns = {
  transactionId: 'ID',
  customerNo: 'Nomor',
  amount: 'Harga',
  refund: null,
  direction: null,
  status: 'Status',
  time: 'Waktu',
  timeOfDay: null,
};

/** Compares lines of "ID;Nomor;Harga;Status;Waktu", and whatever follows it, with a book. */
async function compared(database: string, lines: readonly string[], columns = mapped, more = '') {
  const folder = temporaryFolder();
  const statement = join(folder, 'statement.csv');
  const scratch = join(folder, 'reconcile.db');
  writeFileSync(statement, `${[`ID;Nomor;Harga;Status;Waktu${more}`, ...lines].join('\n')}\n`);
  const task = {
    database,
    statement,
    scratch,
    mapping: statementMapping(columns),
    days: null,
    timeZone: 'Asia/Jakarta',
  };
  await compareStatement(task, { throwIfCancelled: () => undefined, progress: () => undefined });
  const db = new Database(scratch, { readonly: true });
  const comparison = { summary: readSummary(db), rows: readDifferences(db, { after: 0, limit: 200 }) };
  db.close();
  return comparison;
}

/** The first order, of 10:00 and 10.000, which failed. */
async function failed(db: ShopDatabase, fields: Partial<Transaction>): Promise<void> {
  const at = '2026-12-08T03:00:00.000Z';
  const begun = begin(order(1, { ...fields, createdAt: at, sentAt: at, day: at.slice(0, 10), price: 10_000 }));
  await stored(db, updated(await stored(db, begun), { state: 'failed' }));
}

/** A shop's sale, answered by the provider with the id T1, T2, …; `at` is the shop's wall clock. */
async function soldAt(db: ShopDatabase, n: number, at: string, fields: Partial<Transaction> = {}) {
  const createdAt = new Date(Date.parse(`${at}:00+07:00`)).toISOString();
  const times = { createdAt, sentAt: createdAt, day: at.slice(0, 10), price: 10_000 };
  const id = { transactionId: `T${n}`, transactionIdFrom: 'answer' } as const;
  return sold(db, order(n, { ...times, ...fields }), { ...id, ...fields });
}

const noId = { transactionId: null, transactionIdFrom: null } as const;
const numberOf = (n: number): string => order(n).customerNo;

async function aBook() {
  const path = journalPath();
  return { path, db: await aJournal(path) };
}

describe('lines without an id', () => {
  it('are no match by number and amount where their time cannot be read, and that is counted', async () => {
    const { path, db } = await aBook();
    for (const n of [1, 2, 3]) await soldAt(db, n, `2026-12-0${n}T10:15`);
    const lines = [1, 2, 3].map((n) => `;${numberOf(n)};10000;Sukses;kemarin`);
    const { summary } = await compared(path, lines);
    expect(summary).toMatchObject({ same: { count: 0 }, onlyThere: { count: 3 }, withoutTime: 3, days: null });
  });

  it.each([
    ['two-digit years', '08/12/26 10:15', '09/12/26 10:15', '13/12/26 10:15'],
    ['serial numbers of a spreadsheet', '46364.4270833333', '46365.4270833333', '46369.4270833333'],
  ])('with %s match at their time only, and sales without a line are found', async (_name, first, second, last) => {
    const { path, db } = await aBook();
    await soldAt(db, 1, '2026-12-08T10:14');
    await soldAt(db, 2, '2026-12-09T16:00');
    await soldAt(db, 3, '2026-12-10T10:00');
    const { summary, rows } = await compared(path, [
      `;${numberOf(1)};10000;Sukses;${first}`,
      // Of another shop: our sale to that number is six hours later.
      `;${numberOf(2)};10000;Sukses;${second}`,
      `;089999999999;10000;Sukses;${last}`,
    ]);
    expect(summary).toMatchObject({
      same: { count: 1 },
      onlyThere: { count: 2 },
      onlyHere: { count: 2 },
      withoutTime: 0,
      days: { from: '2026-12-08', to: '2026-12-13' },
    });
    expect(rows.filter(({ kind }) => kind === 'only_here').map(({ here }) => here?.transactionId)).toEqual([
      'T2',
      'T3',
    ]);
  });

  it('leave the nearer sale to the line that is nearer to it', async () => {
    const { path, db } = await aBook();
    await soldAt(db, 1, '2026-12-08T10:20', { customerNo: '081200000001' });
    const { rows } = await compared(path, [
      ';081200000001;10000;Sukses;08/12/2026 10:02',
      ';081200000001;10000;Sukses;08/12/2026 10:20',
    ]);
    expect(rows.map(({ kind, there }) => [kind, there?.line])).toEqual([['only_there', 1]]);
  });

  it('of a whole day match by their status too, and not where several sales fit', async () => {
    const { path, db } = await aBook();
    const same = { customerNo: '081200000001' };
    await failed(db, same);
    await soldAt(db, 2, '2026-12-08T11:00', same);
    await soldAt(db, 3, '2026-12-09T09:00', same);
    await soldAt(db, 4, '2026-12-09T15:00', same);
    const { summary, rows } = await compared(path, [
      ';081200000001;10000;Sukses;08/12/2026',
      ';081200000001;10000;Gagal;08/12/2026',
      // One of the two sales of that day has no line, and it is unclear which.
      ';081200000001;10000;Sukses;09/12/2026',
    ]);
    expect(summary).toMatchObject({
      same: { count: 2 },
      different: { count: 0 },
      ambiguous: 1,
      onlyThere: { count: 1 },
    });
    expect(rows.map(({ kind }) => kind)).toEqual(['only_there', 'only_here', 'only_here']);
  });

  it('of a whole day are no match without an amount', async () => {
    const { path, db } = await aBook();
    await soldAt(db, 1, '2026-12-08T10:00');
    const { summary } = await compared(path, [`;${numberOf(1)};;Sukses;08/12/2026`]);
    expect(summary).toMatchObject({ same: { count: 0 }, onlyThere: { count: 1 } });
  });

  it('match a failed sale with the failed line, though the other is nearer', async () => {
    const { path, db } = await aBook();
    const same = { customerNo: '081200000001', ...noId };
    await failed(db, same);
    await soldAt(db, 2, '2026-12-08T10:05', same);
    const { summary } = await compared(path, [
      ';081200000001;10000;Sukses;08/12/2026 10:01',
      ';081200000001;10000;Gagal;08/12/2026 10:06',
    ]);
    expect(summary).toMatchObject({ same: { count: 2 }, different: { count: 0 } });
  });

  it('a clock an hour off matches nothing, and the result says so', async () => {
    const { path, db } = await aBook();
    for (const n of [1, 2, 3, 4]) await soldAt(db, n, `2026-12-08T1${n}:15`);
    const lines = [1, 2, 3, 4].map((n) => `;${numberOf(n)};10000;Sukses;08/12/2026 1${n + 1}:15`);
    const { summary } = await compared(path, lines);
    expect(summary).toMatchObject({ same: { count: 0 }, times: { offset: 0, likelyOffset: 60 } });
  });

  it('with rounded numbers are counted', async () => {
    const { path, db } = await aBook();
    await soldAt(db, 1, '2026-12-08T10:15');
    const { summary } = await compared(path, [';8.12E+11;10000;Sukses;08/12/2026 10:15']);
    expect(summary).toMatchObject({ rounded: 1, unreadable: 1, same: { count: 0 } });
  });

  it('whose number lost its zero are found', async () => {
    const { path, db } = await aBook();
    await soldAt(db, 1, '2026-12-08T10:15', noId);
    const { summary } = await compared(path, [`;${numberOf(1).slice(1)};10000;Sukses;08/12/2026 10:15`]);
    expect(summary).toMatchObject({ same: { count: 1 } });
  });
});

describe('ids', () => {
  it('teach the order of American dates, and are found over the whole book', async () => {
    const { path, db } = await aBook();
    for (const n of [1, 2, 3]) await soldAt(db, n, `2026-12-0${n}T10:15`);
    await soldAt(db, 4, '2026-12-02T12:00');
    await soldAt(db, 5, '2026-12-02T13:00', noId);
    const lines = [1, 2, 3].map((n) => `T${n};${numberOf(n)};10000;Sukses;12/0${n}/2026 10:15`);
    lines.push(`;${numberOf(5)};10000;Sukses;12/02/2026 13:00`);
    const { summary, rows } = await compared(path, lines);
    expect(summary).toMatchObject({
      same: { count: 4 },
      onlyHere: { count: 1 },
      ids: { lines: 3, found: 3 },
      times: { order: 'month_first', orderKnown: true, offset: 0 },
      days: { from: '2026-12-01', to: '2026-12-03' },
    });
    expect(rows.map(({ here }) => here?.transactionId)).toEqual(['T4']);
  });

  it('teach a clock that is an hour ahead, which is then taken off the other lines', async () => {
    const { path, db } = await aBook();
    for (const n of [1, 2, 3]) await soldAt(db, n, `2026-12-08T1${n}:15`);
    await soldAt(db, 4, '2026-12-08T23:30', noId);
    const lines = [1, 2, 3].map((n) => `T${n};${numberOf(n)};10000;Sukses;08/12/2026 1${n + 1}:16`);
    lines.push(`;${numberOf(4)};10000;Sukses;09/12/2026 00:30`);
    const { summary } = await compared(path, lines);
    expect(summary).toMatchObject({
      same: { count: 4 },
      onlyThere: { count: 0 },
      times: { offset: 60, likelyOffset: null },
      days: { from: '2026-12-08', to: '2026-12-08' },
    });
  });

  it('match a line without a readable time, and say where the number is another', async () => {
    const { path, db } = await aBook();
    await soldAt(db, 1, '2026-12-08T10:15');
    await soldAt(db, 2, '2026-12-08T10:16');
    const { summary, rows } = await compared(path, [
      `T1;${numberOf(1)};10000;Sukses;?`,
      'T2;089999999999;10000;Sukses;08/12/2026 10:16',
    ]);
    expect(summary).toMatchObject({ unchecked: { count: 1 }, different: { count: 1 }, withoutTime: 1 });
    expect(rows).toMatchObject([
      { kind: 'different', numberDiffers: true, amountDiffers: false },
      { kind: 'unchecked', timeUnchecked: true },
    ]);
  });

  it('of another column match nothing, and the result says so', async () => {
    const { path, db } = await aBook();
    await soldAt(db, 1, '2026-12-08T10:15');
    const { summary } = await compared(path, [`REF-1;${numberOf(1)};10000;Sukses;08/12/2026 10:15`]);
    expect(summary).toMatchObject({ same: { count: 0 }, onlyThere: { count: 1 }, ids: { lines: 1, found: 0 } });
  });
});

describe('the day of a sale that its line is not of', () => {
  it('is looked at where it is outside of the days compared, not where the line is soon after midnight', async () => {
    const { path, db } = await aBook();
    await soldAt(db, 1, '2026-12-06T10:15');
    await soldAt(db, 2, '2026-12-07T23:50');
    for (const n of [3, 4]) await soldAt(db, n, `2026-12-08T1${n}:15`);
    const { summary, rows } = await compared(path, [
      `T1;${numberOf(1)};10000;Sukses;08/12/2026 10:15`,
      `T2;${numberOf(2)};10000;Sukses;08/12/2026 00:10`,
      ...[3, 4].map((n) => `T${n};${numberOf(n)};10000;Sukses;08/12/2026 1${n}:15`),
    ]);
    expect(summary).toMatchObject({ days: { from: '2026-12-08', to: '2026-12-08' }, times: { ofSales: false } });
    expect(rows).toMatchObject([{ kind: 'different', dayDiffers: true, here: { transactionId: 'T1' } }]);
  });

  it('is that of the sales where most lines are of other days, without a sale whose id is used again', async () => {
    const { path, db } = await aBook();
    await soldAt(db, 1, '2025-01-06T10:15');
    for (const n of [2, 3, 4]) await soldAt(db, n, `2026-12-0${n}T10:15`);
    const { summary, rows } = await compared(
      path,
      [1, 2, 3, 4].map((n) => `T${n};${numberOf(n)};10000;Sukses;20/12/2026`),
    );
    expect(summary).toMatchObject({ days: { from: '2026-12-02', to: '2026-12-04' }, times: { ofSales: true } });
    expect(rows).toMatchObject([{ dayDiffers: true, here: { transactionId: 'T1' } }]);
    expect(summary.attention).toBe(2);
  });

  it('is not asked of a refund, whose sale may be in an older statement', async () => {
    const { path, db } = await aBook();
    for (const n of [1, 2]) await soldAt(db, n, `2026-1${n}-08T10:15`);
    const { rows } = await compared(
      path,
      [`T1;${numberOf(1)};10000;K;08/12/2026 10:10`, `T2;${numberOf(2)};10000;D;08/12/2026 10:15`],
      { ...mapped, status: null, direction: 'Status' },
    );
    expect(rows).toMatchObject([{ kind: 'different', statusDiffers: true, dayDiffers: false }]);
  });
});

describe('a date and its time of day in two cells', () => {
  const split = { ...mapped, timeOfDay: 'Jam' };

  it.each([
    ['a clock', '08/12/2026', '10:15'],
    ['a clock with points, seconds and a zone', '2026-12-08', '10.15.30 WIB'],
    ['a clock of another zone', '08/12/2026', '11:15:00 WITA'],
    ['a clock of another zone beside a serial number', '46364', '12.15 WIT'],
    ['a clock of twelve hours', '8 Des 2026', '10:15 AM'],
    ['a day with a midnight of its own', '2026-12-08 00:00:00', '10:15:00'],
    ['serial numbers of a spreadsheet', '46364', '0.4270833333'],
    ['a fraction of a day beside a written date', '08/12/2026', '0,4270833333'],
    ['a clock beside a serial number', '46364', '10:15'],
    ['a date that has the time already', '08/12/2026 10:15', '23:59'],
  ])('are one time: %s', async (_name, date, clock) => {
    const { path, db } = await aBook();
    const same = { customerNo: numberOf(1), ...noId };
    await soldAt(db, 1, '2026-12-08T10:14', same);
    await soldAt(db, 2, '2026-12-08T16:00', same);
    const { summary, rows } = await compared(path, [`;${numberOf(1)};10000;Sukses;${date};${clock}`], split, ';Jam');
    // As a whole day it would fit both sales, and so neither.
    expect(summary).toMatchObject({ same: { count: 1 }, onlyThere: { count: 0 }, ambiguous: 0, withoutTime: 0 });
    expect(rows.map(({ here }) => here?.time)).toEqual(['2026-12-08T09:00:00.000Z']);
  });

  it('are a whole day where the second is no time of day, and none without the first', async () => {
    const { path, db } = await aBook();
    const same = { customerNo: numberOf(1), ...noId };
    await soldAt(db, 1, '2026-12-08T10:14', same);
    await soldAt(db, 2, '2026-12-08T16:00', same);
    const lines = [`;${numberOf(1)};10000;Sukses;08/12/2026;25:10`, `;${numberOf(1)};10000;Sukses;;10:14`];
    const { summary } = await compared(path, lines, split, ';Jam');
    expect(summary).toMatchObject({ same: { count: 0 }, onlyThere: { count: 2 }, ambiguous: 1, withoutTime: 1 });
  });
});

describe('rows that state a balance', () => {
  it('are counted as such, and are neither lines nor unreadable, wherever the label stands', async () => {
    const { path, db } = await aBook();
    await soldAt(db, 1, '2026-12-08T10:14');
    const { summary, rows } = await compared(
      path,
      [
        'Saldo Awal;;1.000.000;;01/12/2026 00:00;',
        `T1;${numberOf(1)};10000;Sukses;08/12/2026 10:14;990.000`,
        ';;;Opening balance;08/12/2026;',
        ';SALDO AKHIR 31/12/2026:;990.000;;31/12/2026 23:59;990.000',
        ';;990000;;31/12/2026;Balance c/f',
      ],
      mapped,
      ';Saldo',
    );
    expect(summary).toMatchObject({
      balances: 4,
      there: { count: 1, amount: 10_000 },
      unreadable: 0,
      withoutTime: 0,
      unknownStatus: 0,
      same: { count: 1 },
      onlyThere: { count: 0 },
      // Their days are no days of sales.
      days: { from: '2026-12-08', to: '2026-12-08' },
    });
    expect(rows).toEqual([]);
  });

  it('are not seen in a line that has an id or a number, and credit of a wallet is sold as before', async () => {
    const { path, db } = await aBook();
    await soldAt(db, 1, '2026-12-08T10:14');
    await soldAt(db, 2, '2026-12-08T10:20', noId);
    const { summary } = await compared(
      path,
      [
        'T1;;10000;Sukses;08/12/2026 10:14;Saldo akhir 90.000',
        `;${numberOf(2)};10000;Sukses;08/12/2026 10:20;Saldo awal 100.000`,
        ';;50000;Sukses;08/12/2026 10:30;Saldo DANA 50.000',
      ],
      mapped,
      ';Keterangan',
    );
    expect(summary).toMatchObject({ balances: 0, same: { count: 1 }, unreadable: 1, uncheckedNumber: 1 });
  });
});
