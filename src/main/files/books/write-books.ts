import type { NamedLine } from '../../../shared/contract/ledger.ts';
import { groupThousands } from '../../../shared/domain/money.ts';
import { methodNames, type PaymentMethod, paymentMethods } from '../../../shared/domain/payment.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import type { KnownAmount, ReportMoney, ReportRow } from '../../../shared/domain/sales-report.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { type Recap, type RecapShift, type RecapSource, type RecapWay, readRecap } from '../../ledger/index.ts';
import type { AtomicFile } from '../atomic-file.ts';
import type { Cell } from '../export/csv.ts';
import { type Words, wallTime } from '../export/sale-table.ts';
import type { Sheet, SheetColumn } from '../export/xlsx.ts';
import type { BooksTask } from '../file-tasks.ts';
import { countText, drawerRows } from './drawer-rows.ts';
import { keepsServices, serviceSums, servicesSheet } from './service-sheets.ts';

/**
 * Writes the books of some days: a workbook with a sheet for each way of looking at them, or a page for the tax office. Throws
 * errors of SQLite and the file system.
 * @param at ISO 8601, now
 * @returns the number of successful sales
 */
export async function writeBooks(
  sources: readonly RecapSource[],
  file: AtomicFile,
  task: BooksTask,
  at: string,
): Promise<number> {
  const { shop, from, to, format } = task;
  const content = { ...readRecap(sources, task), shop, from, to, blindFrom: task.blindFrom };
  if (format === 'xlsx') {
    const { writeSheets } = await import('../export/xlsx.ts');
    await writeSheets(file, booksSheets(content, task));
  } else {
    const { day, time } = wallClock(Date.parse(at), task.timeZone);
    file.write(recapPage(content, { ...task, printedAt: `${personDay(day)} ${time.slice(0, 5)}` }));
  }
  // Below zero where corrections take away more than was sold.
  return Math.max(0, content.total.success);
}

type Type = SheetColumn['type'];

/** A recap, and whose it is. */
interface BooksContent extends Recap {
  shop: string;
  from: string;
  to: string;
  /** the first day of an open shift; null: none is open */
  blindFrom: string | null;
}

/** Why there is no cash, or not of all days; null: of all there is. */
const hiddenCash = ({ blindFrom, to }: Pick<BooksContent, 'blindFrom' | 'to'>): Words | null =>
  blindFrom === null || blindFrom > to
    ? null
    : [
        `Tunai sejak ${personDay(blindFrom)} tidak termasuk: shift masih terbuka, laci dihitung dulu.`,
        `Cash since ${personDay(blindFrom)} is not included: a shift is open, and its drawer is counted first.`,
      ];

interface Options {
  language: Language;
  timeZone: string;
  /** false: without what sales cost the shop and earned it */
  costs: boolean;
}

/** An amount of a line of the books, of which some sales may have none. */
const amountOf = ({ amount }: KnownAmount): number | null => amount;

/** Margin as a share of the turnover of sales whose cost is known; null where it says nothing. */
function marginShare({ margin, price }: Pick<ReportRow, 'margin' | 'price'>): number | null {
  if (margin.amount === null || price.amount === null) return null;
  const turnover = margin.amount + price.amount;
  return turnover <= 0 ? null : margin.amount / turnover;
}

const methodWords = (method: PaymentMethod): Words => [methodNames.id[method], methodNames.en[method]];

