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

/** Whether two customer numbers name the same customer, however each side writes them. An empty one names nobody. */
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
  const part = spellingsOf(customerNo).at(-1) ?? '';
  return part !== '' && normaliseCustomerNo(text).toUpperCase().includes(part);
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
