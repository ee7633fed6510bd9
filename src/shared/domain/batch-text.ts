import { maxBatchLines } from './batch.ts';
import { asDialled } from './customer-no.ts';
import { readEntry } from './entry.ts';

/**
 * Why a line cannot be a sale.
 * - empty, between others
 * - letters: no number, or one with letters in it
 * - unclear: more than one number, or a number and something else that may belong to it
 * - short, long: too few or too many digits for any number
 * - twice: an earlier line is for the same number and product
 * - many: more lines than a batch takes
 */
export type BatchTextFault = 'empty' | 'letters' | 'unclear' | 'short' | 'long' | 'twice' | 'many';

/** One sale of a typed or pasted list. */
export interface BatchTextLine {
  /** of the text, the first is 1; several sales may stand on one line */
  line: number;
  /** as typed: a code or a nominal; null: the product of all lines */
  product: string | null;
  customerNo: string;
  /** words of a chat that are no part of the sale: "Bu Sri" */
  dropped: string;
  fault: BatchTextFault | null;
  /** of "twice": the earlier line */
  sameAs: number | null;
}

/** No mobile number has more digits, and no number of another kind. */
const maxDigits = { mobile: 13, other: 20 };

/**
 * Reads a list of numbers with their products, as chats have it: one on each line, or several with a comma between them. Empty lines
 * at both ends are nothing.
 */
export function readBatchText(text: string): BatchTextLine[] {
  const all = text.replace(/\s+$/, '').split(/\r?\n/);
  const first = all.findIndex((line) => line.trim() !== '');
  if (first === -1) return [];
  const read = all.flatMap((whole, at) =>
    at < first ? [] : readParts(whole).map((reading) => Object.assign({ line: at + 1 }, reading)),
  );
  const hasNumber = read.some((reading) => reading.fault === null && reading.customerNo.length >= surelyNumber);
  const lines: BatchTextLine[] = [];
  for (const reading of read) {
    const entry = hasNumber && mayBeAmount(reading) ? { line: reading.line, ...unclear } : reading;
    const twin = entry.fault === null ? lines.find((other) => isSame(other, entry)) : undefined;
    const fault = twin ? 'twice' : lines.length >= maxBatchLines ? 'many' : entry.fault;
    lines.push({ ...entry, fault, sameAs: twin?.line ?? null });
  }
  return lines;
}

/** The sales of one line. Where a comma has cut a number into parts, the groups behind it are none either. */
function readParts(whole: string): ReadLine[] {
  const parts = whole
    .split(/[,;\t]/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
  if (parts.length < 2) return [readLine(parts[0] ?? '')];
  const order =
    parts.length === 2 && parts.some((piece) => surelyNominal.test(piece)) ? readLine(parts.join(' ')) : null;
  if (order !== null && order.fault === null) return [order];
  const lines = parts.map((piece) => (nominalAlone.test(piece) ? unclear : readLine(piece)));
  const isCut = lines.some(({ fault }) => fault === 'short');
  return lines.map((line, at) => (isCut && mayBeGroups(line, parts[at] ?? '') ? unclear : line));
}

/** "0812…, 10rb" is one sale: with its unit it is money and no customer's number. */
const surelyNominal = /^(?:rp\.?\s*[1-9][\d.]*|[1-9]\d{0,3}\s*(?:k|rb|ribu))$/i;

/** Beside another number on its line it may be that one's nominal: "081234567890, 100000". */
const nominalAlone = /^[1-9]\d{0,3}000$/;

/** This number of digits is a customer's number, with any words beside it. */
const surelyNumber = 10;

const mayBeGroups = ({ product, customerNo, fault }: ReadLine, text: string): boolean =>
  product === null && fault === null && !/^\d{10,}$/.test(text) && !/^08\d{8}/.test(asDialled(customerNo));

/** Beside a longer number: too few digits for one, or a round sum. */
const mayBeAmount = ({ product, customerNo, fault }: ReadLine): boolean =>
  product === null && fault === null && (customerNo.length < 8 || /^[1-9]\d{0,5}000$/.test(customerNo));

type ReadLine = Pick<BatchTextLine, 'product' | 'customerNo' | 'dropped' | 'fault'>;

const nothing = { product: null, customerNo: '', dropped: '' };
const unclear: ReadLine = { ...nothing, fault: 'unclear' };

function readLine(text: string): ReadLine {
  if (text === '') return { ...nothing, fault: 'empty' };
  const entry = readEntry(text, 'customerNo');
  switch (entry.is) {
    case 'number':
    case 'quick': {
      const { customerNo, dropped = '' } = entry;
      const product = entry.is === 'quick' ? entry.product : null;
      return { product, customerNo, dropped, fault: numberFault(customerNo) };
    }
    case 'noNumber':
      return { ...nothing, fault: text.replace(/\D/g, '').length > maxDigits.mobile ? 'long' : 'short' };
    case 'unclear':
      return unclear;
    case 'product':
    case 'amount':
    case 'noAmount':
    case 'receipt':
    case 'proof':
    case 'nothing':
      return { ...nothing, fault: 'letters' };
  }
}

function numberFault(customerNo: string): BatchTextFault | null {
  if (/\D/.test(customerNo)) return 'letters';
  const most = asDialled(customerNo).startsWith('08') ? maxDigits.mobile : maxDigits.other;
  if (customerNo.length > most) return 'long';
  return customerNo.length < 6 ? 'short' : null;
}

const isSame = (one: ReadLine, other: ReadLine): boolean =>
  one.customerNo !== '' &&
  asDialled(one.customerNo) === asDialled(other.customerNo) &&
  (one.product ?? '').toLowerCase() === (other.product ?? '').toLowerCase();

/** The text without the lines that are empty or stand there twice. */
export function withoutEmptyAndDoubled(text: string): string {
  const wrong = new Set(
    readBatchText(text)
      .filter(({ fault }) => fault === 'empty' || fault === 'twice')
      .map(({ line }) => line),
  );
  return text
    .split(/\r?\n/)
    .filter((_, at) => !wrong.has(at + 1))
    .join('\n');
}
