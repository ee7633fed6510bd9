import { isUnresolved } from '../../../src/shared/domain/transaction.ts';
import { type Invariant, noteMs } from '../world/books.ts';

/**
 * (i) No order is sent while the relay has reported to the counter that webhooks addressed to two unresolved orders fit no key, unless a
 * right one came later. Judged where neither a key is entered, nor the disk is full, nor the relay's clock jumps.
 */
export const stopsAtTwo: Invariant = {
  committed: ({ change: { event }, outcome: { sale } }, books) => {
    if (event.type !== 'sale.submitted' || sale?.kind !== 'prepaid') return null;
    const now = Date.parse(event.at);
    const refused = [...books.reportedRefusals].filter(([id, { reportedAt }]) => {
      const state = books.sales.get(id)?.state;
      return now - reportedAt > noteMs && state !== undefined && isUnresolved(state);
    });
    return refused.length < 2 ? null : `an order is sent, though ${refused.length} webhooks of orders fit no key`;
  },
};
