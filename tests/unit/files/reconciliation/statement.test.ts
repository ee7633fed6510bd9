import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeSystem } from '../../../../src/main/base/system/node-system.ts';
import { runReconcile } from '../../../../src/main/files/file-tasks.ts';
import { readDifferences, readSummary } from '../../../../src/main/files/reconciliation/comparison-db.ts';
import { proposeStatement } from '../../../../src/main/files/reconciliation/statement-mapping.ts';
import { NotATable } from '../../../../src/main/files/table/workbook.ts';
import type { StatementColumns } from '../../../../src/shared/domain/column-mapping.ts';
import { aJournal, journalPath, temporaryFolder } from '../../../support/database-files.ts';
import { csvRows } from '../../../support/large-databases.ts';
import { soakSize } from '../../../support/soak.ts';
import { statementMapping } from '../../../support/statements.ts';
import { begin, order, sold, stored, updated } from '../../../support/stored-sales.ts';

const columns: StatementColumns = {
  transactionId: 'ID',
  customerNo: 'Nomor',
  amount: 'Harga',
  refund: null,
  direction: null,
  status: 'Status',
  time: 'Waktu',
  timeOfDay: null,
};
const never = new AbortController().signal;
const zone = 'Asia/Jakarta';

async function compared(
  database: string,
  text: string,
  signal = never,
  days: { from: string; to: string } | null = null,
) {
  const folder = temporaryFolder();
  const statement = join(folder, 'statement.csv');
  const scratch = join(folder, 'reconcile.db');
  writeFileSync(statement, text);
  const read = await proposeStatement(statement, null, [], zone).catch(() => null);
  const mapping = { ...(read?.mapping ?? statementMapping(columns)), columns };
  const task = { do: 'compare', database, statement, scratch, mapping, days, timeZone: zone } as const;
  const ending = await runReconcile(nodeSystem, task, () => undefined, signal);
  return { ending, scratch, folder };
}

function opened(scratch: string) {
  const db = new Database(scratch, { readonly: true });
  onTestFinished(() => void db.close());
  return db;
}

