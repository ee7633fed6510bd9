import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import readWorkbook from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import { nodeSystem } from '../../../../src/main/base/system/node-system.ts';
import { type BooksTask, runExport } from '../../../../src/main/files/file-tasks.ts';
import type { ShopDatabase } from '../../../../src/main/runtime/shop-database.ts';
import type { CashServiceTerms } from '../../../../src/shared/domain/cash-service-entry.ts';
import { aJournal, journalPath, temporaryFolder } from '../../../support/database-files.ts';
import { begin, event, order, stored, updated } from '../../../support/stored-sales.ts';

async function aShop(more?: (db: ShopDatabase) => Promise<void>): Promise<string> {
  const path = journalPath();
  const db = await aJournal(path);
  const act = { actor: 'cashier', at: '2026-03-02T01:00:00.000Z' };
  await db.shifts.open({ ...act, counted: 100_000, day: '2026-03-02' });
  for (const [n, day] of ['2026-03-02', '2026-03-02', '2026-04-01'].entries()) {
    const at = `${day}T03:0${n}:00.000Z`;
    const sale = order(n, { createdAt: at, sentAt: at, day, total: 12_000, price: null, tendered: 12_000, change: 0 });
    const sent = { event: event('sale.submitted', { actor: 'p1', data: { cost: 10_500 } }) };
    const begun = await stored(db, begin(sale, sent));
    await stored(db, updated(begun, { state: 'success', sn: `000${n}` }));
  }
  await db.shifts.move({ ...act, direction: 'out', amount: 7000, category: 'Belanja', reason: 'beli kertas struk' });
  const count = { pieces: { '100000': 1, '2000': 10 }, coins: 8000 };
  await db.shifts.close({ ...act, at: '2026-03-02T10:00:00.000Z', counted: 128_000, count });
  await db.shifts.open({
    ...act,
    at: '2026-03-03T01:00:00.000Z',
    counted: 88_000,
    day: '2026-03-03',
    reason: 'disetor',
  });
  await more?.(db);
  return path;
}

async function written(database: string, options: Partial<BooksTask> = {}): Promise<string> {
  const path = join(temporaryFolder(), `books.${options.format ?? 'xlsx'}`);
  const task: BooksTask = {
    database,
    path,
    temporary: `${path}.${randomUUID().slice(0, 8)}.part`,
    format: 'xlsx',
    from: '2026-03-01',
    to: '2026-04-30',
    timeZone: 'Asia/Jakarta',
    language: 'en',
    shop: 'Konter <Contoh>',
    costs: true,
    blindFrom: null,
    people: [{ id: 'p1', name: 'Sari' }],
    ...options,
  };
  const ending = await runExport(nodeSystem, task, () => undefined, new AbortController().signal);
  expect(ending).toMatchObject({ kind: 'done' });
  return path;
}

/** The reader cuts the last fraction of a second. */
const rounded = (cell: unknown): unknown =>
  cell instanceof Date ? new Date(Math.round(cell.getTime() / 1000) * 1000) : cell;

/** The rows of a sheet, as objects by their column heads. */
async function sheets(path: string) {
  const all = await readWorkbook(path);
  return new Map(
    all.map(({ sheet, data: [heads = [], ...rows] }) => [
      sheet,
      rows.map((row) => Object.fromEntries(heads.map((head, at) => [String(head), rounded(row[at] ?? null)]))),
    ]),
  );
}

/** A withdrawal, a top-up that was taken back, and money of the shop that went into the purse. */
async function cashServices(db: ShopDatabase): Promise<void> {
  const act = { actor: 'cashier', at: '2026-03-03T02:00:00.000Z', day: '2026-03-03', needsShift: false };
  const id = (n: number): string => `01890a5d-ac96-774b-bcce-b3020000000${n}`;
  const record = (n: number, terms: CashServiceTerms) =>
    db.cashServices.record({ ...act, id: id(n), terms, note: `R${n}`, allowSameReference: false });
  await record(1, { kind: 'withdrawal', amount: 500_000, fee: 5000, feeSide: 'cash' });
  await record(2, { kind: 'topup', amount: 50_000, fee: 2000, feeSide: 'cash' });
  await db.cashServices.reverse({ ...act, id: id(3), of: id(2), reason: 'salah ketik' });
  await record(4, { kind: 'purse_in', amount: 100_000, throughDrawer: true });
  await db.shifts.close({ ...act, counted: 0, purse: { name: 'BRILink', counted: 900_000 } });
}

