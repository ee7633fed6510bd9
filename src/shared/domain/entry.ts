import { maxAmount } from './bounds.ts';
import { readChatWords } from './chat-words.ts';
import { groupCustomerNo, isCustomerNo, isNominalGroup, readCustomerNo } from './customer-no.ts';
import { groupThousands } from './money.ts';
import { maxScannedLength, scannedProofs } from './proof.ts';
import { parseReceiptNo } from './transaction.ts';

/** "20000", "20.000", "Rp 20.000,00", "20.000,-", "20.000,=", "20rb", "20 k": groups of three, and no part of a rupiah. */
const writtenAmount =
  /^(?:rp\.?\s*)?(0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?: \d{3})+)(?:[.,]|,0{1,2}|,[-=])?\s*(k|r|rb|ribu)?$/i;

/**
 * Reads an amount as a cashier types it: digits, dots for reading, and "20rb" or "20k" for twenty thousand. No digit is left out or
 * guessed: "1.5", "0812" and "-5000" are no amounts.
 * Whole rupiah; null for what is none, and for more than `max`, by default what a counter takes.
 */
export function readAmount(typed: string, max = maxAmount): number | null {
  const [, digits, thousands] = writtenAmount.exec(typed.trim()) ?? [];
  if (digits === undefined) return null;
  const amount = Number(digits.replace(/\D/g, '')) * (thousands === undefined ? 1 : 1000);
  return amount > max ? null : amount;
}

/** Whether what is typed on can make an amount of it: "20.", "1.234.5" and "20ri" on the way. */
export const mayBecomeAmount = (typed: string): boolean =>
  /^(?:rp\.?\s*)?(?:[1-9]\d{0,2}(?:\.\d{3})*(?:\.\d{0,2})?|[1-9]\d*)?(?:,0?|\s*rib?)?$/i.test(typed.trim());

/** An amount's text in a field: its digits in thousands while it has nothing else. */
export const shownAmount = (text: string): string =>
  /^(0|[1-9]\d*)$/.test(text) ? text.replace(/\B(?=(?:\d{3})+$)/g, '.') : text;

/**
 * What a field for an amount keeps of a text. Dots that were typed stay until a digit more moves the thousands, "Rp" goes, and all
 * else is there for a person to see.
 */
export const keptAmount = (text: string): string =>
  /^\s*(?:rp\.?\s*[1-9]\d{0,2}(?:[. ]\d{3})+|[1-9]\d{0,2}(?:[. ]\d{3})*[. ]\d{4})\s*$/i.test(text)
    ? text.replace(/\D/g, '')
    : text;

/** Whether what was typed is meant as money, also where it is no amount: no code, and no number that begins with its 0. */
function isMoneyLike(typed: string): boolean {
  return (
    /^-?\s*(rp\.?\s*)?-?(0|[1-9][\d., ]*)(,[-=]?)?\s*(k|r|rb|ribu)?$/i.test(typed) &&
    typed.replace(/\D/g, '').length <= 9
  );
}

/** What the one field expects next. It takes anything at any time; this only settles what could be two things. */
export type EntryStep = 'customerNo' | 'product' | 'price' | 'tendered';

/** What somebody typed, pasted or scanned into the one field. Numbers are normalised, codes are as typed. */
export type EntryReading =
  | { is: 'nothing' }
  | { is: 'number'; customerNo: string; dropped?: string }
  /** could be a code, a part of a product's name, or the nominal alone: the caller, which has the products, decides */
  | { is: 'product'; text: string }
  /** "TSEL10.0812…"; `dropped`: the words of a chat that are no part of it, "Bu Sri" */
  | { is: 'quick'; product: string; customerNo: string; dropped?: string }
  /** whole rupiah */
  | { is: 'amount'; amount: number }
  /** money that no counter takes: too much, below nothing, or a part of a rupiah */
  | { is: 'noAmount'; text: string }
  | { is: 'receipt'; receiptNo: string }
  /** a scanned proof, from its tag on or with an address before it */
  | { is: 'proof'; text: string }
  /** more than one number, or a number and something else, and nothing says which is which: a person writes it again */
  | { is: 'unclear'; text: string }
  /** digits that are too few or too many for a number, and stand for no product either */
  | { is: 'noNumber'; text: string };