/** `ofCosts`: only for those who may see them. */
const figures: ReadonlyArray<{ words: Words; type: Type; ofCosts?: boolean; of(line: ReportRow): number | null }> = [
  { words: ['Berhasil', 'Successful'], type: 'count', of: ({ success }) => success },
  { words: ['Gagal', 'Failed'], type: 'count', of: ({ failed, unsent }) => failed + unsent },
  { words: ['Omzet', 'Turnover'], type: 'rupiah', of: ({ turnover }) => amountOf(turnover) },
  { words: ['Modal', 'Cost'], type: 'rupiah', ofCosts: true, of: ({ price }) => amountOf(price) },
  { words: ['Laba kotor', 'Gross profit'], type: 'rupiah', ofCosts: true, of: ({ margin }) => amountOf(margin) },
  { words: ['Laba %', 'Profit %'], type: 'share', ofCosts: true, of: marginShare },
  { words: ['Tanpa modal', 'Without a cost'], type: 'count', ofCosts: true, of: ({ margin }) => margin.without },
  { words: ['Biaya layanan', 'Service fee'], type: 'rupiah', of: ({ fee }) => fee },
  { words: ['Admin tagihan', 'Bill admin'], type: 'rupiah', of: ({ admin }) => amountOf(admin) },
  {
    words: ['Komisi tagihan', 'Bill commission'],
    type: 'rupiah',
    ofCosts: true,
    of: ({ commission }) => amountOf(commission),
  },
  ...paymentMethods.map((method) => ({
    words: methodWords(method),
    type: 'rupiah' as const,
    of: (line: ReportRow) => line[method]?.taken ?? null,
  })),
  { words: ['Belum selesai', 'Not settled'], type: 'rupiah', of: ({ unresolved }) => unresolved.amount },
];

/** What came in and went back by each payment method; null: of cash, it is counted blind, of a tab, it does not go back. */
const paymentRows = ({ tab, ...line }: ReportRow): [Words, Partial<ReportMoney> | null][] =>
  paymentMethods.map((method) => [
    methodWords(method),
    method === 'tab' ? { taken: tab.taken, held: tab.held } : line[method],
  ]);

const words = {
  summary: ['Ringkasan', 'Summary'],
  day: ['Per hari', 'By day'],
  month: ['Per bulan', 'By month'],
  product: ['Per produk', 'By product'],
  brand: ['Per operator', 'By operator'],
  cashier: ['Per kasir', 'By cashier'],
  counter: ['Per konter', 'By counter'],
  payments: ['Cara bayar', 'Payment methods'],
  shifts: ['Shift', 'Shifts'],
  moves: ['Kas masuk keluar', 'Cash in and out'],
} as const satisfies Record<string, Words>;

/** The words of a file of books, in its language. */
function booksWords(language: Language) {
  const at = language === 'id' ? 0 : 1;
  return {
    of: (one: Words): string => one[at],
    sheet: (name: keyof typeof words): string => words[name][at],
    actor: (name: string): string =>
      name === 'cashier'
        ? (['Kasir', 'Cashier'][at] ?? name)
        : name === ''
          ? (['Bukan dari konter ini', 'Not from this counter'][at] ?? '')
          : name,
  };
}

/** The figures that somebody may see, in their order. */
const figuresFor = (costs: boolean) => figures.filter(({ ofCosts = false }) => costs || !ofCosts);

/** The books of some days as the sheets of a workbook. */
function booksSheets(content: BooksContent, options: Options): Sheet[] {
  const look = lookOf(content, options);
  const { of, column, actor } = look;
  const lines = (name: RecapWay, keys: SheetColumn[], cells: (line: NamedLine) => Cell[]): Sheet =>
    linesSheet(content, look, name, keys, cells);
  return [
    summarySheet(content, look),
    lines('day', [column(['Hari', 'Day'], 'day')], ({ key }) => [key]),
    lines('month', [column(['Bulan', 'Month'])], ({ key }) => [personMonth(key)]),
    lines('product', [column(['Kode produk', 'Product code']), column(['Produk', 'Product'])], ({ key, name }) => [
      key,
      name,
    ]),
    lines('brand', [column(['Operator', 'Operator'])], ({ key }) => [key || of(['Tanpa operator', 'No operator'])]),
    lines('cashier', [column(['Kasir', 'Cashier'])], ({ key, name }) => [name ?? actor(key)]),
    // A shop with one counter has nothing to compare.
    ...(content.lines.counter.length > 1
      ? [lines('counter', [column(['Konter', 'Counter'])], ({ key }) => [key])]
      : []),
    paymentsSheet(content, look),
    shiftsSheet(content, look),
    movesSheet(content, look),
    ...servicesSheet(content.services, look),
  ];
}

