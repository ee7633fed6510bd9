import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, parse } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import { exportTable } from '../../src/main/files/export/sale-table.ts';
import type { CellType } from '../../src/main/files/export/xlsx.ts';
import { openShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { BooksFormat, ExportFormat, Separator } from '../../src/shared/contract/files.ts';
import { appWorld } from '../support/app-world.ts';
import { realRandom, temporaryFolder } from '../support/database-files.ts';
import { isSoak } from '../support/soak.ts';
import { begin, event, order, stored, updated } from '../support/stored-sales.ts';

const office = ['soffice', 'libreoffice'].find((name) => spawnSync(name, ['--version']).status === 0);
// Said aloud: elsewhere only readers in this repository look at the files.
if (office === undefined) console.warn('SKIPPED: LibreOffice is not installed, so no export was opened with it.');

/** Each takes a start of LibreOffice of its own. */
const separators = Separator.options.filter((separator) => isSoak || separator !== 'tab');

/** A cell as LibreOffice understands it. Dates and numbers by their value, the rest by its text. */
interface Cell {
  type: string;
  value: string;
}
type Sheet = Array<Record<string, Cell | undefined>>;

/** English (USA) and Indonesian, as LibreOffice numbers them. */
const languages = { comma: 1033, semicolon: 1057, tab: 1057 } as const;
const signs = { comma: 44, semicolon: 59, tab: 9 } as const;

/** Opens files with LibreOffice. Of a CSV everything that looks like a number or a date is converted, as Excel does it unasked. */
function opened(profile: string, paths: readonly string[], separator?: Separator): Map<string, Map<string, Sheet>> {
  const folder = temporaryFolder();
  const lines = separator && [`${signs[separator]},34,76,1,,${languages[separator]},false,true`];
  const converted = spawnSync(office ?? '', [
    `-env:UserInstallation=${pathToFileURL(profile).href}`,
    '--headless',
    ...(lines ? [`--infilter=Text - txt - csv (StarCalc):${lines.join()}`] : []),
    '--convert-to',
    'fods',
    '--outdir',
    folder,
    ...paths,
  ]);
  expect(converted.status, String(converted.stderr)).toBe(0);
  return new Map(paths.map((path) => [path, sheetsOf(readFileSync(join(folder, `${parse(path).name}.fods`), 'utf8'))]));
}

function sheetsOf(document: string): Map<string, Sheet> {
  expect(document).not.toContain('table:formula');
  const sheets = new Map<string, Sheet>();
  for (const [, name = '', table = ''] of document.matchAll(
    /<table:table table:name="([^"]*)"(.*?)<\/table:table>/gs,
  )) {
    const [heads = [], ...rows] = [...table.matchAll(/<table:table-row\b.*?<\/table:table-row>/gs)].map(([row]) =>
      cellsOf(row),
    );
    sheets.set(
      name,
      rows
        .filter((row) => row.some(Boolean))
        .map((row) => Object.fromEntries(heads.flatMap((head, at) => (head ? [[head.value, row[at]]] : [])))),
    );
  }
  return sheets;
}

function cellsOf(row: string): Array<Cell | undefined> {
  const cells = row.matchAll(/<table:table-cell\b([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs);
  return [...cells].flatMap(([, attributes = '', content = '']) => {
    const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1];
    const type = attribute('office:value-type');
    const text = [...content.matchAll(/<text:p>(.*?)<\/text:p>/gs)].map(([, line = '']) => line).join('\n');
    const value = attribute('office:date-value') ?? attribute('office:value') ?? unescaped(text);
    const repeated = Math.min(Number(attribute('table:number-columns-repeated') ?? 1), 100);
    return Array.from({ length: repeated }, () => (type === undefined ? undefined : { type, value }));
  });
}

const signsOf = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const;
const unescaped = (text: string): string =>
  text.replace(/<[^>]*>/g, ' ').replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof signsOf) => signsOf[name]);

const officeTypes: Readonly<Record<CellType, string>> = {
  text: 'string',
  time: 'date',
  day: 'date',
  rupiah: 'float',
  count: 'float',
  share: 'percentage',
};

/** The types in each column, which must have a value in one row at least. */
const typesOf = (sheet: Sheet | undefined): Record<string, string[]> =>
  Object.fromEntries(
    Object.keys(sheet?.[0] ?? {}).map((head) => [
      head,
      [...new Set((sheet ?? []).flatMap((row) => row[head]?.type ?? []))],
    ]),
  );

/** Texts that a spreadsheet makes numbers, dates, amounts, times, truths or formulas of where it may. */
const tempting = {
  customerName: '=1+1',
  productName: 'Rp5.000',
  brand: '17 Agustus 2026',
  category: 'TRUE',
  message: '10:30 PM',
  transactionId: '000123456789012345678',
  sn: '00410041004100410041',
};

