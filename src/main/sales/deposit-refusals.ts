import { saysLackOfDeposit } from '../../shared/domain/refusal-words.ts';
import { isUnresolved, type Transaction } from '../../shared/domain/transaction.ts';

/** How many failures in a row speak of too little deposit, whether an answer or a webhook said so. */
export interface DepositRefusals {
  /** to be called with every sale as it is stored */
  record(sale: Transaction): void;
  /** several in a row, and nothing else since */
  areSeveral(): boolean;
}

const several = 2;

/**
 * Each sale counts once, when it leaves the unresolved states: printing a receipt later says nothing about the deposit. What a
 * person recorded is not the provider's word. "Pending" neither counts nor ends the row: the refusal may follow by webhook.
 */
export function countDepositRefusals(): DepositRefusals {
  const unresolved = new Set<string>();
  let inARow = 0;
  return {
    record({ id, state, message, flags }) {
      if (isUnresolved(state)) {
        unresolved.add(id);
        return;
      }
      if (!unresolved.delete(id) || flags.includes('resolved_by_hand')) return;
      if (state === 'failed' && message !== null && saysLackOfDeposit(message)) inARow += 1;
      else if (state === 'failed' || state === 'success') inARow = 0;
    },
    areSeveral: () => inARow >= several,
  };
}
