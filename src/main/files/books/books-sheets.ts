import type { NamedLine } from '../../../shared/contract/ledger.ts';
import { methodNames, type PaymentMethod, paymentMethods } from '../../../shared/domain/payment.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import type { KnownAmount, ReportMoney, ReportRow } from '../../../shared/domain/sales-report.ts';
import type { Recap, RecapShift, RecapWay } from '../../ledger/index.ts';
import type { Cell } from '../export/csv.ts';
import { wallTime } from '../export/sale-table.ts';
import type { Sheet, SheetColumn } from '../export/xlsx.ts';

type Words = readonly [id: string, en: string];
type Type = SheetColumn['type'];

/** A recap, and whose it is. */
export interface BooksContent extends Recap {
  shop: string;
  from: string;
  to: string;
}

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
export const paymentRows = ({ tab, ...line }: ReportRow): [Words, Partial<ReportMoney> | null][] =>
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
  payments: ['Cara bayar', 'Payment methods'],
  shifts: ['Shift', 'Shifts'],
  moves: ['Kas masuk keluar', 'Cash in and out'],
} as const satisfies Record<string, Words>;

/** The words of a file of books, in its language. */
export function booksWords(language: Language) {
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
export const figuresFor = (costs: boolean) => figures.filter(({ ofCosts = false }) => costs || !ofCosts);

/** The books of some days as the sheets of a workbook. */
export function booksSheets(content: BooksContent, { language, timeZone, costs }: Options): Sheet[] {
  const { of, sheet, actor } = booksWords(language);
  const shown = figuresFor(costs);
  const time = wallTime(timeZone);
  const column = (header: Words, type: Type = 'text'): SheetColumn => ({ header: of(header), type });
  const lines = (name: RecapWay, keys: SheetColumn[], cells: (line: NamedLine) => Cell[]): Sheet => ({
    name: sheet(name),
    columns: [...keys, ...shown.map((figure) => column(figure.words, figure.type))],
    rows: [
      ...content.lines[name].map((line) => [...cells(line), ...shown.map((figure) => figure.of(line.line))]),
      [of(['Jumlah', 'Total']), ...keys.slice(1).map(() => null), ...shown.map((figure) => figure.of(content.total))],
    ],
  });
  const summary: Sheet = {
    name: sheet('summary'),
    columns: [
      column(['Rekap penjualan', 'Sales recap']),
      column(['Nilai', 'Value'], 'rupiah'),
      column(['Keterangan', 'Note']),
    ],
    rows: [
      [of(['Toko', 'Shop']), null, content.shop],
      [of(['Periode', 'Period']), null, `${personDay(content.from)} – ${personDay(content.to)}`],
      ...shown
        .filter(({ type }) => type !== 'share')
        .map((figure): Cell[] => [of(figure.words), figure.of(content.total), null]),
    ],
  };
  const isOffice = content.shifts.some(({ counter }) => counter !== undefined);
  const counterColumn = isOffice ? [column(['Konter', 'Counter'])] : [];
  return [
    summary,
    lines('day', [column(['Hari', 'Day'], 'day')], ({ key }) => [key]),
    lines('month', [column(['Bulan', 'Month'])], ({ key }) => [personMonth(key)]),
    lines('product', [column(['Kode produk', 'Product code']), column(['Produk', 'Product'])], ({ key, name }) => [
      key,
      name,
    ]),
    lines('brand', [column(['Operator', 'Operator'])], ({ key }) => [key || of(['Tanpa operator', 'No operator'])]),
    lines('cashier', [column(['Kasir', 'Cashier'])], ({ key, name }) => [name ?? actor(key)]),
    {
      name: sheet('payments'),
      columns: [
        column(['Cara bayar', 'Payment method']),
        column(['Diterima', 'Taken'], 'rupiah'),
        column(['Gantung', 'On hold'], 'rupiah'),
        column(['Harus dikembalikan', 'Refund due'], 'rupiah'),
        column(['Sudah dikembalikan', 'Refunded'], 'rupiah'),
      ],
      rows: paymentRows(content.total).map(([name, money]) => [
        of(name),
        money?.taken ?? null,
        money?.held ?? null,
        money?.toReturn ?? null,
        money?.returned ?? null,
      ]),
    },
    {
      name: sheet('shifts'),
      columns: [
        ...counterColumn,
        column(['Shift', 'Shift'], 'count'),
        column(['Hari', 'Day'], 'day'),
        column(['Dibuka', 'Opened'], 'time'),
        column(['Dibuka oleh', 'Opened by']),
        column(['Ditutup', 'Closed'], 'time'),
        column(['Ditutup oleh', 'Closed by']),
        ...[
          'Uang awal|Opening',
          'Dari penjualan|From sales',
          'Dikembalikan|Refunded',
          'Uang masuk|Paid in',
          'Uang keluar|Paid out',
          'Harus ada|Expected',
          'Terhitung|Counted',
          'Selisih|Difference',
          'Omzet|Turnover',
        ].map((pair): SheetColumn => {
          const [id = '', en = ''] = pair.split('|');
          return column([id, en], 'rupiah');
        }),
        ...(costs ? [column(['Laba kotor', 'Gross profit'], 'rupiah')] : []),
      ],
      rows: content.shifts.map((shift) => shiftCells(shift, time, actor, costs)),
    },
    {
      name: sheet('moves'),
      columns: [
        ...counterColumn,
        column(['Waktu', 'Time'], 'time'),
        column(['Shift', 'Shift'], 'count'),
        column(['Oleh', 'By']),
        column(['Masuk', 'In'], 'rupiah'),
        column(['Keluar', 'Out'], 'rupiah'),
        column(['Alasan', 'Reason']),
      ],
      rows: content.shifts.flatMap(({ counter, shift, moves }) =>
        moves.map(({ at, by, direction, amount, reason }): Cell[] => [
          ...(counter === undefined ? [] : [counter]),
          time(at),
          shift.number,
          actor(by),
          direction === 'in' ? amount : null,
          direction === 'out' ? amount : null,
          reason,
        ]),
      ),
    },
  ];
}

function shiftCells(
  { counter, shift, closed }: RecapShift,
  time: (at: string | null) => string | null,
  actor: (name: string) => string,
  costs: boolean,
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
    drawer?.taken ?? null,
    drawer?.returned ?? null,
    drawer?.paidIn ?? null,
    drawer?.paidOut ?? null,
    drawer?.expected ?? null,
    shift.closed?.counted ?? null,
    shift.closed?.difference ?? null,
    sums?.turnover ?? null,
    ...(costs ? [sums?.margin ?? null] : []),
  ];
}

/** "25/11/2026" */
export const personDay = (day: string): string => day.split('-').toReversed().join('/');

/** "11/2026" */
export const personMonth = (month: string): string => month.split('-').toReversed().join('/');