/** The words and forms of a workbook, and the figures in it. */
function lookOf(content: BooksContent, { language, timeZone, costs }: Options) {
  const inWords = booksWords(language);
  const reason = hiddenCash(content);
  const column = (header: Words, type: Type = 'text'): SheetColumn => ({ header: inWords.of(header), type });
  const hidden = reason && inWords.of(reason);
  return { ...inWords, language, column, figures: figuresFor(costs), time: wallTime(timeZone), costs, hidden };
}
type Look = ReturnType<typeof lookOf>;

function linesSheet(
  content: BooksContent,
  { of, sheet, column, figures }: Look,
  name: RecapWay,
  keys: SheetColumn[],
  cells: (line: NamedLine) => Cell[],
): Sheet {
  return {
    name: sheet(name),
    total: true,
    columns: [...keys, ...figures.map((figure) => column(figure.words, figure.type))],
    rows: [
      ...content.lines[name].map((line) => [...cells(line), ...figures.map((figure) => figure.of(line.line))]),
      [of(['Jumlah', 'Total']), ...keys.slice(1).map(() => null), ...figures.map((figure) => figure.of(content.total))],
    ],
  };
}

const isCash = ({ words: [, en] }: { words: Words }): boolean => en === methodNames.en.cash;

const summarySheet = (content: BooksContent, { of, sheet, column, figures, hidden }: Look): Sheet => ({
  name: sheet('summary'),
  columns: [
    column(['Rekap penjualan', 'Sales recap']),
    column(['Nilai', 'Value'], 'rupiah'),
    column(['Keterangan', 'Note']),
  ],
  rows: [
    ...(content.shop === '' ? [] : [[of(['Toko', 'Shop']), null, content.shop]]),
    [of(['Periode', 'Period']), null, `${personDay(content.from)} – ${personDay(content.to)}`],
    ...figures
      .filter(({ type }) => type !== 'share')
      .map((figure): Cell[] => [of(figure.words), figure.of(content.total), isCash(figure) ? hidden : null]),
    ...serviceSums(content.services).map(([name, amount]): Cell[] => [of(name), amount, null]),
    ...drawerRows(content.shifts).map(([name, amount]): Cell[] => [of(name), amount, null]),
  ],
});

const paymentsSheet = (content: BooksContent, { of, sheet, column, hidden }: Look): Sheet => ({
  name: sheet('payments'),
  columns: [
    column(['Cara bayar', 'Payment method']),
    column(['Diterima', 'Taken'], 'rupiah'),
    column(['Gantung', 'On hold'], 'rupiah'),
    column(['Harus dikembalikan', 'Refund due'], 'rupiah'),
    column(['Sudah dikembalikan', 'Refunded'], 'rupiah'),
    ...(hidden === null ? [] : [column(['Keterangan', 'Note'])]),
  ],
  rows: paymentRows(content.total).map(([name, money], at) => {
    const row: Cell[] = [
      of(name),
      money?.taken ?? null,
      money?.held ?? null,
      money?.toReturn ?? null,
      money?.returned ?? null,
    ];
    if (hidden !== null) row.push(paymentMethods[at] === 'cash' ? hidden : null);
    return row;
  }),
});

