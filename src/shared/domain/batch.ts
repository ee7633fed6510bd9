import { z } from 'zod';
import { paymentsOf } from './cash.ts';
import { sameCustomerNo } from './customer-no.ts';
import { isErased } from './erasure.ts';
import type { Transaction } from './transaction.ts';

/** More are a reseller's business, not a customer's at a counter. */
export const maxBatchLines = 50;

/**
 * - running: its lines are sent one after the other
 * - paused: lines wait for a person to go on or to stop
 * - finished: every line was sent or left out
 * - stopped: a person stopped it before
 */
export const BatchState = z.enum(['running', 'paused', 'finished', 'stopped']);
export type BatchState = z.infer<typeof BatchState>;

/** Whether a line is paid for and not sent: an order that is `unsent` or a bill that is `inquired`, with the money for it. */
export function isWaitingLine(sale: Transaction): boolean {
  return (
    (sale.state === 'unsent' || sale.state === 'inquired') &&
    sale.flags.includes('batch_line') &&
    sale.sentAt === null &&
    sale.cashReturnedAt === null &&
    paymentsOf(sale).length > 0 &&
    !isErased(sale)
  );
}

/** Whether two are of one product and one number: a batch takes one of them. */
export const isSameSale = (one: Transaction, other: Transaction): boolean =>
  one.productCode.toUpperCase() === other.productCode.toUpperCase() && sameCustomerNo(one.customerNo, other.customerNo);
