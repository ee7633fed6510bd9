import type { Transaction } from '../../../shared/domain/transaction.ts';

/** How long a bill may still be paid by the shop's own limit, milliseconds; 0 and below is over. */
export function timeLeft(
  bill: Pick<Transaction, 'inquiredAt' | 'createdAt'>,
  now: number,
  inquiryMinutes: number,
): number {
  return Date.parse(bill.inquiredAt ?? bill.createdAt) + inquiryMinutes * 60_000 - now;
}