const shiftsSheet = (content: BooksContent, { sheet, actor, column, time, costs }: Look): Sheet => ({
  name: sheet('shifts'),
  columns: [
    ...counterColumns(content, column),
    column(['Shift', 'Shift'], 'count'),
    column(['Hari', 'Day'], 'day'),
    column(['Dibuka', 'Opened'], 'time'),
    column(['Dibuka oleh', 'Opened by']),
    column(['Ditutup', 'Closed'], 'time'),
    column(['Ditutup oleh', 'Closed by']),
    ...[
      'Uang awal|Opening',
      'Selisih uang awal|Opening difference',
      'Dari penjualan|From sales',
      'Dikembalikan|Refunded',
      'Uang masuk|Paid in',
      'Uang keluar|Paid out',
      ...(keepsServices(content) ? ['Jasa tunai masuk|Cash services in', 'Jasa tunai keluar|Cash services out'] : []),
      'Harus ada|Expected',
      'Terhitung|Counted',
      'Selisih|Difference',
      ...(keepsServices(content)
        ? [
            'Saldo agen harus ada|Purse expected',
            'Saldo agen terhitung|Purse counted',
            'Selisih saldo agen|Purse difference',
          ]
        : []),
      'Omzet|Turnover',
    ].map((pair): SheetColumn => {
      const [id = '', en = ''] = pair.split('|');
      return column([id, en], 'rupiah');
    }),
    ...(costs ? [column(['Laba kotor', 'Gross profit'], 'rupiah')] : []),
    column(['Alasan selisih uang awal', 'Reason for the opening difference']),
    column(['Lembar dan koin saat tutup', 'Notes and coins at the close']),
  ],
  rows: content.shifts.map((shift) => shiftCells(shift, time, actor, costs, keepsServices(content))),
});

const movesSheet = (content: BooksContent, { sheet, actor, column, time }: Look): Sheet => ({
  name: sheet('moves'),
  columns: [
    ...counterColumns(content, column),
    column(['Waktu', 'Time'], 'time'),
    column(['Shift', 'Shift'], 'count'),
    column(['Oleh', 'By']),
    column(['Masuk', 'In'], 'rupiah'),
    column(['Keluar', 'Out'], 'rupiah'),
    column(['Kategori', 'Category']),
    column(['Alasan', 'Reason']),
  ],
  rows: content.shifts.flatMap(({ counter, shift, moves }) =>
    moves.map(({ at, by, direction, amount, category, reason }): Cell[] => [
      ...(counter === undefined ? [] : [counter]),
      time(at),
      shift.number,
      actor(by),
      direction === 'in' ? amount : null,
      direction === 'out' ? amount : null,
      category,
      reason,
    ]),
  ),
});

/** Of an office's books alone. */
const counterColumns = ({ shifts }: BooksContent, column: Look['column']): SheetColumn[] =>
  shifts.some(({ counter }) => counter !== undefined) ? [column(['Konter', 'Counter'])] : [];

function shiftCells(
  { counter, shift, closed, openingReason }: RecapShift,
  time: (at: string | null) => string | null,
  actor: (name: string) => string,
  costs: boolean,
  services: boolean,
): Cell[] {
  const { drawer, sums } = closed ?? {};
  return [
    ...(counter === undefined ? [] : [counter]),
    shift.number,
    shift.day,
    time(shift.openedAt),
    actor(shift.openedBy),
    time(shift.closed?.at ?? null),
    shift.closed ? actor(shift.closed.by) : null,
    shift.opening,
    shift.carried?.difference ?? null,
    drawer?.taken ?? null,
    drawer?.returned ?? null,
    drawer?.paidIn ?? null,
    drawer?.paidOut ?? null,
    ...(services ? [drawer?.servicesIn ?? null, drawer?.servicesOut ?? null] : []),
    drawer?.expected ?? null,
    shift.closed?.counted ?? null,
    shift.closed?.difference ?? null,
    ...(services
      ? [closed?.purse?.expected ?? null, closed?.purse?.counted ?? null, closed?.purse?.difference ?? null]
      : []),
    sums?.turnover ?? null,
    ...(costs ? [sums?.margin ?? null] : []),
    openingReason,
    countText(closed?.count),
  ];
}

/** "25/11/2026" */
const personDay = (day: string): string => day.split('-').toReversed().join('/');

/** "11/2026" */
const personMonth = (month: string): string => month.split('-').toReversed().join('/');