describe('a statement beside the book', () => {
  it('shows what is only there, only here and different, by id and then by number, amount and time', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    const sent = (n: number) => ({ sentAt: order(n).createdAt, price: 10_000 });
    const withId = (n: number) => ({ transactionId: `T${n}`, transactionIdFrom: 'answer' as const });
    await sold(db, order(1, sent(1)), withId(1));
    await sold(db, order(2, sent(2)), withId(2));
    await sold(db, order(3, sent(3)), withId(3));
    const failed = await stored(db, begin(order(4, sent(4))));
    await stored(db, updated(failed, { state: 'failed', ...withId(4) }));
    await stored(db, begin(order(5, { ...sent(5), state: 'unknown' })));
    const head = await db.head();
    const { ending, scratch } = await compared(
      path,
      [
        'ID;Nomor;Harga;Status;Waktu',
        'T1;\'081200000001;"10.000,00";Sukses;02/03/2026 08:01',
        'T2;081200000002;Rp 10.500;Sukses;02/03/2026 08:02',
        'T4;081200000004;10000;Sukses;02/03/2026 08:04',
        'X5;6281200000005;10000;Sukses;02/03/2026 08:10',
        'X9;081299999999;7000;Sukses;02/03/2026 09:00',
        ';;1000;Biaya;02/03/2026 09:00',
      ].join('\r\n'),
    );
    expect(ending).toEqual({ kind: 'done', rows: 6 });
    const differences = opened(scratch);
    expect(readSummary(differences)).toEqual({
      there: { count: 6, amount: 48_500 },
      unreadable: 1,
      balances: 0,
      leftOut: 0,
      unknownStatus: 1,
      withoutTime: 0,
      withoutAmount: 0,
      rounded: 0,
      ambiguous: 0,
      uncheckedNumber: 0,
      uncheckedAmount: 0,
      refunds: { count: 0, amount: 0 },
      deposits: { count: 0, amount: 0 },
      otherSheets: [],
      hiddenRows: 0,
      unreadPeriod: false,
      attention: 6,
      unchecked: { count: 0, amount: 0 },
      ids: { lines: 5, found: 3 },
      times: { order: 'day_first', orderKnown: true, offset: 0, likelyOffset: null, ofSales: false },
      same: { count: 1, amount: 10_000 },
      different: { count: 3, amount: 30_500 },
      onlyThere: { count: 2, amount: 8000 },
      onlyHere: { count: 1, amount: 10_000 },
      days: { from: '2026-03-02', to: '2026-03-02' },
    });
    const rows = readDifferences(differences, { after: 0, limit: 50 });
    expect(
      rows.map(({ kind, there, here, amountDiffers, statusDiffers }) => [
        kind,
        there?.transactionId ?? here?.transactionId ?? null,
        amountDiffers,
        statusDiffers,
      ]),
    ).toEqual([
      ['only_there', 'X9', false, false],
      ['only_there', null, false, false],
      ['different', 'T2', true, false],
      ['different', 'T4', false, true],
      ['different', 'X5', false, true],
      ['only_here', 'T3', false, false],
    ]);
    expect(rows[4]?.here?.state).toBe('unknown');
    expect(statSync(scratch).mode & 0o777).toBe(0o600);
    expect(await db.head()).toEqual(head);
  });

  it('of chosen days says nothing of lines of other days', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    const of = (day: string) => ({ createdAt: `${day}T03:00:00.000Z`, sentAt: `${day}T03:00:00.000Z`, day });
    await sold(db, order(1, of('2026-03-02')), {
      transactionId: 'T1',
      transactionIdFrom: 'answer',
      price: 1000,
    });
    await sold(db, order(2, of('2026-03-20')), {
      transactionId: 'T2',
      transactionIdFrom: 'answer',
      price: 1000,
    });
    // Sold within the last minute of these days, and reported by the provider in the first of the next.
    const late = { createdAt: '2026-03-05T16:59:30.000Z', sentAt: '2026-03-05T16:59:30.000Z', day: '2026-03-05' };
    await sold(db, order(3, late), { transactionId: 'T3', transactionIdFrom: 'answer', price: 1000 });
    const text = [
      'ID;Nomor;Harga;Status;Waktu',
      'T1;081200000001;1000;Sukses;02/03/2026 10:00',
      'T2;081200000002;1000;Sukses;20/03/2026 10:00',
      'T3;081200000003;1000;Sukses;06/03/2026 00:00',
      ';;9;Biaya;20/03/2026 10:00',
    ].join('\n');
    const { ending, scratch } = await compared(path, text, never, { from: '2026-03-01', to: '2026-03-05' });
    expect(ending).toEqual({ kind: 'done', rows: 4 });
    expect(readSummary(opened(scratch))).toMatchObject({
      there: { count: 2, amount: 2000 },
      unreadable: 0,
      same: { count: 2 },
      onlyThere: { count: 0 },
      onlyHere: { count: 0 },
    });
  });

  it('finds a bill that was paid a week after it was first asked for', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    const bill = { kind: 'postpaid', state: 'inquired', sentAt: null } as const;
    const inquiry = await stored(db, begin(order(1, bill)));
    const sentAt = '2026-03-09T03:01:00.000Z';
    const sending = await stored(db, updated(inquiry, { state: 'sending', sentAt, day: '2026-03-09' }));
    const id = { transactionId: 'T1', transactionIdFrom: 'answer', price: 1000 } as const;
    await stored(db, updated(sending, { state: 'success', ...id }));
    const text = 'ID;Nomor;Harga;Status;Waktu\nT1;081200000001;1000;Sukses;09/03/2026 10:01\n';
    const { scratch } = await compared(path, text);
    expect(readSummary(opened(scratch))).toMatchObject({ same: { count: 1 }, onlyThere: { count: 0 } });
  });

  it('takes all dates for month first where one of them can be nothing else', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    const at = '2026-11-05T03:00:00.000Z';
    await sold(
      db,
      order(1, { createdAt: at, sentAt: at, day: '2026-11-05', customerNo: '081200000001', price: 10_275 }),
    );
    const early = '2026-05-11T03:00:00.000Z';
    await sold(db, order(2, { createdAt: early, sentAt: early, day: '2026-05-11', customerNo: '081200000002' }));
    const text = [
      'ID;Nomor;Harga;Status;Waktu',
      ';081200000001;10275;Sukses;11/05/2026 10:00',
      ';081200000003;10275;Sukses;11/22/2026 10:00',
    ].join('\n');
    const { scratch } = await compared(path, text);
    expect(readSummary(opened(scratch))).toMatchObject({
      days: { from: '2026-11-05', to: '2026-11-22' },
      same: { count: 1 },
      onlyThere: { count: 1 },
      onlyHere: { count: 0 },
    });
  });

  it('writes its differences as a CSV that runs nothing', async () => {
    const path = journalPath();
    await aJournal(path);
    const { scratch, folder } = await compared(path, 'ID,Nomor,Harga,Status,Waktu\n=1+1,0812,5,Sukses,2026-03-02\n');
    const out = join(folder, 'differences.csv');
    const task = {
      do: 'write',
      scratch,
      path: out,
      temporary: `${out}.part`,
      language: 'en',
      timeZone: zone,
    } as const;
    expect(await runReconcile(nodeSystem, task, () => undefined, never)).toEqual({ kind: 'done', rows: 1 });
    expect(csvRows(out, ',')).toMatchObject([
      { Difference: 'only at the provider', 'Provider’s id': "'=1+1", Number: "'0812", 'Their amount': '5' },
    ]);
  });

  it('of thousands of lines is compared whole, and leaves nothing behind when it is given up', async () => {
    const path = journalPath();
    const db = await aJournal(path);
    await sold(db, order(1));
    const count = soakSize({ usual: 5_000, soak: 20_000 });
    const lines = Array.from({ length: count }, (_, n) => `T${n},0812${n},10000,Sukses,2026-03-02 08:00:00`);
    const text = `ID,Nomor,Harga,Status,Waktu\n${lines.join('\n')}\n`;
    const { ending } = await compared(path, text);
    expect(ending).toEqual({ kind: 'done', rows: count });
    const result = await compared(path, text, AbortSignal.abort());
    expect(result.ending).toEqual({ kind: 'cancelled' });
    expect(existsSync(result.scratch)).toBe(false);
  });

  it('says that a column is missing, and that a picture is no table', async () => {
    const path = journalPath();
    await aJournal(path);
    const { ending } = await compared(path, 'ID,Nomor\nT1,0812\n');
    expect(ending).toMatchObject({ kind: 'failed', reason: 'column_missing' });
    const picture = join(temporaryFolder(), 'picture.csv');
    writeFileSync(picture, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]));
    await expect(proposeStatement(picture, null, [], zone)).rejects.toThrow(NotATable);
  });

  it('is read in whatever separator and encoding it comes', async () => {
    const path = join(temporaryFolder(), 'statement.csv');
    writeFileSync(path, Buffer.from('ID;Nama;Nama\nT1;Jos\u00e9 Pe\u00f1a, toko ni\u00f1o;x\n', 'latin1'));
    expect(await proposeStatement(path, null, [], zone)).toMatchObject({
      mapping: { separator: ';' },
      columns: ['ID', 'Nama', 'Nama (2)'],
      top: [expect.anything(), ['T1', 'José Peña, toko niño', 'x']],
    });
    writeFileSync(path, `\uFEFFID\tNama\nT1\tJosé\n`, 'utf16le');
    expect(await proposeStatement(path, null, [], zone)).toMatchObject({
      mapping: { separator: '\t' },
      columns: ['ID', 'Nama'],
      top: [expect.anything(), ['T1', 'José']],
    });
    expect(readFileSync(path).length).toBeGreaterThan(0);
  });
});

