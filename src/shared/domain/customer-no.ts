/**
 * What a cashier types, pastes or scans, as it is sent: digits and letters only, and a number that came with "+62" written
 * the way the country dials it. A bare 62 stays: a meter's number may begin so, and no digit is changed on a guess.
 */
export function normaliseCustomerNo(typed: string): string {
  // With the dashes of word processors and the marks that cannot be seen, which come along when a number is pasted.
  const bare = typed.replace(/[\s\p{Pd}\p{Cf}.()/]/gu, '').replace(/^\++/, '+');
  // "+62 (0)812" writes the national 0 as well.
  if (/^\+62\d/.test(bare)) return `0${bare.slice(3).replace(/^0/, '')}`;
  return bare.replace(/^\+/, '');
}

/** How many digits a mobile number has, with its 0. */
const mobileDigits = { fewest: 10, most: 13 };

/** Whether digits may be a nominal that is written with as many as a group has: 100, 150, 1000 (thousands of rupiah). */
export const isNominalGroup = (digits = ''): boolean => /^(?:[1-9][05]0|[1-9]000)$/.test(digits);

/** An amount with its dots, which is no number by itself: "100.000", "1.500.000". */
const dottedAmount = /^(?:[1-9]\d{0,2}[.,]\d{3}|[1-9]\d?(?:[.,]\d{3}){2})$/;

/** One at an end of a text whose other digits are separated in another way: "7890 100.000". */
const dottedAtEnd = /^[1-9]\d{0,2}[.,]\d00[^\d.,]|[^\d.,][1-9]\d{0,2}[.,]\d00$/;

/** Whether groups are a number by themselves; a mobile one is that only with all of its digits. */
const isNumberAlone = (groups: readonly string[]): boolean =>
  dialledOf(groups).length >= (/^0?8/.test(groups[0] ?? '') ? mobileDigits.fewest : 8);

/** Whether the groups at one end may be a nominal, written "100", "1000" or "100.000", and the others a number without them. */
function mayHaveNominal(groups: readonly string[]): boolean {
  const isThousands = (at: number): boolean => /^[1-9]\d\d$/.test(groups.at(at) ?? '');
  const isRound = (at: number): boolean => /^\d00$/.test(groups.at(at) ?? '');
  const before = isNominalGroup(groups[0]) && groups.slice(1).join('').length >= 8;
  const thousandsBefore = isThousands(0) && isRound(1) && groups.slice(2).join('').length >= 8;
  const behind = isNominalGroup(groups.at(-1)) && isNumberAlone(groups.slice(0, -1));
  const thousandsBehind = isThousands(-2) && isRound(-1) && isNumberAlone(groups.slice(0, -2));
  return before || thousandsBefore || behind || thousandsBehind;
}

/**
 * The groups of a written number, without the country code: "+62 (0)812 3456" has 0812 and 3456. The signs between them may be any but
 * letters and digits.
 */
function groupsOf(text: string): string[] {
  const groups = text.match(/\d+/g) ?? [];
  const [first = '', second] = groups;
  const isDialled = /^[^\d+]*\+/.test(text);
  const isAlone = second !== undefined && (isDialled ? first.length <= 3 : first === '62' && second.startsWith('8'));
  const rest = isAlone ? groups.slice(1) : [first.replace(isDialled ? /^62/ : /^62(?=8\d\d$)/, ''), ...groups.slice(1)];
  const [next = '', after] = rest;
  return isDialled && next === '0' && after !== undefined ? [`0${after}`, ...rest.slice(2)] : rest;
}

/** With its 0, where the number of the groups is a mobile one. */
const dialledOf = (groups: readonly string[]): string => groups.join('').replace(/^8/, '08');

/**
 * Whether the signs inside a written number only group its digits the way people do, so that no digit of something else joins it:
 * nothing between them, groups of three or four, or an operator's prefix and the rest. False where a part may be a nominal or another
 * number: "081200000001 5", "0812 345 678 100", "100 0812 345 678".
 */