const style = `@page{size:A4;margin:12mm}body{font:8pt/1.2 Inter,system-ui,sans-serif;margin:0;color:#111}
h1{font-size:15pt;margin:0}p{margin:0 0 3mm}h2{font-size:10pt;margin:3mm 0 1mm}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.5mm 1.5mm;border-bottom:.2mm solid #bbb}
thead{display:table-header-group}tr{break-inside:avoid}tfoot td,tfoot th{border-top:.4mm solid #111;font-weight:700}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
.two{display:grid;grid-template-columns:1fr 1fr;gap:6mm;align-items:start}footer{margin-top:5mm;display:flex;justify-content:space-between}
.sign{width:60mm;border-top:.2mm solid #111;padding-top:1mm;text-align:center;margin-top:12mm}`;

/** More lines than a month has days do not fit on a page: the months are listed instead. */
const maxDays = 31;

/** A recap of some days on one page of A4, for the tax office: sums, payment methods, and a line for each day or month. */
export function recapPage(
  content: BooksContent,
  { language, costs, printedAt }: { language: Language; costs: boolean; printedAt: string },
): string {
  const { of, sheet } = booksWords(language);
  const {
    total,
    lines: { day, month },
  } = content;
  const reason = hiddenCash(content);
  const byMonth = day.length > maxDays;
  const amountFigures = figuresFor(costs).filter(({ type }) => type !== 'share');
  const methods = paymentRows(total);
  // What came by each method stands in a table of its own.
  const isMethod = ({ words: [, en] }: (typeof amountFigures)[number]): boolean =>
    methods.some(([name]) => name[1] === en);
  const sums = amountFigures
    .filter((figure) => !isMethod(figure))
    .map((figure) => row([of(figure.words)], [figure.of(total)]))
    .concat(serviceSums(content.services).map(([name, amount]) => row([of(name)], [amount])));
  const figures = amountFigures.filter(({ words: [, en] }) => columns.has(en));
  const lines = byMonth ? month : day;
  const name = (key: string): string => (byMonth ? personMonth(key) : personDay(key));
  const title = escaped(of(['Rekap penjualan', 'Sales recap']));
  return (
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body><main>` +
    `<h1>${title}</h1><p>${[content.shop, `${personDay(content.from)} – ${personDay(content.to)}`, of(['dalam rupiah', 'in rupiah'])].filter(Boolean).map(escaped).join(' · ')}</p>` +
    `<div class="two"><table><tbody>${sums.join('')}</tbody></table>` +
    `<table><thead><tr><th>${escaped(sheet('payments'))}</th><th class="n">${escaped(of(['Diterima', 'Taken']))}</th></tr></thead>` +
    `<tbody>${methods
      .map(([method, money]) => row([of(method)], [money?.taken ?? null]))
      .join('')}</tbody></table></div>` +
    (reason === null ? '' : `<p>${escaped(of(reason))}</p>`) +
    `<h2>${escaped(sheet(byMonth ? 'month' : 'day'))}</h2><table><thead><tr><th>${escaped(of(byMonth ? ['Bulan', 'Month'] : ['Hari', 'Day']))}</th>` +
    `${figures.map(({ words }) => `<th class="n">${escaped(of(words))}</th>`).join('')}</tr></thead>` +
    `<tbody>${lines
      .map(({ key, line }) =>
        row(
          [name(key)],
          figures.map((figure) => figure.of(line)),
        ),
      )
      .join('')}</tbody>` +
    `<tfoot>${row(
      [of(['Jumlah', 'Total'])],
      figures.map((figure) => figure.of(total)),
    )}</tfoot></table>` +
    `<footer><span>${escaped(of(['Dibuat', 'Made']))} ${escaped(printedAt)}</span><span class="sign">${escaped(of(['Pemilik', 'Owner']))}</span></footer>` +
    '</main></body></html>'
  );
}

/** The figures of a day that have room on the page, by their English name. */
const columns: ReadonlySet<string> = new Set([
  'Successful',
  'Turnover',
  'Cost',
  'Gross profit',
  'Service fee',
  'Bill admin',
]);

const row = (names: readonly string[], amounts: readonly (number | null)[]): string =>
  `<tr>${names.map((name) => `<td>${escaped(name)}</td>`).join('')}${amounts.map((amount) => `<td class="n">${amount === null ? '–' : groupThousands(amount)}</td>`).join('')}</tr>`;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
