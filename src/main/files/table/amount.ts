import type { Decimal } from '../../../shared/domain/column-mapping.ts';

interface WrittenAmount {
  /** whole rupiah, without its sign */
  amount: number;
  negative: boolean;
  mark: Mark;
}

/** Which way money went; null: it is not said. */
export type Mark = 'debit' | 'credit' | null;

const written =
  /^(\()?\s*([+-])?\s*(?:rp\.?|idr)?\s*([+-]|\()?\s*(\d[\d.,]*?)(?:[.,][-=]{1,2}|-(?=$))?\s*(-)?\s*(?:rp|idr)?\s*(\))?\s*([a-z]{1,6})?\.?$/i;

/** An amount that a person can follow: digits, their groups, their decimals. Null for a sum, a date, a rounded number or a fraction alone. */
export function readAmount(text: string, decimal: Decimal): WrittenAmount | null {
  const [, before, sign, afterUnit, digits, signBehind, close, word] =
    written.exec(
      text
        .trim()
        .replace(/\u00a0/g, ' ')
        .replace(/\u2212/g, '-'),
    ) ?? [];
  const opened = Number(before !== undefined) + Number(afterUnit === '(');
  if (digits === undefined || opened !== Number(close !== undefined)) return null;
  const mark = word === undefined ? null : readMark(word);
  if (word !== undefined && mark === null) return null;
  const parts = partsOf(digits, decimal);
  const amount = Number(parts?.whole);
  if (parts === null || !Number.isSafeInteger(amount)) return null;
  // "10,65" is a price in thousands, and 10 rupiah are none.
  if (amount < smallestWithDecimals && /[1-9]/.test(parts.decimals)) return null;
  const negative =
    opened > 0 || sign === '-' || afterUnit === '-' || signBehind === '-' || /\d[-\u2212]$/.test(text.trim());
  return { amount, negative, mark };
}

/** Whether a cell says "nothing": a spreadsheet's accounting format writes zero as "Rp -". */
export const isNoAmount = (text: string): boolean => /^\s*(?:rp\.?|idr)?[-\u2212–—.\s]*$/i.test(text);

const smallestWithDecimals = 1000;

/** Four decimals and more are those of a database or a spreadsheet, whichever sign they use. */
const longDecimals = /^(\d+)[.,](\d{4,})$/;
/** Three behind digits that are in no groups are decimals too. */
const longWhole = /^(\d{4,})[.,](\d{3})$/;

function partsOf(digits: string, decimal: Decimal): { whole: string; decimals: string } | null {
  const long = longDecimals.exec(digits) ?? longWhole.exec(digits);
  if (long) return { whole: long[1] ?? '', decimals: long[2] ?? '' };
  const [group, point] = decimal === 'comma' ? ['.', ','] : [',', '.'];
  const [whole = '', decimals = '', ...more] = digits.split(point);
  const groups = whole.split(group);
  const isGrouped =
    groups.length === 1 || (/^\d{1,3}$/.test(groups[0] ?? '') && groups.slice(1).every((each) => /^\d{3}$/.test(each)));
  // One to three decimals; three only behind groups, where they cannot be thousands.
  const fits = /^\d{0,2}$/.test(decimals) || (decimals.length === 3 && groups.length > 1);
  return more.length === 0 && isGrouped && fits && whole !== '' ? { whole: groups.join(''), decimals } : null;
}

const marks: ReadonlyArray<[RegExp, 'debit' | 'credit']> = [
  [/^(?:d|db|dr|debi?t|debet|keluar|out|purchase|pembelian|transaksi|payment|pembayaran)$/i, 'debit'],
  [/^(?:k|c|cr|kr|kredit|credit|masuk|in|refund|retur|reversal|deposit)$/i, 'credit'],
];

/** Credit or a ticket, which a shop buys for itself and sells. */
export const isTopUp = (text: string): boolean => /^(?:top[ -]?up|tiket)\b/i.test(text.trim());

/** Debit or credit by its word or letter; null: neither. */
export const readMark = (text: string): Mark => marks.find(([pattern]) => pattern.test(text.trim()))?.[1] ?? null;

const creditWords = /refund|retur|revers|(?:k|peng)embali|cash ?back/i;
const debitWords = /^(?:pembelian|purchase|transaksi|payment|pembayaran)\b/i;
const doubtWords = /koreksi|batal|cancel|gagal|fail|tidak|belum|tolak|reject|pend|\bnot?\b|debi?t|debet|\?/i;

/** Debit or credit by a cell of words about a line; null: neither, or not plain. */
export function readDirection(text: string): Mark {
  const mark = readMark(text);
  if (mark !== null || doubtWords.test(text)) return mark;
  if (creditWords.test(text)) return 'credit';
  return debitWords.test(text) && !/deposit|top ?up|kredit|credit/i.test(text) ? 'debit' : null;
}

const byItself = [
  /^\d{4,}([.,])\d+$/,
  /^\d+([.,])\d{4,}$/,
  /^\d{1,3}(?:\.\d{3})+(,)\d{1,3}$/,
  /^\d{1,3}(?:,\d{3})+(\.)\d{1,3}$/,
];
const digitsIn = (text: string): string => /\d(?:[\d.,]*\d)?/.exec(text)?.[0] ?? '';
const decimalOf = (sign: string): Decimal => (sign === ',' ? 'comma' : 'point');

/** The signs before decimals that amounts show by themselves: "10275.125" a point, "525.375" neither. */
export function shownDecimals(values: readonly string[]): ReadonlySet<Decimal> {
  const signs = values.flatMap((value) => {
    const digits = digitsIn(value);
    return byItself.flatMap((form) => form.exec(digits)?.[1] ?? []);
  });
  return new Set(signs.map(decimalOf));
}

/** Whether an amount may have its thousands or decimals, since others beside it have decimals behind the same sign. */
export function isAmbiguous(text: string, decimals: ReadonlySet<Decimal>): boolean {
  const sign = /^\d{1,3}([.,])\d{3}$/.exec(digitsIn(text))?.[1];
  return sign !== undefined && decimals.has(decimalOf(sign));
}

/** The sign before decimals, where amounts show it by themselves, and no other one. */
export function onlyDecimal(values: readonly string[]): Decimal | null {
  const [only, other] = shownDecimals(values);
  return only !== undefined && other === undefined ? only : null;
}

/** Which sign stands before decimals, as the amounts of a column show; a comma where nothing shows it, as in Indonesia. */
export function proposeDecimal(values: readonly string[]): Decimal {
  const only = onlyDecimal(values);
  if (only !== null) return only;
  const fits = (decimal: Decimal): number =>
    values.filter((value) => readAmount(value, decimal) !== null || inThousands(value, decimal)).length;
  return fits('point') > fits('comma') ? 'point' : 'comma';
}

const inThousands = (value: string, decimal: Decimal): boolean =>
  (decimal === 'comma' ? /^\d{1,3},\d{1,2}$/ : /^\d{1,3}\.\d{1,2}$/).test(value.trim());
