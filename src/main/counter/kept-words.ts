/**
 * An answer may be a megabyte, all of it one name. It would be kept with every sale, drawn on every button and read with the
 * whole catalogue, so that one product made the counter slow.
 */
const mostName = 200;
const mostDescription = 1000;
const mostAddress = 2000;

const shortly = (text: string | null | undefined, most: number): string | null =>
  text === null || text === undefined ? null : text.slice(0, most).toWellFormed();

/** A provider's name of anything, as it is kept. What is compared with a kept name goes through here first. */
export const keptName = (text: string | null | undefined): string | null => shortly(text, mostName);

export const keptDescription = (text: string | null | undefined): string | null => shortly(text, mostDescription);

/** Half an address is none. */
export const keptAddress = (address: string | null | undefined): string | null =>
  address !== null && address !== undefined && address.length <= mostAddress ? address : null;