describe('the books as a workbook', () => {
  it('say every cash service and its counter entry, and their sums apart from turnover', async () => {
    const all = await sheets(await written(await aShop(cashServices)));
    const rows = all.get('Cash services') ?? [];
    expect(rows.map((row) => [row['Service'], row['Passed on'], row['Fee'], row['Drawer'], row['Purse']])).toEqual([
      ['Withdrawal', 500_000, 5000, -495_000, 500_000],
      ['Wallet top-up', 50_000, 2000, 52_000, -50_000],
      ['Wallet top-up', -50_000, -2000, -52_000, 50_000],
      ['Balance paid in', 0, 0, -100_000, 100_000],
      [null, 500_000, 5000, -595_000, 600_000],
    ]);
    expect(rows[2]).toMatchObject({ 'Reference or reason': 'salah ketik', Reverses: rows[1]?.['Record no.'] });
    const summary = new Map(all.get('Summary')?.map((row) => [row['Sales recap'], row['Value']]));
    expect(summary.get('Cash services: passed on, no turnover')).toBe(500_000);
    expect(summary.get('Cash services: fees, earned')).toBe(5000);
    expect(summary.get('Turnover')).toBe(36_000);
    expect(all.get('Shifts')?.[1]).toMatchObject({
      'Cash services in': 52_000,
      'Cash services out': 647_000,
      'Purse counted': 900_000,
    });
  });

  it('say each day, month, product and cashier with cost and profit, as dates and numbers', async () => {
    const all = await sheets(await written(await aShop()));
    const figures = { Successful: 2, Turnover: 24_000, Cost: 21_000, 'Gross profit': 3000, 'Profit %': 0.125 };
    expect(all.get('By day')?.[0]).toMatchObject({ Day: new Date('2026-03-02T00:00:00Z'), ...figures });
    expect(all.get('By month')?.map((row) => [row['Month'], row['Turnover']])).toEqual([
      ['03/2026', 24_000],
      ['04/2026', 12_000],
      ['Total', 36_000],
    ]);
    expect(all.get('By product')?.[0]).toMatchObject({ 'Product code': 'TSEL10', Turnover: 36_000 });
    expect(all.get('By cashier')?.[0]).toMatchObject({ Cashier: 'Sari', Successful: 3 });
    expect(all.get('Payment methods')?.[0]).toMatchObject({ 'Payment method': 'Cash', Taken: 36_000 });
  });

  it('compare the counters of a shop that has several', async () => {
    const [front, back] = [await aShop(), await aShop((db) => cashServices(db))];
    const counters = [
      { database: front, name: 'Kasir depan' },
      { database: back, name: 'Cabang' },
    ];
    const several = await sheets(await written(front, { counters }));
    expect(several.get('By counter')).toMatchObject([
      { Counter: 'Cabang', Successful: 3, Turnover: 36_000 },
      { Counter: 'Kasir depan', Successful: 3, Turnover: 36_000 },
      { Counter: 'Total', Successful: 6, Turnover: 72_000 },
    ]);
    const one = await sheets(await written(front));
    expect([...one.keys()]).not.toContain('By counter');
  });

  it('say each shift and each cash move with its reason', async () => {
    const all = await sheets(await written(await aShop()));
    expect(all.get('Shifts')).toMatchObject([
      {
        Shift: 1,
        Opened: new Date('2026-03-02T08:00:00Z'),
        Opening: 100_000,
        'Paid out': 7000,
        Counted: 128_000,
        'Notes and coins at the close': '100.000×1, 2.000×10, 8.000',
      },
      {
        Shift: 2,
        Opening: 88_000,
        'Opening difference': -40_000,
        Counted: null,
        'Reason for the opening difference': 'disetor',
      },
    ]);
    expect(all.get('Shifts')?.[0]?.['Opening difference']).toBeNull();
    expect(all.get('Cash in and out')).toMatchObject([
      { Shift: 1, By: 'Cashier', Out: 7000, Category: 'Belanja', Reason: 'beli kertas struk' },
    ]);
    // Nothing was paid in: a column without anything in it would only narrow the others on paper.
    expect(all.get('Cash in and out')?.[0]).not.toHaveProperty('In');
  });

  it('say in the summary what the drawers lacked, and what was paid out by category', async () => {
    const summary = (await sheets(await written(await aShop()))).get('Summary') ?? [];
    const values = new Map(summary.map((row) => [row['Sales recap'], row['Value']]));
    expect(values.get('Opening short')).toBe(-40_000);
    expect(values.get('Close short')).toBe(-1000);
    expect(values.get('Paid out: Belanja')).toBe(-7000);
    expect(values.has('Close over')).toBe(false);
  });

  it('are without costs, and without the cash of a drawer that is to be counted', async () => {
    const all = await sheets(await written(await aShop(), { costs: false, blindFrom: '2026-03-02' }));
    const [day = {}] = all.get('By day') ?? [];
    expect(Object.keys(day).filter((name) => /cost|profit/i.test(name))).toEqual([]);
    expect(day['Cash']).toBeNull();
  });

  it('hide the cash of an open shift’s days alone, and say why', async () => {
    const all = await sheets(await written(await aShop(), { blindFrom: '2026-04-01' }));
    expect(all.get('By day')?.map((row) => [row['Turnover'], row['Cash']])).toEqual([
      [24_000, 24_000],
      [12_000, null],
      [36_000, 24_000],
    ]);
    expect(all.get('By month')?.map((row) => row['Cash'])).toEqual([24_000, null, 24_000]);
    expect(all.get('By product')?.[0]).toMatchObject({ Turnover: 36_000, Cash: 24_000 });
    const why = 'Cash since 01/04/2026 is not included: a shift is open, and its drawer is counted first.';
    expect(all.get('Summary')?.find((row) => row['Sales recap'] === 'Cash')).toMatchObject({
      Value: 24_000,
      Note: why,
    });
    expect(all.get('Payment methods')?.[0]).toMatchObject({ Taken: 24_000, Note: why });
    // All of it is hidden: no sum looks as if nothing was taken.
    const none = await sheets(await written(await aShop(), { from: '2026-04-01', blindFrom: '2026-04-01' }));
    expect(none.get('Payment methods')?.[0]).toMatchObject({ Taken: null, Note: why });
    expect((await sheets(await written(await aShop()))).get('Payment methods')?.[0]).not.toHaveProperty('Note');
  });
});