/** A shop with a sale and a bill that have a value for every column, and a shift with cash moves. */
async function aShop() {
  const dataDir = temporaryFolder();
  mkdirSync(join(dataDir, 'training'));
  const path = join(dataDir, 'training', 'journal.db');
  const db = await openShopDatabase({ path, random: realRandom, kind: 'training' });
  const act = { actor: 'cashier', at: '2026-03-02T01:00:00.000Z' };
  await db.shifts.open({ ...act, counted: 100_000, day: '2026-03-02' });
  const by = { id: 'p1', name: 'Sari', role: 'cashier' };
  const sent = { event: event('sale.submitted', { actor: 'p1', data: { cost: 10_500, by } }) };
  const paid = (method: 'cash' | 'qris' | 'transfer' | 'ewallet' | 'tab', amount: number) => ({
    method,
    amount,
    reference: method === 'cash' ? null : '00112233',
    customerId: null,
  });
  const sale = order(1, {
    ...tempting,
    total: 12_000,
    fee: 500,
    price: 10_500,
    tendered: 5000,
    change: 1000,
    payments: [
      paid('cash', 4000),
      paid('qris', 2000),
      paid('transfer', 2000),
      paid('ewallet', 2000),
      paid('tab', 2000),
    ],
    tabPayments: [{ method: 'cash', amount: 500, reference: null, at: '2026-03-02T05:00:00.000Z' }],
    prints: 2,
  });
  const begun = await stored(db, begin(sale, sent));
  const settled = { state: 'success', sn: tempting.sn, settledAt: '2026-03-02T01:02:00.000Z' } as const;
  const returned = { cashReturnedAt: '2026-03-02T09:00:00.000Z', returns: [{ method: 'cash' as const, amount: 1000 }] };
  await stored(db, updated(begun, { ...settled, ...returned }));
  const bill = order(2, {
    kind: 'postpaid',
    productCode: '0050',
    customerNo: '000530000001',
    bill: { billSheet: 1, details: [{ period: 'JAN 2026', billValue: 50_000, priceAdmin: 2500 }] },
    price: 52_500,
    fee: 1000,
    total: 53_500,
    tendered: 60_000,
    change: 6500,
  });
  const inquired = { event: event('bill.inquired', { actor: 'p1', data: { commission: 1200 } }) };
  const inquiry = await stored(db, begin(bill, inquired));
  const submitted = await stored(db, { ...updated(inquiry, {}), ...sent });
  await stored(db, updated(submitted, { ...settled, sn: '0001' }));
  await db.shifts.move({ ...act, direction: 'out', amount: 7000, reason: '12/3' });
  await db.shifts.move({ ...act, direction: 'in', amount: 8000, reason: '=2' });
  await db.shifts.close({ ...act, at: '2026-03-02T10:00:00.000Z', counted: 128_000 });
  await db.close();

  const folder = temporaryFolder();
  let [files, chosen] = [0, ''];
  const choose = (text: string): void => {
    chosen = join(folder, 'chosen.csv');
    writeFileSync(chosen, text);
  };
  const { call } = await appWorld({
    dataDir,
    fileDialogs: {
      // Several in one second have one name.
      place: async (name) => join(folder, `${(files += 1)}-${name}`),
      paper: async () => ({ kind: 'page', url: '/print/x' }),
      download: () => null,
      statement: async () => ({ kind: 'file', path: chosen, name: 'chosen.csv' }),
    },
  });
  const ended = (id: string) =>
    vi.waitFor(
      async () => {
        const task = (await call('exports.list')).value.tasks.find((one) => one.id === id);
        expect(task?.state).toBe('done');
        return join(folder, task?.name ?? '');
      },
      { timeout: 30_000 },
    );
  await call('settings.save', { language: 'en' });
  choose('Trx ID,Nomor,Harga,Status,Waktu\n00077,081299990000,5000,10:30 PM,2026-03-02 08:30:00\n');
  const statement = (await call('reconcile.choose')).value.file ?? '';
  const { mapping } = (await call('reconcile.look', { file: statement })).value;
  const columns = { ...mapping.columns, status: 'Status', time: 'Waktu', timeOfDay: null };
  const comparison = await call('reconcile.start', { file: statement, mapping: { ...mapping, columns } });
  await ended(comparison.value.task.id);
  const lines = ['NOPE Rp5.000 12.000', '17 Agustus'];
  choose(
    `Kode Produk;Harga Beli;Harga Jual;Grup\nTSEL10;10.250;12.000;17 Agustus\nNOPE;Rp5.000;12.000;\n17 Agustus;;;\n`,
  );
  const list = (await call('catalogue.choose')).value.file ?? '';
  const read = (await call('catalogue.previewImport', { file: list })).value.mapping;
  await call('catalogue.import', { file: list, mapping: read });
  await vi.waitFor(async () => expect((await call('catalogue.work')).value.import?.state).toBe('done'), 15_000);
  return {
    call,
    lines,
    /** Answers the path of a file that was asked for, once it is there. */
    finishedExport: async (start: Promise<{ value: { task: { id: string } | null } }>) =>
      ended((await start).value.task?.id ?? ''),
  };
}

const named = (types: string, heads: string): Record<string, string[]> =>
  Object.fromEntries(heads.split(', ').map((head) => [head, [types]]));