/** Fewer digits are no number that anybody would have. */
const minDigits = 3;

/** Fewer digits behind the dot belong to a code or to an amount ("10.000", "PLN.20"). */
const minDigitsBehindDot = 8;

/** No number and no code is that long. */
const endlessDigits = /^\d{31}/;

/** This number of digits is a customer's number even where a product's code or an amount is expected. */
const surelyNumber = 10;

/**
 * Says what stands in the one field. Never throws and never guesses a digit: what could be two things is settled by what is
 * expected, and everything is read back before it is sent.
 * @param step what is expected next
 * @param max the largest amount that is read as one
 */
export function readEntry(typed: string, step: EntryStep, max = maxAmount): EntryReading {
  const text = typed
    .slice(0, maxScannedLength)
    .replace(/\p{C}+/gu, ' ')
    .trim();
  if (text === '') return { is: 'nothing' };
  if (isProof(text)) return { is: 'proof', text };
  const receipt = parseReceiptNo(text);
  // "0812-345678" is a number with a dash; a terminal's name has a letter in it.
  if (receipt && /[A-Z]/.test(receipt.series)) return { is: 'receipt', receiptNo: text.toUpperCase() };
  if (expectsMoney(step) && isMoneyLike(text)) {
    const amount = readAmount(text, max);
    return amount === null ? { is: 'noAmount', text } : { is: 'amount', amount };
  }
  const quick = readQuickCode(text);
  if (quick) return isNameOnly(text, quick.product) ? nameAndNumber(quick) : { is: 'quick', ...quick };
  const one = readOne(text, step);
  if ((one.is !== 'product' && one.is !== 'unclear') || expectsMoney(step)) return one;
  // Words beside a whole number are no name of a product.
  const isChat = /\s/.test(text) && text.replace(/\D/g, '').length >= minDigitsInFront;
  return readChat(text) ?? (isChat ? { is: 'unclear', text } : one);
}

function readOne(text: string, step: EntryStep): EntryReading {
  const written = writtenNumber(text);
  if (written === null && endlessDigits.test(text)) return { is: 'noNumber', text };
  if (written === null && isSeveralNumbers(text)) return { is: 'unclear', text };
  if (step === 'customerNo') {
    const number = written ?? letteredNumber(text);
    if (number !== null) return { is: 'number', customerNo: number };
    return /^[\d\s+().\-/]+$/.test(text) ? { is: 'noNumber', text } : { is: 'product', text };
  }
  if (written !== null && (beginsAsNumber(text) || written.length >= surelyNumber)) {
    return { is: 'number', customerNo: written };
  }
  return { is: 'product', text };
}

const isProof = (text: string): boolean => text.length > 20 && scannedProofs(text).length > 0;

interface QuickCode {
  product: string;
  customerNo: string;
}

/** A product as it stands beside a number: its code, or its nominal as people write it. */
const productWord = String.raw`[\dA-Za-z][\w-]{0,49}`;
const nominalWord = String.raw`(?:rp\.?\s*)?\d{1,3}(?:[.,]\d{3})*\s*(?:k|rb|ribu)?|\d{4,7}|[A-Za-z][\w-]{0,49}`;
const quickCode = new RegExp(String.raw`^(${productWord})\s*[.*#]\s*(?:[2-9]\s*[.*#]\s*)?([^.*#].*)$`);
const productFirst = new RegExp(String.raw`^(${productWord})\s+(\S.*)$`);
const numberFirst = new RegExp(String.raw`^(.*?\d)[^\p{L}\d]+(${nominalWord})[.!]?$`, 'iu');

