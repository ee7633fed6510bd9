import { asDialled, readCustomerNo } from '../../../shared/domain/customer-no.ts';

/** Whether a spreadsheet has rounded a long number, as in "8.12E+11": its last digits are lost. */
export const isRounded = (text: string): boolean => /^[+-]?\d+(?:[.,]\d+)?e\+?\d+$/i.test(text.trim());

/** The spellings of a customer's number, the likeliest first: a spreadsheet that took it for a number dropped its 0. */
export function numberSpellings(number: string): [string, string] {
  return [number, /^8\d{8,11}$/.test(number) ? `0${number}` : number];
}

/** A mobile number, and one of a meter, a bill or a card, within a text; not the groups behind an operator's prefix. */
const mobileIn = /(?<!\d|(?:62|0)8\d\d[^\p{L}\d]+)(?:\+?62|0)8\d{7,11}(?!\d)/gu;
const digitsIn = /(?<!\d|(?:62|0)8\d\d[^\p{L}\d]+)\d{10,13}(?!\d)/gu;

/**
 * A customer's number, comparable with `customer_key`; also the only one within a remark. Null if its digits are lost, if there is
 * none, if some are masked, or if several may be meant.
 */
export function numberIn(text: string): string | null {
  // A digit that is not 0 to 9 belongs to the number, and is none that can be compared.
  if (isRounded(text) || maskOf(text) !== null || /[^\d\P{N}]/u.test(text)) return null;
  const whole = /\p{L}/u.test(text) ? null : readCustomerNo(text);
  if (whole !== null) return asDialled(whole);
  for (const pattern of [mobileIn, digitsIn]) {
    const [only, ...more] = new Set(Array.from(text.matchAll(pattern), ([number]) => asDialled(number)));
    if (only !== undefined) return more.length === 0 ? only : null;
  }
  return /^(?=.*\d)[0-9A-Za-z]{3,30}$/.test(text) ? asDialled(text) : null;
}

/** Dots and dashes that stand for digits, not between groups of them. */
const hidden = /\.{2,}|-{2,}/g;
const masked = /^\+?(\d*)(?:[*•●]|[#_x]{2,})(?:[\d*•●#_x]*[*•●#_x])?(\d*)$/i;

/** The digits that a masked number shows at its ends: "0812****0001", "0812xxxx0001". Null: it is not masked. */
export function maskOf(text: string): { head: string; tail: string } | null {
  const bare = text
    .normalize('NFKC')
    .replace(hidden, '*')
    .replace(/[\s().-]+/g, '');
  const [, head, tail] = masked.exec(bare) ?? [];
  return head === undefined || tail === undefined ? null : { head, tail };
}

/** Whether a remark may name customers: by a masked number, or by several. */
export const namesCustomers = (text: string): boolean => maskOf(text) !== null || text.search(mobileIn) >= 0;

/** The first digits are those of many customers. */
const minTail = 3;
const minShown = 6;

/**
 * Whether a line's number is that of its sale; null where that is not known: empty, unreadable, several, letters, or masked but for a
 * few digits. Of a masked one the digits at both ends are compared.
 * @param written as it stands in the line
 * @param number as it is read
 * @param ours the sale's `customer_key`
 */
export function isSameNumber(written: string | null, number: string | null, ours: string): boolean | null {
  if (number !== null) return [number, `0${number}`].includes(ours) || (/^\d{6,}$/.test(number) ? false : null);
  const mask = written === null ? null : maskOf(written);
  if (mask === null) return null;
  const { head, tail } = mask;
  const spellings = ours.startsWith('0') ? [ours, `62${ours.slice(1)}`, ours.slice(1)] : [ours];
  const visibleLength = head.length + tail.length;
  const fits = spellings.some((each) => each.length >= visibleLength && each.startsWith(head) && each.endsWith(tail));
  return fits && tail.length < minTail && visibleLength < minShown ? null : fits;
}
