import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { NewEvent } from '../../ports/journal.ts';

/**
 * A slip that leaves the shop, or did not after all. Only the proof of a success is counted: one that says "pending" is no
 * original of anything.
 */
export function printEvent(
  sale: Transaction,
  type: 'proof.printed' | 'proof.not_printed',
  more: 1 | -1,
  facts: NewEvent['data'] = {},
  actor = 'cashier',
) {
  const prints = sale.state === 'success' ? Math.max(0, sale.prints + more) : sale.prints;
  return {
    changes: { prints },
    event: {
      type,
      actor,
      data: { state: sale.state, copy: Math.max(1, sale.prints + (more === 1 ? 1 : 0)), ...facts },
      bodies: [],
    },
  };
}
