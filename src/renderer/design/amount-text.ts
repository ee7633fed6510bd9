/** The most a counter takes by hand, as the contract has it. */
export const mostAmount = 100_000_000;

/**
 * Reads an amount as a cashier types it: digits, dots for reading, and "20rb" or "20k" for twenty thousand.
 * Whole rupiah; null for nothing typed; more than the most is cut off to what was there before the last digit.
 */
export function readAmount(typed: string): number | null {
  // Not the R of "Rp12.000", which is pasted along.
  const thousands = /\d\s*[kr]/i.test(typed);
  // "Rp12.000,00", as invoices have it, is no hundred times as much.
  const digits = typed
    .replace(/,\d{0,2}$/, '')
    .replace(/\D/g, '')
    .slice(0, 9);
  if (digits === '') return null;
  const amount = Number(digits) * (thousands ? 1000 : 1);
  return amount > mostAmount ? null : amount;
}

const notes = [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000];

/** What a customer is likely to hand over for a total, besides the exact amount: next round sums, least first. */
export function likelyCash(total: number): number[] {
  const sums = notes.filter((note) => note >= 5000).map((note) => Math.ceil(total / note) * note);
  return [...new Set(sums)]
    .filter((sum) => sum > total && sum <= mostAmount)
    .sort((a, b) => a - b)
    .slice(0, 4);
}
