import type { TransactionKind, TransactionState } from './state.ts';
import type { Transaction } from './transaction.ts';

type Moves = Readonly<Record<TransactionState, readonly TransactionState[]>>;

/** Which state may follow which. Anything else is a fault of the program and is refused by the journal. */
const common = {
  pending: ['success', 'failed', 'disputed'],
  success: ['disputed'],
  failed: ['disputed'],
  unknown: ['pending', 'success', 'failed', 'disputed'],
  disputed: ['success', 'failed'],
} as const;

const moves: Readonly<Record<TransactionKind, Moves>> = {
  prepaid: {
    ...common,
    inquired: [],
    expired: [],
    sending: ['pending', 'success', 'failed', 'unsent', 'unknown', 'disputed'],
    // A webhook or a person contradicts us about an order that we hold to have never left.
    unsent: ['disputed'],
  },
  postpaid: {
    ...common,
    inquired: ['sending', 'expired', 'disputed'],
    // The provider may name the same bill under the same id again.
    expired: ['inquired', 'disputed'],
    // A bill whose payment certainly never left may be paid again.
    sending: ['inquired', 'pending', 'success', 'failed', 'unknown', 'disputed'],
    unsent: [],
  },
};

/** Whether a sale of this kind may go from one state to another; staying where it is, is always allowed. */
export function mayMove(kind: TransactionKind, from: TransactionState, to: TransactionState): boolean {
  return from === to || moves[kind][from].includes(to);
}

/** Whether a person may correct what became of a sale: it is settled, and something was sent. A failed inquiry is no sale. */
export function isCorrectable({ state, sentAt, flags }: Pick<Transaction, 'state' | 'sentAt' | 'flags'>): boolean {
  if (state === 'success') return true;
  return (state === 'failed' || state === 'unsent') && (sentAt !== null || flags.includes('resolved_by_hand'));
}
