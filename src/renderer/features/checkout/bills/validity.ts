import type { Transaction } from '../../../../shared/domain/transaction.ts';

/** How long a bill may still be paid by the shop's own limit, milliseconds; 0 and below is over. */
export function timeLeft(
  bill: Pick<Transaction, 'inquiredAt' | 'createdAt'>,
  now: number,
  inquiryMinutes: number,
): number {
  const limit = inquiryMinutes * 60_000;
  // The page knows main's clock to the second: it never says more than the limit.
  return Math.min(limit, Date.parse(bill.inquiredAt ?? bill.createdAt) + limit - now);
}
