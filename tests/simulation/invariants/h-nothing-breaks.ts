import type { Invariant } from '../world/books.ts';

/**
 * (h) Not one of the seven, but what they rest on: no procedure of the counter, no webhook and no part of the relay fails
 * inside with anything but a fault of the disk.
 */
export const nothingBreaks: Invariant = {
  broke: ({ where, fault }) => `${where} fails inside: ${fault}`,
};