/**
 * The habit of counters: `product.number`, and `product.2.number` for the second one to the same number on a day. The count is
 * read and answers nothing: a repeat is asked about where it is known how many there were. The product may be its nominal
 * alone ("10.0812…"). Spaces, '*' and '#' are typed for the dot, too. Chats have the number first ("0812… 10rb"). Null for anything else.
 */
function readQuickCode(text: string): QuickCode | null {
  const dotted = quickCode.exec(text);
  const [, code = '', behind = ''] = dotted ?? productFirst.exec(text) ?? [];
  // "0812.3456.7890" is a number with dots; two long numbers are no product and its number.
  const isCode =
    code !== '' &&
    !/^(?:0\d|\d{8})|\d[-_]0\d/.test(code) &&
    !isPartOfNumber(code, behind) &&
    writtenNumber(text) === null;
  const customerNo = isCode ? (writtenNumber(behind) ?? letteredNumber(behind)) : null;
  const least = dotted || beginsAsNumber(behind) ? minDigitsBehindDot : surelyNumber;
  if (customerNo !== null && customerNo.length >= least) return { product: code, customerNo };
  return readNumberFirst(text);
}

/** Whether the digits in front of others are no nominal, but may be a group of theirs or the thousands of an amount. */
function isPartOfNumber(code: string, behind: string): boolean {
  if (/[^\d_-]/.test(code)) return false;
  if (/^8[1-9]/.test(code) || /^\d00\D/.test(behind)) return true;
  if (!/\d\D+\d/.test(behind) || /^(?:[1-9]\d?|[1-9]\d{1,3}000)$/.test(code)) return false;
  // Three groups of a mobile number and a nominal are more digits than a meter has.
  const isMobile = /^\W*(?:62\W*)?8[1-9]/.test(behind) && behind.replace(/\D/g, '').length >= surelyNumber;
  return !isNominalGroup(code) || !(isMobile || /^\W*(?:62\W*)?08/.test(behind));
}

/** Fewer digits in one piece may be a group of a number. */
const minDigitsInFront = 9;

/** A number and the nominal or code behind it. A number in groups may go on with three or four digits: that is asked. */
function readNumberFirst(text: string): QuickCode | null {
  const [, front = '', product = ''] = numberFirst.exec(text) ?? [];
  const customerNo = writtenNumber(front);
  if (customerNo === null || customerNo.length < minDigitsInFront || writtenNumber(text) !== null) return null;
  // "5000 0812 0000 60000": the nominal stands in front, and the number has groups of its own.
  if (/\d\D+08\d\d|^\W*(?:[1-9][05]0|[1-9]000|[1-9]\d{0,2}[.,]\d00)\D+\d/.test(front)) return null;
  const isWhole = /^\W*\d+$/.test(front) || /^\+?62\W*\d+$/.test(front);
  // Programs write numbers in fours, so that the last group has a digit or two; a mobile number has thirteen at most.
  const digits = customerNo.length + product.length;
  const mayGoOn =
    !isWhole && /^\d{1,4}$/.test(product) && !(/^(0|62)8/.test(customerNo) && digits > maxMobile(customerNo));
  return mayGoOn || product.startsWith('0') ? null : { product: product.replace(/\s/g, ''), customerNo };
}

/**
 * A number in a chat with words around it, and the nominal or code, in any order: "Bu Sri 0812… 25k". Null where that is not certain:
 * no whole number, more than one, or a word that takes something back.
 */
function readChat(text: string): EntryReading | null {
  const chat = readChatWords(text);
  const order = chat && readPieces(chat.pieces);
  if (!order || order.customerNo.length < minDigitsInFront) return null;
  const product = [chat.product, order.product ?? ''].filter((each) => each !== '').join(' ');
  const { customerNo } = order;
  const dropped = chat.dropped === '' ? {} : { dropped: chat.dropped };
  return product === '' ? { is: 'number', customerNo, ...dropped } : { is: 'quick', product, customerNo, ...dropped };
}

