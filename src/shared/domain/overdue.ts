import type { Transaction } from './transaction.ts';

/**
 * Whether an order has been pending for longer than the shop waits. One that was sent when the clock ran that far ahead counts
 * as well: how old it is nobody knows, and until the clock is there again nobody could settle it.
 * @param now milliseconds since 1970
 */
export function isOverdue(
  sale: Pick<Transaction, 'state' | 'sentAt' | 'createdAt'>,
  now: number,
  afterMs: number,
): boolean {
  return sale.state === 'pending' && Math.abs(now - Date.parse(sale.sentAt ?? sale.createdAt)) >= afterMs;
}

/** The same for a database: overdue is what was sent at `before` or earlier, or at `after` or later. ISO 8601 UTC. */
export function overdueBounds(now: number, afterMs: number): { before: string; after: string } {
  return { before: new Date(now - afterMs).toISOString(), after: new Date(now + afterMs).toISOString() };
}
