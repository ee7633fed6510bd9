import type Database from 'better-sqlite3';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { CustomerDigest } from '../erasing/digest.ts';
import { pluckStatement } from '../lazily.ts';
import { customerKey } from './row.ts';

/** Of `transactions`: its id was heard before a person settled it, who then knew it. */
const heardBefore = `EXISTS (SELECT 1 FROM events e
  WHERE e.sale_id = transactions.id AND e.type IN ('webhook.applied', 'webhook.adopted') AND e.seq <
    (SELECT min(p.seq) FROM events p WHERE p.sale_id = transactions.id AND p.type = 'person.resolved'))`;

/** Of `transactions`: 1 where webhooks said what became of it, and every one of them what stands there. */
const agreed = `coalesce((SELECT min(e.data ->> 'status' = transactions.state) FROM events e
  WHERE e.sale_id = transactions.id AND e.type IN ('webhook.applied', 'webhook.disputed', 'webhook.adopted')
  AND e.data ->> 'status' <> 'pending'), 0)`;

/** Of `transactions`: the person who settled it last has noted another serial number than came with its id. */
const otherSn = `EXISTS (SELECT 1 FROM events e WHERE e.data ->> 'otherSn' AND e.seq =
    (SELECT max(p.seq) FROM events p WHERE p.sale_id = transactions.id AND p.type = 'person.resolved'))`;

/**
 * Whether there is another sale of the same product and number that a person settled, and whose id at the provider was never
 * heard, or only in a webhook that does not say what the person does: that id may be anybody's, and this sale any that comes.
 * What an answer told is its own.
 */
export function prepareSettledUnnamed(db: Database.Database, digest: CustomerDigest): (sale: Transaction) => boolean {
  // Only the index of product and number is asked: a handful of rows.
  const select = pluckStatement(
    db,
    `SELECT 1 FROM transactions WHERE product_code = @productCode AND customer_key IN (@customerKey, @erasedKey)
     AND id IS NOT @id AND +state IN ('success', 'failed', 'disputed') AND transaction_id_from IS NOT 'answer'
     AND EXISTS (SELECT 1 FROM json_each(flags) WHERE value = 'resolved_by_hand')
     AND (transaction_id IS NULL OR +state = 'disputed' OR ${otherSn} OR NOT (${heardBefore} OR ${agreed}))
     LIMIT 1`,
  );
  return ({ id, productCode, customerNo }) =>
    select().get({ id, productCode, customerKey: customerKey(customerNo), erasedKey: digest(customerNo) }) !==
    undefined;
}
