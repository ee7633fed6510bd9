import type { Invariant } from '../world/books.ts';

/**
 * (g) A killed counter starts again in one attempt: on the same file, at whatever await it was killed, the start succeeds
 * (unless the disk is full or it is killed once more), and afterwards no sale is `sending` that it does not send itself. Every sale
 * that it has said to be parked is still there.
 */
export const startsAgain: Invariant = {
  parked: ({ ids }, books) => ([...books.parked].every((id) => ids.includes(id)) ? null : 'a parked sale is gone'),
  started: ({ failed }, books) => {
    if (failed !== null) return `the counter does not start: ${failed}`;
    const stuck = [...books.sales.values()].find(({ state }) => state === 'sending');
    return stuck ? 'a sale is still "sending" after the start' : null;
  },
};