function isGrouping(groups: readonly string[]): boolean {
  const [first = '', second = ''] = groups;
  if (groups.length < 2) return true;
  const isMobile = /^0?8/.test(first);
  const whole = dialledOf(groups).length;
  if (isMobile && whole > mobileDigits.most) return false;
  if (groups.length === 2 && /^0?8\d\d$/.test(first) && second.length > 4) return true;
  if (isMobile && whole === mobileDigits.fewest && /^0?8\d\d \d{4} \d\d$/.test(groups.join(' '))) return true;
  if (!groups.every(({ length }) => length === 3 || length === 4)) return false;
  const isLaterNumber = (at: number): boolean =>
    (groups[at] ?? '').startsWith('08') && groups.slice(at).join('').length >= mobileDigits.fewest;
  if (groups.some((_, at) => at > 0 && isLaterNumber(at))) return false;
  return !mayHaveNominal(groups);
}

/**
 * A customer's number as somebody wrote it, normalised; null for what is none, or may be more than one number. One with letters is
 * written without a break.
 */
export function readCustomerNo(written: string): string | null {
  // A sign that cannot be seen may stand between two numbers as any other.
  const text = written.replace(/\p{Cf}+/gu, ' ').trim();
  // A digit of another script, or one in a circle, is no sign that only groups the others: without it the number is somebody else's.
  if (/[^\d\P{N}]/u.test(text)) return null;
  if (/\p{L}/u.test(text)) return isCustomerNo(text) ? text : null;
  if (dottedAmount.test(text) || dottedAtEnd.test(text) || /\d.*\+/.test(text) || !isGrouping(groupsOf(text)))
    return null;
  const number = normaliseCustomerNo(text.replace(/[^\d+]/g, ''));
  return isCustomerNo(number) ? number : null;
}

/** Whether two customer numbers name the same customer, however each side writes them. An empty one names no customer. */
export function sameCustomerNo(one: string, other: string): boolean {
  const number = asDialled(one);
  return number !== '' && number === asDialled(other);
}

/** For comparing and searching only, never for sending: here a mobile number that begins with a bare 62 is the same as with its 0. */
export function asDialled(customerNo: string): string {
  const number = normaliseCustomerNo(customerNo).toUpperCase();
  return /^628\d{7,11}$/.test(number) ? `0${number.slice(2)}` : number;
}

/** How a text may spell it: with its 0, with the country code, or with neither. The shortest comes last. */
function spellingsOf(customerNo: string): string[] {
  const number = asDialled(customerNo);
  return /^08\d{7,12}$/.test(number) ? [number, `62${number.slice(1)}`, number.slice(1)] : [number];
}

/** Whether a text is made of a number, also where more digits follow it: an id that is the number and the date. */
export function isMadeOf(text: string, customerNo: string): boolean {
  const digits = spellingsOf(customerNo).at(-1) ?? '';
  return digits !== '' && normaliseCustomerNo(text).toUpperCase().includes(digits);
}

/** Whether a whole number stands in a text, in any spelling and grouping: not as a part of a longer one, which is somebody else's. */
export function includesCustomerNo(text: string, customerNo: string): boolean {
  return spellingsOf(customerNo).some((spelling) => {
    if (spelling === '') return false;
    const grouped = Array.from(spelling).join(String.raw`[\s\p{Pd}.()]*`);
    const sign = /^\d+$/.test(spelling) ? String.raw`\d` : '[0-9A-Z]';
    return new RegExp(`(?<!${sign})${grouped}(?!${sign})`, 'u').test(text.toUpperCase());
  });
}

/** A number in groups of four for reading aloud: "0812 3456 7890". */
export function groupCustomerNo(customerNo: string, separator = ' '): string {
  return (customerNo.match(/.{1,4}/gu) ?? []).join(separator);
}

/** For logs and reports: the first and last digits only. */
export function maskCustomerNo(customerNo: string): string {
  if (customerNo.length <= 6) return '*'.repeat(customerNo.length);
  return `${customerNo.slice(0, 4)}${'*'.repeat(customerNo.length - 6)}${customerNo.slice(-2)}`;
}

const writable = /^[0-9A-Za-z]{3,30}$/;

/** Whether a normalised number can be one at all. The interface gives no lengths, so this only stops nonsense. */
export function isCustomerNo(customerNo: string): boolean {
  return writable.test(customerNo) && /\d/.test(customerNo);
}
