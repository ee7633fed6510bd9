import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, it } from 'vitest';
import { nodeSystem } from '../../../../src/main/base/system/node-system.ts';
import { runReconcile } from '../../../../src/main/files/file-tasks.ts';
import { readSummary } from '../../../../src/main/files/reconciliation/comparison-db.ts';
import { fileNotes, proposeStatement } from '../../../../src/main/files/reconciliation/statement-mapping.ts';
import { maxUnpackedBytes, workbookRows } from '../../../../src/main/files/table/workbook.ts';
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

it('a day is one also where SheetJS wrote it on a machine in Indonesia, some seconds after midnight', async () => {
  const days = ['00:00:00', '00:00:12', '00:00:20', '00:00:36', '00:00:48', '00:00:13', '00:01:12', '10:15:12'];
  const path = await workbook([days.map((time) => new Date(`2026-12-08T${time}Z`))]);
  const rows: string[][] = [];
  for await (const row of workbookRows(path, 0)) rows.push(row);
  const day = '2026-12-08';
  expect(rows).toEqual([[day, day, day, day, day, `${day} 00:00:13`, `${day} 00:01:12`, `${day} 10:15:12`]]);
});

it('a workbook is compared as the provider sends it: a cover, padded titles, dates and numbers that are numbers', async () => {
  const database = journalPath();
  const book = await aJournal(database);
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
  const proposal = await proposeStatement(statement, null, [], 'Asia/Jakarta');
  expect(proposal).toMatchObject({
    columns: ['No', 'Trx ID', 'Tujuan', 'Nominal', 'Status', 'Tanggal'],
    mapping: {
      sheet: 'Mutasi',
      headingRow: 3,
      period: { from: '2026-12-01', to: '2026-12-31' },
      columns: {
        transactionId: 'Trx ID',
        customerNo: 'Tujuan',
        amount: 'Nominal',
        refund: null,
        direction: null,
        status: 'Status',
        time: 'Tanggal',
        timeOfDay: null,
      },
    },
    lines: [
      { transactionId: null, customerNo: '81200000001', amount: 10_275, status: 'success' },
      { transactionId: 'T2', customerNo: '089999999999', amount: 5000, status: 'success' },
    ],
  });
  const scratch = join(temporaryFolder(), 'reconcile.db');
  const { mapping } = proposal;
  const task = { do: 'compare', database, statement, scratch, mapping, days: null, timeZone: 'Asia/Jakarta' } as const;
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
  const { mapping, columns, lines } = await proposeStatement(path, null, [], 'Asia/Jakarta');
  expect(mapping).toMatchObject({
    headingRow: null,
    columns: { customerNo: 'B', amount: 'C', status: 'D', time: 'F' },
  });
  expect(columns).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  expect(lines).toHaveLength(2);
});

it('a workbook with one row element for each cell is a table too', async () => {
  const rows = [
    ['Trx ID', 'Tujuan', 'Harga'],
    ['T1', '081200000001', '10.275'],
  ];
  const cells = rows.flatMap((row, at) =>
    row.map((text, column) => {
      const place = `${String.fromCodePoint(65 + column)}${at + 1}`;
      return `<row r="${at + 1}"><c r="${place}" t="inlineStr"><is><t>${text}</t></is></c></row>`;
    }),
  );
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${cells.join('')}</sheetData></worksheet>`,
  };
  const path = join(temporaryFolder(), 'scattered.xlsx');
  writeFileSync(path, archive(Object.entries(parts).map(([name, text]) => ({ name, content: Buffer.from(text) }))));
  expect((await proposeStatement(path, null, [], 'Asia/Jakarta')).top).toEqual(rows);
});

describe('a workbook of several sheets', () => {
  const table = (id: string): Value[][] => [
    ['Trx ID', 'Tujuan', 'Harga'],
    [id, '081200000001', '10.275'],
  ];
  const sheets = async (...list: { name: string; rows: Value[][]; hidden?: boolean }[]): Promise<string> => {
    const path = join(temporaryFolder(), 'sheets.xlsx');
    writeFileSync(path, await writeXlsx({ sheets: list }));
    return path;
  };
  const read = (path: string) => proposeStatement(path, null, [], 'Asia/Jakarta');

  it('never proposes a hidden one, and says which there are', async () => {
    const path = await sheets(
      { name: 'Lama', rows: table('H1'), hidden: true },
      {
        name: 'Ringkasan',
        rows: [
          ['Toko', 'Contoh'],
          ['Jumlah', 3],
        ],
      },
      { name: 'November', rows: table('T1') },
    );
    const { mapping, sheets: listedSheets, lines } = await read(path);
    expect(mapping.sheet).toBe('November');
    expect(listedSheets.map(({ name, hidden }) => [name, hidden])).toEqual([
      ['Lama', true],
      ['Ringkasan', false],
      ['November', false],
    ]);
    expect(lines).toMatchObject([{ transactionId: 'T1' }]);
  });

  it('has the others named in the result, where they hold a table', async () => {
    const path = await sheets({ name: 'Oktober', rows: table('T1') }, { name: 'November', rows: table('T2') });
    const { mapping } = await read(path);
    expect(mapping.sheet).toBe('Oktober');
    expect(await fileNotes(path, mapping)).toMatchObject({ otherSheets: ['November'] });
    const chosen = await proposeStatement(path, { ...mapping, sheet: 'November' }, [], 'Asia/Jakarta');
    expect(chosen).toMatchObject({ from: 'given', lines: [{ transactionId: 'T2' }] });
  });
});

/** A ZIP whose parts may declare another size than they have. */
function archive(parts: ReadonlyArray<{ name: string; content: Buffer; declared?: number }>): Buffer {
  const locals: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name: text, content, declared = content.length } of parts) {
    const packed = deflateRawSync(content);
    const name = Buffer.from(text);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(crc32(content), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(declared, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(crc32(content), 16);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(declared, 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    locals.push(local, name, packed);
    entries.push(entry, name);
    offset += local.length + name.length + packed.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, directory, end]);
}

it.each([
  ['declares more than a statement has', maxUnpackedBytes + 1, 'too_large'],
  ['unpacks to more than it declares', 100, 'no_table'],
  ['declares nothing', 0, 'no_table'],
])('an archive that %s is not unpacked', async (_name, declared, reason) => {
  const path = join(temporaryFolder(), 'bomb.xlsx');
  const bomb = { name: '[Content_Types].xml', content: Buffer.alloc(64 * 1024 * 1024), declared };
  writeFileSync(path, archive([bomb]));
  const before = process.memoryUsage().arrayBuffers;
  await expect(workbookRows(path, 0).next()).rejects.toMatchObject({ reason });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
});
