/*
 * The largest figures that a person can mean at a counter. Contracts refuse more, and fields say so: a digit too many is no sale.
 * Whole rupiah where nothing else is said.
 */

/** What a counter sells or takes by hand. */
export const maxAmount = 100_000_000;

/** What a bill comes to, and so the cash for it and a deposit. */
export const maxBillAmount = 1_000_000_000_000;

/** What lies in a drawer, and what is put in or taken out at once. */
export const maxDrawerAmount = 1_000_000_000;

/** Notes of one kind in a drawer: ten bundles of a hundred, twice. */
export const maxPieces = 2000;
