import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { opaqueParam } from '../opaque-param.ts';
import { customerKey } from '../sale-tables/row.ts';
import { selectSales } from '../sale-tables/select.ts';
import { pluckStatement } from '../statements.ts';
import { bodiesPerEvent } from './chain.ts';

const applied = `e.type <> 'webhook.set_aside'`;

/**
 * Webhooks of a sale that are exactly some bytes. One that was set aside does not count: what was wrong then (a retired key, a
 * bill not yet sent) may be right when it comes again.
 */
const webhookOf = (sale: string, counts = applied): string => `
  SELECT 1 FROM events e
  JOIN bodies b ON b.id BETWEEN e.seq * ${bodiesPerEvent} AND e.seq * ${bodiesPerEvent} + ${bodiesPerEvent - 1}
  WHERE e.sale_id = ${sale} AND (${counts}) AND b.role = 'webhook' AND b.bytes = ${opaqueParam()}`;

/** Whether exactly these bytes were already kept as a webhook of this sale. */
export function prepareHasWebhook(db: Database.Database): (saleId: string, body: Uint8Array) => boolean {
  const select = pluckStatement(db, `${webhookOf(opaqueParam())} LIMIT 1`);
  return (saleId, body) => select().get(saleId, body) !== undefined;
}

/**
 * Another sale of the same product and number that has exactly these bytes as its webhook. One that had set them aside counts
 * where the sale that is asked about was not begun yet: they cannot be about it.
 */
export function prepareOtherWithWebhook(
  db: Database.Database,
): (sale: Transaction, body: Uint8Array) => Transaction | null {
  const before = `e.seq < (SELECT min(seq) FROM events WHERE sale_id = ${opaqueParam()})`;
  const select = selectSales(
    db,
    `WHERE product_code = ${opaqueParam()} COLLATE NOCASE AND customer_key = ${opaqueParam()} AND id IS NOT ${opaqueParam()}
     AND EXISTS (${webhookOf('transactions.id', `${applied} OR ${before}`)}) LIMIT 1`,
  );
  return ({ id, productCode, customerNo }, body) => select.first(productCode, customerKey(customerNo), id, id, body);
}

const Codes = z.array(z.string());

/** Codes of the products that webhooks named so, each bound to its sale by an answer's id. */
export function prepareCodesSpelt(db: Database.Database): (spelling: string, provider?: string) => string[] {
  // A sale from before providers were written down may be any provider's.
  const select = pluckStatement(
    db,
    `SELECT DISTINCT sale.product_code FROM events AS said JOIN transactions AS sale ON sale.id = said.sale_id
     WHERE said.type = 'webhook.applied' AND said.data ->> '$.spelling' = @spelling
       AND said.data ->> '$.spelling' IS NOT NULL
       AND (@provider IS NULL OR NOT EXISTS (SELECT 1 FROM events AS sent
         WHERE sent.sale_id = sale.id AND sent.data ->> '$.provider' <> @provider))`,
  );
  return (spelling, provider) => Codes.parse(select().all({ spelling, provider: provider ?? null }));
}