describe('the workbook on paper', () => {
  it('is landscape and one page wide, with bold headings on each page and a bold total', async () => {
    const parts = unzipped(await written(await aShop()));
    const xmlOf = (name: string): string => parts.get(name) ?? '';
    const byDay = xmlOf('xl/worksheets/sheet2.xml');
    expect(byDay).toMatch(/<pageSetup [^>]*orientation="landscape"/);
    expect(byDay).toMatch(/<pageSetup [^>]*fitToWidth="1" fitToHeight="0"/);
    expect(byDay).toMatch(/<pageSetUpPr [^>]*fitToPage="(1|true)"/);
    for (const name of ['Summary', 'By day', 'Payment methods']) {
      expect(xmlOf('xl/workbook.xml')).toContain(`'${name}'!$1:$1`);
    }
    // Which styles are bold: the fonts that are, and the cell formats that use them.
    const styles = xmlOf('xl/styles.xml');
    const listOf = (list: string, item: RegExp): string[] =>
      new RegExp(`<${list}[ >].*?</${list}>`, 's').exec(styles)?.[0].match(item) ?? [];
    const bold = listOf('fonts', /<font\b.*?<\/font>|<font\/>/gs).map((font) => /<b\s*\/>/.test(font));
    const formats = listOf('cellXfs', /<xf\b[^>]*>/g).map((xf) => bold[Number(/fontId="(\d+)"/.exec(xf)?.[1] ?? 0)]);
    const rows = byDay.match(/<row\b.*?<\/row>/gs) ?? [];
    const isBold = (row: string): boolean[] =>
      [...row.matchAll(/<c [^>]*?(?:s="(\d+)")?[^>]*?>/g)].map(([cell]) => {
        const style = /s="(\d+)"/.exec(cell)?.[1];
        return formats[Number(style ?? 0)] === true;
      });
    expect(rows.length).toBe(4);
    expect(rows.map((row) => isBold(row).every(Boolean))).toEqual([true, false, false, true]);
    expect(rows.map((row) => isBold(row).some(Boolean))).toEqual([true, false, false, true]);
  });
});

/** The texts of a ZIP's files, by their names: read from its directory at the end. */
function unzipped(path: string): Map<string, string> {
  const bytes = readFileSync(path);
  const texts = new Map<string, string>();
  const directory = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
  for (let at = bytes.indexOf(directory); at >= 0; at = bytes.indexOf(directory, at + 46)) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(start, start + size);
    texts.set(name, (method === 0 ? data : inflateRawSync(data)).toString('utf8'));
  }
  return texts;
}

it('the page for the tax office says the days or, of a longer time, the months, and escapes what it says', async () => {
  const shop = await aShop();
  const march = readFileSync(await written(shop, { format: 'pdf', to: '2026-03-31' }), 'utf8');
  expect(march).toContain('02/03/2026');
  expect(march).toContain('24.000');
  expect(march).not.toContain('<Contoh>');
});
