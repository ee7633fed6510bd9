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

/** What a product is usually sold for. */
export interface UsualPrice {
  amount: number;
  /** false: the shop has set none, and this is the nominal that the product stands for */
  isSet: boolean;
}

/** Shops put so much on top of a small nominal. */
const likelyMargin = 5000;

/** Whether a price is far above what the product is sold for, or stands for: a person is asked. */
export const isUnlikelyPrice = (price: number, { amount, isSet }: UsualPrice): boolean =>
  price >= 1.5 * amount && price - amount >= (isSet ? 1 : likelyMargin);

const largestNote = 100_000;

/** Whether cash is far above what is due, and so has a digit too many or is a number: a person is asked. One note is never. */
export const isUnlikelyCash = (cash: number, due: number): boolean =>
  cash > largestNote && (cash >= 10 * due || cash > Math.max(2 * due, due + 10 * largestNote));
