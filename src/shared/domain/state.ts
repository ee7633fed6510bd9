import { z } from 'zod';

/** Where a sale stands. See docs/adr/0003-life-of-a-sale.md for what each one means for the money. */
export const transactionStates = [
  'inquired',
  'sending',
  'pending',
  'success',
  'failed',
  'unsent',
  'unknown',
  'disputed',
  'expired',
] as const;

export const TransactionState = z.enum(transactionStates);
export type TransactionState = z.infer<typeof TransactionState>;

export const TransactionKind = z.enum(['prepaid', 'postpaid']);
export type TransactionKind = z.infer<typeof TransactionKind>;

const unresolved: ReadonlySet<TransactionState> = new Set(['sending', 'pending', 'unknown', 'disputed']);

/** Money is out and nobody knows, or nobody agrees, where: the product and number stay locked. */
export function isUnresolved(state: TransactionState): boolean {
  return unresolved.has(state);
}

/** The states for which a unique product and number may have only one sale, for queries. */
export const unresolvedStates: readonly TransactionState[] = [...unresolved];
