import type Database from 'better-sqlite3';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { CustomerDigest } from '../erasing/digest.ts';
import { pluckStatement } from '../lazily.ts';
import { customerKey } from './row.ts';

/**
 * Whether there is another sale of the same product and number that a person settled, and whose id at the provider was never
 * heard, or came with what contradicts the person: it may be any that comes.
 */
export function prepareSettledUnnamed(db: Database.Database, digest: CustomerDigest): (sale: Transaction) => boolean {
  // Only the index of product and number is asked: a handful of rows.
  const select = pluckStatement(
    db,
    `SELECT 1 FROM transactions WHERE product_code = @productCode AND customer_key IN (@customerKey, @erasedKey)
     AND id IS NOT @id AND ((transaction_id IS NULL AND +state IN ('success', 'failed')) OR +state = 'disputed')
     AND EXISTS (SELECT 1 FROM json_each(flags) WHERE value = 'resolved_by_hand') LIMIT 1`,
  );
  return ({ id, productCode, customerNo }) =>
    select().get({ id, productCode, customerKey: customerKey(customerNo), erasedKey: digest(customerNo) }) !==
    undefined;
}