it.skipIf(office === undefined)(
  'LibreOffice opens every export with dates, amounts and texts as such',
  async () => {
    const { call, finishedExport, lines } = await aShop();
    // A new format needs its check here. A PDF is no table, and JSON lines are for programs.
    expect([ExportFormat.options, BooksFormat.options]).toEqual([
      ['csv', 'xlsx', 'pdf', 'jsonl'],
      ['xlsx', 'pdf'],
    ]);
    const sales: Record<string, string> = {};
    for (const separator of separators) {
      sales[separator] = await finishedExport(call('exports.start', { format: 'csv', separator, filter: {} }));
    }
    sales['xlsx'] = await finishedExport(call('exports.start', { format: 'xlsx', filter: {} }));
    const books = await finishedExport(call('exports.books', { format: 'xlsx', from: '2026-03-01', to: '2026-03-31' }));
    const differences = await finishedExport(call('reconcile.export'));
    const products = await finishedExport(call('catalogue.export', { what: 'items' }));
    const failed = await finishedExport(call('catalogue.export', { what: 'failed' }));

    // Made by the first run.
    const profile = temporaryFolder();
    const files = new Map([
      ...opened(profile, [sales['xlsx'] ?? '', books]),
      ...opened(profile, [sales['comma'] ?? '', differences, products, failed], 'comma'),
      ...separators
        .filter((separator) => separator !== 'comma')
        .flatMap((separator) => Array.from(opened(profile, [sales[separator] ?? ''], separator))),
    ]);
    const { columns } = exportTable({ language: 'en', timeZone: 'Asia/Jakarta', costs: true });
    const types = Object.fromEntries(columns.map(({ header, type }) => [header, [officeTypes[type]]]));
    for (const path of Object.values(sales)) {
      const [sheet = []] = files.get(path)?.values() ?? [];
      expect(typesOf(sheet), path).toEqual(types);
      const texts = (head: string) => sheet.map((row) => row[head]?.value.replace(/^'/, ''));
      expect(texts('Customer number')).toEqual(['000530000001', '081200000001']);
      expect(texts('SN')).toEqual(['0001', tempting.sn]);
      expect(sheet[1]).toMatchObject({
        Time: { value: '2026-03-02T08:01:00' },
        Day: { value: '2026-03-02' },
        Total: { value: '12000' },
        'Provider’s price': { value: '10500' },
      });
      for (const [head, field] of [
        ['Customer name', 'customerName'],
        ['Product', 'productName'],
        ['Brand', 'brand'],
        ['Category', 'category'],
        ['Provider’s id', 'transactionId'],
        ['Provider’s message', 'message'],
      ] as const) {
        expect(texts(head)[1], path).toBe(tempting[field]);
      }
    }

    const dates = /^(Day|Opened|Closed|Time)$/;
    const words =
      /^(Month|Product|Product code|Operator|Cashier|Payment method|Opened by|Closed by|By|Reason|Note|Sales recap)$/;
    for (const [name, sheet] of files.get(books) ?? []) {
      // The sums stand below the days.
      const lines = sheet.filter((row) => Object.values(row)[0]?.value !== 'Total');
      for (const [head, types] of Object.entries(typesOf(lines))) {
        const type = dates.test(head)
          ? 'date'
          : words.test(head)
            ? 'string'
            : head === 'Profit %'
              ? 'percentage'
              : 'float';
        expect(types, `${name}: ${head}`).toEqual(types.length === 0 ? [] : [type]);
      }
    }
    expect(files.get(books)?.get('By day')?.[0]).toMatchObject({
      Day: { type: 'date', value: '2026-03-02' },
      Turnover: { type: 'float', value: '65500' },
      'Profit %': { type: 'percentage' },
    });
    expect(files.get(books)?.get('Shifts')?.[0]).toMatchObject({
      Opened: { type: 'date', value: '2026-03-02T08:00:00' },
      Opening: { type: 'float', value: '100000' },
    });
    expect(files.get(books)?.get('By product')?.[0]).toMatchObject({
      'Product code': { type: 'string', value: '0050' },
    });
    expect(
      files
        .get(books)
        ?.get('Cash in and out')
        ?.map(({ Reason }) => Reason),
    ).toEqual([
      { type: 'string', value: '12/3' },
      { type: 'string', value: '=2' },
    ]);

    const [difference = []] = files.get(differences)?.values() ?? [];
    expect(typesOf(difference)).toEqual({
      ...named(
        'string',
        'Difference, Provider’s id, Number, Their status, Receipt number, Provider’s id here, Number here',
      ),
      ...named('string', 'State here'),
      ...named('float', 'Line, Their amount, Price here'),
      ...named('date', 'Their time, Time here'),
    });
    const [product = []] = files.get(products)?.values() ?? [];
    expect(typesOf(product)).toMatchObject({
      ...named('string', 'Code, Name, Kind, Brand, Category, Group, Status'),
      ...named('float', 'Cost, Selling price'),
    });
    const [line = []] = files.get(failed)?.values() ?? [];
    expect(typesOf(line)).toMatchObject({ ...named('float', 'Line'), ...named('string', 'Text, Why') });
    expect(line.map(({ Text }) => Text?.value.replace(/^'/, ''))).toEqual(lines);
  },
  240_000,
);