describe('a file that a bank or a spreadsheet wrote its own way', () => {
  const table = 'ID;Nomor;Harga;Status;Waktu\r\nX1;081200000001;10.000;Sukses;02/03/2026 08:01\r\n';

  it.each([
    ['lines above the table', `Mutasi Rekening\r\n\r\nPeriode;03/2026\r\n${table}`],
    ['a line that names the separator', `sep=;\r\n${table}`],
    ['a byte order mark', `\uFEFF${table}`],
    ['bare line feeds', table.replaceAll('\r\n', '\n')],
  ])('is read with %s', async (_name, text) => {
    const path = journalPath();
    await aJournal(path);
    const { ending, scratch } = await compared(path, text);
    expect(ending).toEqual({ kind: 'done', rows: 1 });
    expect(readSummary(opened(scratch)).there).toEqual({ count: 1, amount: 10_000 });
  });

  it('with a quote that is never closed is refused in words, and is not read to its end', async () => {
    const path = journalPath();
    await aJournal(path);
    const text = table + 'X2;"0812;1;Sukses;02/03/2026\r\n'.padEnd(12 * 1024 * 1024, 'X3;0812;1;Sukses;02/03/2026\r\n');
    for (const statement of [text, text.slice(0, 2000)]) {
      const { ending } = await compared(path, statement);
      expect(ending).toMatchObject({ kind: 'failed', reason: 'stray_quote' });
    }
  });
});
