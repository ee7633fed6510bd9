import type { Transaction } from '../../../src/shared/domain/transaction.ts';

/** How much of a name the counter keeps. */
const most = 200;

/**
 * Whether a webhook names the product of a sale: the name that the lookup gave, whatever the capitals and the space around it,
 * as far as the counter keeps it. Who says nothing contradicts nothing.
 */
export function namesProductOf(sale: Transaction, payload: Record<string, unknown>): boolean {
  return agree(payload['product_name'], sale.productName) && agree(payload['product_code'], sale.productCode);
}

function agree(theirs: unknown, ours: string | null): boolean {
  if (typeof theirs !== 'string' || ours === null) return true;
  return plainName(theirs) === plainName(ours);
}

/** A name as far as two of them are distinguished. */
export const plainName = (name: unknown): string =>
  typeof name === 'string' ? name.slice(0, most).toWellFormed().trim().toUpperCase() : '';