/** "Sri 0812…": a word as names are written, and no word for a product. With a dot it is a code. */
const isNameOnly = (text: string, product: string): boolean =>
  /^\p{Lu}\p{Ll}+$/u.test(product) && readChatWords(product)?.product === '' && !/^\s*\p{L}+\s*[.*#]/u.test(text);

const nameAndNumber = ({ product, customerNo }: QuickCode): EntryReading => ({
  is: 'number',
  customerNo,
  dropped: product,
});

const nominalAlone = new RegExp(`^(?:${nominalWord})$`, 'i');

/** A number, alone or with its product beside it, or behind or before words. */
function readPieces([first = '', second, ...more]: readonly string[]): { product?: string; customerNo: string } | null {
  if (more.length > 0) return null;
  if (second === undefined) {
    const customerNo = writtenNumber(first);
    return customerNo === null ? readQuickCode(first) : { customerNo };
  }
  const numbers = [writtenNumber(first), writtenNumber(second)].map((each) =>
    each !== null && each.length >= minDigitsInFront ? each : null,
  );
  const [one, other] = numbers;
  // A space before a digit stays: "2 10k" is no amount.
  const product = (one === null ? first : second).replace(/^rp\.?\s*(?=\d)|\s(?=\D)/gi, '');
  const customerNo = one ?? other;
  const isOrder = customerNo && (one === null || other === null) && nominalAlone.test(product);
  return isOrder ? { product, customerNo } : null;
}

const maxMobile = (customerNo: string): number => (customerNo.startsWith('0') ? 13 : 14);

/** A whole number with more digits or words beside it, which `readCustomerNo` joins to none. */
function isSeveralNumbers(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return /\d[^\p{L}\d]+\d/u.test(text) && digits >= (/\p{L}/u.test(text) ? surelyNumber : minDigitsBehindDot);
}

/**
 * A customer number the way people write it: digits with spaces, dashes, brackets, dots or a plus, and signs that cannot be
 * seen. Null where there are letters, too few digits, or more than one number.
 */
function writtenNumber(text: string): string | null {
  const number = /\p{L}/u.test(text) ? null : readCustomerNo(text);
  return number !== null && number.length >= minDigits ? number : null;
}

/**
 * A number with letters in it, as some billers have: only where a number is waited for, because a product's code looks the
 * same. Five digits and more are no product.
 */
function letteredNumber(text: string): string | null {
  return isCustomerNo(text) && text.replace(/\D/g, '').length >= 5 ? text : null;
}

/** Begins the way only a number does: the 0 of the country, or a plus. */
const beginsAsNumber = (text: string): boolean => /^\s*\(?(\+|0\d)/.test(text);

/** Digits that stand alone are no longer than the longest number; anything else may be a scan. */
const maxDigits = 30;

const expectsMoney = (step: EntryStep): boolean => step === 'price' || step === 'tendered';
const isAllDigits = (text: string): boolean => /^\+?\d+$/.test(text);
const isAmount = (text: string, step: EntryStep): boolean =>
  expectsMoney(step) && /^(0|[1-9]\d*)$/.test(text) && text.length <= 9;

/** How the field shows what was typed: numbers in groups of four, amounts in thousands, anything else as it is. */
export function shownEntry(text: string, step: EntryStep): string {
  if (isAmount(text, step)) return groupThousands(Number(text));
  return isAllDigits(text) ? groupCustomerNo(text) : text;
}

/** What the field keeps of a typed, pasted or scanned text: all of its digits, blanks and words, since they may say what is what. */
export function keptEntry(typed: string, step: EntryStep): string {
  const text = typed.slice(0, maxScannedLength).replace(/\p{Cc}/gu, '');
  if (isAllDigits(text)) return text.slice(0, maxDigits + 1);
  return expectsMoney(step) && isMoneyLike(text.trim()) ? keptAmount(text) : text;
}
