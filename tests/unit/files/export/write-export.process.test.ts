import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { readXlsx } from 'hucre/xlsx';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { nodeSystem } from '../../../../src/main/base/system/node-system.ts';
import type { NewEvent } from '../../../../src/main/db/change.ts';
import { eventHash } from '../../../../src/main/db/event-log.ts';
import { connect } from '../../../../src/main/db/open-database.ts';
import { AtomicFile } from '../../../../src/main/files/atomic-file.ts';
import { prepareSaleLine } from '../../../../src/main/files/export/write-export.ts';
import { writeWorkbook } from '../../../../src/main/files/export/xlsx.ts';
import { runExport } from '../../../../src/main/files/file-tasks.ts';
import { type ShopDatabase } from '../../../../src/main/runtime/shop-database.ts';
import type { ExportFilter } from '../../../../src/shared/contract/files.ts';
import { builtChild } from '../../../support/built-counters.ts';
import { aJournal, journalPath, temporaryFolder } from '../../../support/database-files.ts';
import { csvRows, exported, exportOf, writeSearchBook } from '../../../support/large-databases.ts';
import { smallDisk } from '../../../support/small-disk.ts';
import { begin, event, order, sold, stored, updated } from '../../../support/stored-sales.ts';

const longSn = '12345678901234567890';
const evil = [
  '=HYPERLINK("http://x")',
  '+1+1',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  ' =1',
  '＝1+1',
  'a;b"c\r\nd',
  "O'NEIL, SITI",
];

async function aBook(): Promise<{ path: string; db: ShopDatabase }> {
  const path = journalPath();
  return { path, db: await aJournal(path) };
}

