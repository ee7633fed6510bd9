import type Database from 'better-sqlite3';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { CustomerDigest } from '../customer-digest.ts';
import { pluckStatement } from '../statements.ts';
import { customerKey } from './row.ts';

/** Of `transactions`: whether its id came with the serial number that a person noted; null where neither was said. */
const sameSn = `(SELECT e.data ->> 'sameSn' FROM events e WHERE e.seq = (SELECT max(s.seq) FROM events s
  WHERE s.sale_id = transactions.id AND s.type IN ('webhook.applied', 'person.resolved', 'person.corrected')
  AND s.data ->> 'sameSn' IS NOT NULL))`;

/** Of `transactions`: its id was heard before the sale that is asked about was begun, so that it is not that one's. */
const heardBefore = `EXISTS (SELECT 1 FROM events e
  WHERE e.sale_id = transactions.id AND e.type IN ('webhook.applied', 'webhook.adopted')
  AND e.seq < (SELECT min(b.seq) FROM events b WHERE b.sale_id = @id))`;

/**
 * Whether there is another sale of the same product and number that has no id, or whose id may be anybody's, so that any id that
 * comes may be its own: one whose answer is waited for or was lost, or one that a person settled. What an answer told is its own,
 * and so is what a webhook told with the serial number that the person noted. That outcomes agree proves nothing: those of two
 * sales often do, and the provider may change its mind.
 */
export function prepareUnidentified(db: Database.Database, digest: CustomerDigest): (sale: Transaction) => boolean {
  // Only the index of product and number is asked: a handful of rows.
  const select = pluckStatement(
    db,
    `SELECT 1 FROM transactions WHERE product_code = @productCode COLLATE NOCASE AND customer_key IN (@customerKey, @erasedKey)
     AND id IS NOT @id AND transaction_id_from IS NOT 'answer'
     AND ((+state IN ('sending', 'unknown') AND transaction_id IS NULL)
       OR (+state IN ('success', 'failed', 'disputed')
         AND EXISTS (SELECT 1 FROM json_each(flags) WHERE value = 'resolved_by_hand')
         AND (transaction_id IS NULL OR +state = 'disputed' OR NOT coalesce(${sameSn}, ${heardBefore})))) LIMIT 1`,
  );
  return ({ id, productCode, customerNo }) =>
    select().get({ id, productCode, customerKey: customerKey(customerNo), erasedKey: digest(customerNo) }) !==
    undefined;
}
