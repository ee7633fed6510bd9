/*
 * The figures that a person can mean at a counter. Contracts refuse what is outside of them, for every procedure alike, and fields
 * say so; what is inside and still unlikely is asked about. Whole rupiah where nothing else is said.
 */

/** The most that a counter sells or takes by hand. */
export const maxAmount = 100_000_000;

/** The most that a bill comes to, and so the cash for it. */
export const maxBillAmount = 1_000_000_000_000;

/** The most that lies in a drawer, or is put in or taken out at once. */
export const maxDrawerAmount = 1_000_000_000;

/** The most that a shop has at its provider, or pays in at once. */
export const maxDeposit = 100_000_000_000;

/** Notes of one kind in a drawer: twenty bundles of a hundred. */
export const maxPieces = 2000;

const likelyExcess = { price: 5000, cash: 1_000_000 };

/** Whether a price is far above what the product is sold for, or stands for: a person is asked. */
export const isUnlikelyPrice = (price: number, usual: number): boolean =>
  price > 1.5 * usual && price - usual >= likelyExcess.price;

/** Whether cash is far above what is due, and so probably a number: a person is asked. */
export const isUnlikelyCash = (cash: number, due: number): boolean => cash > Math.max(2 * due, due + likelyExcess.cash);