describe('a CSV', () => {
  it('keeps leading zeros, long serial numbers and whatever signs stand in a name, and runs nothing', async () => {
    const { path: book, db } = await aBook();
    for (const [n, customerName] of evil.entries()) await sold(db, order(n, { customerName }), { sn: longSn });
    for (const [separator, sign] of [
      ['semicolon', ';'],
      ['comma', ','],
      ['tab', '\t'],
    ] as const) {
      const { path } = await exported(book, { separator });
      expect(readFileSync(path).subarray(0, 3).toString('hex')).toBe('efbbbf');
      const rows = csvRows(path, sign).toReversed();
      expect(rows.map((row) => row['Customer name']?.replace(/^'/, ''))).toEqual(evil);
      for (const row of rows) {
        expect(row['SN']).toBe(`'${longSn}`);
        expect(row['Customer number']).toMatch(/^'0812/);
        for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[\s\u00A0]*[=+\-@＝＋－＠]/);
      }
    }
  });

  it('ends a cell where spreadsheets do: what is more would be further rows, and run', async () => {
    const { path: book, db } = await aBook();
    const message = `${'x'.repeat(32_767)}=1+1`;
    await sold(db, order(1, { message, customerName: '7'.repeat(40_000) }));
    const { path } = await exported(book);
    const [row] = csvRows(path, ';');
    for (const cell of Object.values(row ?? {})) expect(cell.length).toBeLessThanOrEqual(32_767);
    expect(row?.['Customer name']).toMatch(/^'7{32766}$/);
  });

  it('has amounts as numbers, times of the shop, and every one of 36 periods', async () => {
    const { path: book, db } = await aBook();
    const details = Array.from({ length: 36 }, (_, n) => ({ period: `P${n}`, billValue: 1000 + n, priceAdmin: 2500 }));
    const bill = { billSheet: 36, details };
    await sold(db, order(1, { kind: 'postpaid', bill, total: 52_500, createdAt: '2026-03-01T18:30:00.000Z' }));
    const { path } = await exported(book);
    const [row] = csvRows(path, ';');
    expect(row).toMatchObject({ Total: '52500', 'Bill sheets': '36', Time: '2026-03-02 01:30:00' });
    expect(row?.['Periods']?.split('; ')).toHaveLength(36);
    expect(row?.['Periods']).toMatch(/; P35: 1035 \+ 2500$/);
  });

  it('holds what the search would find, in its order, for any filter', async () => {
    const { path: book, db } = await aBook();
    await writeSearchBook(db, 0, 400);
    const filters: Array<Omit<ExportFilter, 'only'>> = [
      {},
      { text: 'budi' },
      { text: '0812 gagal' },
      { text: '20rb pln' },
      { states: ['failed', 'unknown'] },
      { kinds: ['postpaid'], text: 'halal' },
      { from: '2026-02-22T00:00:00.000Z', to: '2026-02-24T00:00:00.000Z' },
    ];
    const whole = await db.get('0195f0aa-0000-7000-8000-000000000003');
    if (whole?.receiptNo) filters.push({ text: whole.receiptNo });
    for (const filter of filters) {
      const ids: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await db.search({ ...filter, limit: 200, ...(cursor ? { cursor } : {}) }, '2026-03-02');
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.next;
      } while (cursor !== null);
      const { path, ending } = await exported(book, { filter });
      expect(ids.length).toBeGreaterThan(0);
      expect(ending).toEqual({ kind: 'done', rows: ids.length });
      expect(csvRows(path, ';').map((row) => row['Konter’s id'])).toEqual(ids);
    }
    const days = await exported(book, { filter: { days: { from: '2026-02-22', to: '2026-02-22' } } });
    expect(new Set(csvRows(days.path, ';').map((row) => row['Day']))).toEqual(new Set(['2026-02-22']));
  });

  it('of cash to be handed back, or to be collected, holds just those sales', async () => {
    const { path: book, db } = await aBook();
    for (const [n, tendered] of [20_000, null].entries()) {
      const begun = await stored(db, begin(order(n, { tendered, total: 12_000 })));
      await stored(db, updated(begun, { state: 'failed' }));
    }
    await sold(db, order(9));
    const paid = await sold(db, order(10, { tendered: 20_000, total: 12_000 }));
    await stored(db, updated(paid, { cashReturnedAt: '2026-03-02T09:00:00.000Z' }));
    for (const only of ['cashToReturn', 'cashToCollect'] as const) {
      const { ending } = await exported(book, { filter: { only } });
      expect(ending).toEqual({ kind: 'done', rows: 1 });
    }
  });
});

describe('an XLSX', () => {
  it('read again has text as text and numbers as numbers', async () => {
    const { path: book, db } = await aBook();
    for (const [n, customerName] of evil.entries())
      await sold(db, order(n, { customerName, total: 12_000 }), { sn: longSn });
    const { path } = await exported(book, { format: 'xlsx' });
    const [heads, ...rows] = await readSheet(path, { trim: false });
    const column = (name: string) => rows.toReversed().map((row) => row[heads?.indexOf(name) ?? -1]);
    expect(column('Customer name')).toEqual(evil);
    expect(new Set(column('SN'))).toEqual(new Set([longSn]));
    expect(column('Customer number')[3]).toBe('081200000003');
    expect(new Set(column('Total'))).toEqual(new Set([12_000]));
  });

  it('has dates that are dates and amounts that are numbers, with how to show them', async () => {
    const { path: book, db } = await aBook();
    await sold(db, order(1, { createdAt: '2026-03-01T18:30:00.000Z', day: '2026-03-02', total: 12_000 }));
    const { path } = await exported(book, { format: 'xlsx' });
    const [heads = [], row = []] = await readSheet(path);
    const cell = (name: string) => row[heads.indexOf(name)];
    expect(cell('Time')).toEqual(new Date('2026-03-02T01:30:00.000Z'));
    expect(cell('Day')).toEqual(new Date('2026-03-02T00:00:00.000Z'));
    expect([cell('Total'), cell('Prints'), cell('Customer number')]).toEqual([12_000, 0, '081200000001']);
    const formats = (await readXlsx(readFileSync(path), { readStyles: true })).sheets[0]?.cells;
    const formatOf = (name: string) => formats?.get(`1,${heads.indexOf(name)}`)?.style?.numFmt;
    expect([formatOf('Time'), formatOf('Day'), formatOf('Total')]).toEqual([
      'dd/mm/yyyy hh:mm:ss',
      'dd/mm/yyyy',
      '#,##0',
    ]);
  });

  it('goes on in another sheet where one is full, and says signs that XML cannot as marks', async () => {
    const path = join(temporaryFolder(), 'sheets.xlsx');
    const file = new AtomicFile(path, `${path}.part`);
    const rows = Array.from({ length: 7 }, (_, n) => [n, `a\u0000\uFFFF\uD800<&"_x0041_${n}`]);
    await writeWorkbook(
      file,
      {
        name: 'Sales',
        columns: [
          { header: 'N', type: 'count' },
          { header: 'Name', type: 'text' },
        ],
      },
      rows,
      4,
    );
    file.finish();
    expect(await readSheet(path, 'Sales')).toHaveLength(4);
    expect(await readSheet(path, 'Sales_3')).toEqual([
      ['N', 'Name'],
      [6, 'a\uFFFD\uFFFD\uFFFD<&"_x0041_6'],
    ]);
  });
});

describe('a workbook on paper', () => {
  it.each([
    ['a short one', 3, undefined],
    ['one that is streamed', 5001, undefined],
    ['one of several sheets', 7, 4],
  ] as const)('is landscape and one page wide, with bold headings on each page: %s', async (_, count, maxRows) => {
    const path = join(temporaryFolder(), 'paper.xlsx');
    const file = new AtomicFile(path, `${path}.part`);
    const name = "Siti's & Budi's";
    const columns = [
      { header: 'N', type: 'count' },
      { header: 'Total', type: 'rupiah' },
      { header: 'Name', type: 'text' },
    ] as const;
    const rows = Array.from({ length: count }, (_row, n) => [n, n * 1000, `<${n}>`]);
    await writeWorkbook(file, { name, columns }, rows, maxRows);
    file.finish();
    const { sheets } = await readXlsx(readFileSync(path), { readStyles: true });
    expect(sheets.map((sheet) => sheet.name)).toEqual(maxRows ? [name, `${name}_2`, `${name}_3`] : [name]);
    expect(sheets.flatMap((sheet) => sheet.rows.slice(1))).toEqual(rows);
    for (const { pageSetup, headerFooter, cells, rows: written } of sheets) {
      expect(pageSetup).toMatchObject({
        paperSize: 'a4',
        orientation: 'landscape',
        fitToWidth: 1,
        fitToHeight: 0,
        printTitlesRow: '$1:$1',
      });
      // A page that lies alone says of which file and sheet it is.
      expect(headerFooter).toEqual({ oddFooter: '&L&F&C&A&R&P / &N' });
      expect(written[0]).toEqual(['N', 'Total', 'Name']);
      expect([0, 1, 2].map((at) => cells?.get(`0,${at}`)?.style?.font?.bold)).toEqual([true, true, true]);
      expect(cells?.get('1,1')?.style?.numFmt).toBe('#,##0');
    }
  });
});

describe('what an accountant needs of a sale', () => {
  const by = { by: { id: 'p1', name: 'Sari', role: 'cashier' } };

  it('is who sold it in which shift, what it cost and earned, and of a bill its admin and commission', async () => {
    const { path: book, db } = await aBook();
    await db.shifts.open({ actor: 'cashier', at: '2026-03-02T01:00:00.000Z', counted: 0, day: '2026-03-02' });
    const sent = (data: NewEvent['data']) => ({ event: event('sale.submitted', { actor: 'p1', data }) });
    const begun = await stored(db, begin(order(1, { total: 12_000, price: null }), sent({ cost: 10_500, ...by })));
    await stored(db, updated(begun, { state: 'success', sn: '0001' }));
    const bill = { billSheet: 1, details: [{ period: 'NOV 2026', billValue: 50_000, priceAdmin: 2500 }] };
    const inquiry = order(2, {
      kind: 'postpaid',
      state: 'inquired',
      bill,
      total: 54_000,
      price: 52_500,
      fee: 1500,
      sentAt: null,
    });
    const inquired = await stored(
      db,
      begin(inquiry, { event: event('bill.inquired', { data: { commission: 1200 } }) }),
    );
    const paidAt = { state: 'sending', sentAt: '2026-03-03T03:00:00.000Z', day: '2026-03-03' } as const;
    const paid = await stored(db, { ...updated(inquired, paidAt), ...sent({ operation: 'pay' }) });
    await stored(db, updated(paid, { state: 'success', sn: '0002' }));
    const { path } = await exported(book);
    const [sold2, sold1] = csvRows(path, ';');
    expect(sold1).toMatchObject({ Cashier: 'Sari', Shift: '1', Cost: '10500', Margin: '1500', 'Bill admin': '' });
    expect(sold2).toMatchObject({
      Cashier: 'p1',
      // When it was paid, not when it was asked for.
      Time: '2026-03-03 10:00:00',
      Begun: '2026-03-02 08:02:00',
      Cost: '52500',
      Margin: '1500',
      'Bill admin': '2500',
      'Bill commission': '1200',
      'Service fee': '1500',
    });
  });

  it('is without costs for those who may not see them', async () => {
    const { path: book, db } = await aBook();
    await sold(db, order(1, { price: 10_275 }));
    const { path } = await exported(book, { costs: false });
    const [row = {}] = csvRows(path, ';');
    expect(Object.keys(row)).not.toEqual(expect.arrayContaining(['Cost']));
    expect(JSON.stringify(row)).not.toContain('10275');
  });
});

const Line = z.object({
  sale: z.object({ id: z.string() }),
  events: z.array(
    z.object({
      seq: z.int(),
      type: z.string(),
      at: z.string(),
      actor: z.string(),
      data: z.string(),
      digests: z.string(),
      prev: z.string(),
      hash: z.string(),
      webhooks: z.array(z.object({ salt: z.string(), base64: z.string() })).optional(),
    }),
  ),
});

it('JSON lines carry what anybody needs to check the chain and the raw webhook', async () => {
  const { path: book, db } = await aBook();
  const begun = await stored(db, begin(order(1)));
  const body = Buffer.from('{"transaction_id":"T1"}');
  const applied = { type: 'webhook.applied', bodies: [{ role: 'webhook', bytes: body }] } as const;
  await stored(db, updated(begun, { state: 'success', sn: '0001' }, applied));
  const { path } = await exported(book, { format: 'jsonl' });
  const [first, ...lines] = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(first).toMatchObject({ konter: 'export/1', head: await db.head() });
  expect(lines.at(-1)).toEqual({ konter: 'end', sales: 1 });
  const { sale, events } = Line.parse(lines[0]);
  for (const { prev, hash, ...event } of events) {
    const link = { ...event, prev: Buffer.from(prev, 'hex'), saleId: sale.id };
    expect(eventHash(link).toString('hex')).toBe(hash);
  }
  const webhook = events[1]?.webhooks?.[0];
  expect(Buffer.from(webhook?.base64 ?? '', 'base64')).toEqual(body);
  const digests = z.array(z.tuple([z.string(), z.string()])).parse(JSON.parse(events[1]?.digests ?? ''));
  const salted = createHash('sha256')
    .update(Buffer.from(webhook?.salt ?? '', 'hex'))
    .update(body)
    .digest('hex');
  expect(digests).toContainEqual(['webhook', salted]);
});

it('a line says a sale as its events leave it, whatever is committed while it is read', async () => {
  const { path: book, db } = await aBook();
  const sale = await sold(db, order(1));
  const reading = connect(book, true);
  const selling = connect(book, false);
  /** Its statements, of which the one that reads the events has a commit right behind it. */
  const prepared = (text: string): Database.Statement => {
    const statement = reading.prepare(text);
    if (!text.includes('FROM events WHERE sale_id')) return statement;
    const all = statement.all.bind(statement);
    statement.all = (...values: unknown[]) => {
      const rows = all(...values);
      selling.prepare('UPDATE transactions SET revision = revision + 1').run();
      return rows;
    };
    return statement;
  };
  const interrupted = new Proxy(reading, {
    get: (db, name) => {
      if (name === 'prepare') return prepared;
      const value: unknown = Reflect.get(db, name);
      return typeof value === 'function' ? value.bind(db) : value;
    },
  });
  const { sale: snapshot } = z
    .object({ sale: z.object({ revision: z.int() }) })
    .parse(JSON.parse(prepareSaleLine(interrupted)(sale.id)));
  expect(snapshot.revision).toBe(sale.revision);
  reading.close();
  selling.close();
});

it('a report for paper says every sale and the sums, and nothing in it is taken for markup', async () => {
  const { path: book, db } = await aBook();
  await sold(db, order(1, { customerName: '<img src=x>', total: 12_000 }));
  await sold(db, order(2, { total: 13_000 }));
  const { path } = await exported(book, { format: 'pdf' });
  const html = readFileSync(path, 'utf8');
  expect(html).not.toContain('<img');
  expect(html).toContain('25.000');
});

it('a report for paper numbers its pages and breaks no time, receipt number or state', async () => {
  const { path: book, db } = await aBook();
  await sold(db, order(1));
  const { path } = await exported(book, { format: 'pdf' });
  const html = readFileSync(path, 'utf8');
  expect(html).toContain("counter(page) ' / ' counter(pages)");
  const [, heads = ''] = /<table class="sales"><thead><tr>(.*?)<\/tr>/.exec(html) ?? [];
  const titles = Array.from(heads.matchAll(/<th>(.*?)<\/th>/g), ([, title = '']) => title);
  const whole = Array.from(
    /\.sales td:is\((.*?)\),th\{[^}]*nowrap/.exec(html)?.[1]?.matchAll(/\d+/g) ?? [],
    ([at]) => titles[Number(at) - 1],
  );
  expect(whole.slice(1)).toEqual(['Receipt number', 'State']);
});

describe('a file that is being made', () => {
  it('is readable by its owner only, and stands under its name only when it is whole', async () => {
    const { path: book, db } = await aBook();
    await sold(db, order(1));
    const { path } = await exported(book);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, '..'))).toEqual(['out.csv']);
  });

  it('leaves nothing behind when it is given up', async () => {
    const { path: book, db } = await aBook();
    await writeSearchBook(db, 0, 50);
    const task = exportOf(book);
    const ending = await runExport(nodeSystem, task, () => undefined, AbortSignal.abort());
    expect(ending).toEqual({ kind: 'cancelled' });
    expect(readdirSync(join(task.path, '..'))).toEqual([]);
  });

  it('on a full disk says so, and takes its part away', { tags: ['full'] }, async () => {
    const disk = smallDisk(2);
    if (!disk) return;
    const { path: book, db } = await aBook();
    await writeSearchBook(db, 0, 300);
    disk.fill(16 * 1024);
    for (const format of ['csv', 'xlsx', 'jsonl', 'pdf'] as const) {
      const { path, ending } = await exported(book, { format, path: join(disk.folder, `full.${format}`) });
      expect(ending).toMatchObject({ kind: 'failed', reason: 'disk_full' });
      expect(existsSync(path)).toBe(false);
    }
    expect(readdirSync(disk.folder)).toEqual(['ballast']);
  });

  it('says that its folder is gone', async () => {
    const { path: book } = await aBook();
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'other'));
    const { ending } = await exported(book, { path: join(folder, 'gone', 'out.csv') });
    expect(ending).toMatchObject({ kind: 'failed', reason: 'folder_missing' });
  });

  it('is not there under its name when the program is killed in the middle', { tags: ['full'] }, async () => {
    const { path: book, db } = await aBook();
    await writeSearchBook(db, 0, 300);
    const task = exportOf(book, { format: 'jsonl' });
    const child = spawn(process.execPath, [builtChild('export-child.ts')], {
      env: { ...process.env, EXPORT_TASK: JSON.stringify(task) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(existsSync(task.path)).toBe(false);
  });
});
