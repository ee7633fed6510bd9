/** A number as three signs that no counter types: one gram, and so one place to look in. Up to 2^30. */
function token(first: number, value: number): string {
  const sign = (shift: number): number => first + ((value >> shift) & 1023);
  return String.fromCharCode(sign(20), sign(10), sign(0));
}

const hangul = 0xac00;
const ideographs = 0x4e00;

export const productToken = (number: number): string => token(hangul, number);

/** Amounts beyond a thousand million share one: they are compared afterwards. @param amount whole rupiah */
export const amountToken = (amount: number): string => token(ideographs, Math.min(amount, 2 ** 30 - 1));

/** Sales of more products than are kept apart; each of them must be looked at. */
export const manyProducts = 20_000;
export const otherProduct = 0;
