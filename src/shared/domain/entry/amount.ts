/** The most a counter takes by hand, as the contract has it. Whole rupiah. */
export const mostAmount = 100_000_000;

/** The most a bill comes to, and so the cash for it and the cash in a drawer. Whole rupiah. */
export const maxBillAmount = 1_000_000_000_000;

/**
 * Reads an amount as a cashier types it: digits, dots for reading, and "20rb" or "20k" for twenty thousand.
 * Whole rupiah; null for nothing typed, and for more than `max`, by default what a counter takes.
 */
export function readAmount(typed: string, max = mostAmount): number | null {
  // Not the R of "Rp12.000", which is pasted along.
  const thousands = /\d\s*[kr]/i.test(typed);
  // "Rp12.000,00", as invoices have it, is no hundred times as much.
  const digits = typed
    .replace(/,\d{0,2}$/, '')
    .replace(/\D/g, '')
    .slice(0, String(max).length);
  if (digits === '') return null;
  const amount = Number(digits) * (thousands ? 1000 : 1);
  return amount > max ? null : amount;
}

/** Whether what was typed has the form of an amount at all: "20000", "Rp20.000,00", "20rb", "20 k"; not "0812", not a code. */
export function isAmountLike(typed: string): boolean {
  const text = typed.trim();
  return (
    /^-?(rp\.?\s*)?(0|[1-9][\d. ]*)(,\d{0,2})?\s*(k|r|rb|ribu)?$/i.test(text) && text.replace(/\D/g, '').length <= 9
  );
}
