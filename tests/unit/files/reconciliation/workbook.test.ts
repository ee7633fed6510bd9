import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { writeXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { nodeSystem } from '../../../../src/main/base/system/node-system.ts';
import { runReconcile } from '../../../../src/main/files/file-tasks.ts';
import { readSummary } from '../../../../src/main/files/reconciliation/comparison-db.ts';
import { readStatementHead } from '../../../../src/main/files/reconciliation/statement.ts';
import { maxUnpackedBytes, workbookRows } from '../../../../src/main/files/reconciliation/workbook.ts';
import { aJournal, journalPath, temporaryFolder } from '../../../support/database-files.ts';
import { order, sold } from '../../../support/stored-sales.ts';

type Value = string | number | Date | null;

async function workbook(rows: Value[][], before: Value[][] = []): Promise<string> {
  const path = join(temporaryFolder(), 'statement.xlsx');
  const sheets = [
    ...(before.length > 0 ? [{ name: 'Sampul', rows: before }] : []),
    { name: 'Mutasi', rows, columns: [{}, {}, {}, {}, {}, { numFmt: 'dd/mm/yyyy hh:mm' }] },
  ];
  writeFileSync(path, await writeXlsx({ sheets }));
  return path;
}

it('a workbook is compared as the provider sends it: a cover, padded titles, dates and numbers that are numbers', async () => {
  const journal = journalPath();
  const book = await aJournal(journal);
  const at = '2026-12-08T03:15:00.000Z';
  await sold(book, order(1, { createdAt: at, sentAt: at, day: '2026-12-08', price: 10_275 }));
  const statement = await workbook(
    [
      ['MUTASI SALDO', null, null, null, null, null],
      ['Periode', '01/12/2026', 's/d', '31/12/2026', null, null],
      [null, null, null, null, null, null],
      ['No', 'Trx ID', 'Tujuan', 'Nominal', 'Status', 'Tanggal'],
      [1, null, 81_200_000_001, 10_275, 'Sukses', new Date('2026-12-08T10:15:00Z')],
      [2, 'T2', '089999999999', 5000.5, 'Sukses', new Date('2026-12-08T11:00:00Z')],
    ],
    [['Laporan']],
  );
  expect(await readStatementHead(statement)).toMatchObject({
    named: true,
    columns: ['No', 'Trx ID', 'Tujuan', 'Nominal', 'Status', 'Tanggal'],
    sample: [
      ['1', '', '81200000001', '10275', 'Sukses', '2026-12-08 10:15:00'],
      ['2', 'T2', '089999999999', '5000.5000000000', 'Sukses', '2026-12-08 11:00:00'],
    ],
  });
  const scratch = join(temporaryFolder(), 'reconcile.db');
  const columns = {
    transactionId: 'Trx ID',
    customerNo: 'Tujuan',
    amount: 'Nominal',
    status: 'Status',
    time: 'Tanggal',
    timeOfDay: null,
  };
  const task = { do: 'compare', journal, statement, scratch, columns, days: null, timeZone: 'Asia/Jakarta' } as const;
  const ending = await runReconcile(nodeSystem, task, () => undefined, new AbortController().signal);
  expect(ending).toEqual({ kind: 'done', rows: 2 });
  const db = new Database(scratch, { readonly: true });
  expect(readSummary(db)).toMatchObject({ there: { count: 2, amount: 15_275 }, same: { count: 1 }, withoutTime: 0 });
  db.close();
});

it('a table without column names loses no line', async () => {
  const path = await workbook([
    ['T1', '081200000001', 10_275, 'Sukses', null, new Date('2026-12-08T10:15:00Z')],
    ['T2', '081200000002', 10_275, 'Gagal', null, new Date('2026-12-08T10:16:00Z')],
  ]);
  const head = await readStatementHead(path);
  expect(head).toMatchObject({ named: false, skip: 0, columns: ['A', 'B', 'C', 'D', 'E', 'F'] });
  expect(head.sample).toHaveLength(2);
});

/** A ZIP of one part that announces a size. */
function archive(announced: number, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const name = Buffer.from('[Content_Types].xml');
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(announced, 22);
  local.writeUInt16LE(name.length, 26);
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(8, 10);
  entry.writeUInt32LE(packed.length, 20);
  entry.writeUInt32LE(announced, 24);
  entry.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(entry.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, entry, name, end]);
}

it.each([
  ['announces more than a statement has', maxUnpackedBytes + 1, 'too_large'],
  ['unpacks to more than it announces', 100, 'no_table'],
  ['announces nothing', 0, 'no_table'],
])('an archive that %s is not unpacked', async (_name, announced, reason) => {
  const path = join(temporaryFolder(), 'bomb.xlsx');
  writeFileSync(path, archive(announced, Buffer.alloc(64 * 1024 * 1024)));
  const before = process.memoryUsage().arrayBuffers;
  await expect(workbookRows(path, 0).next()).rejects.toMatchObject({ reason });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
});
