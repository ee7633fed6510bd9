import type Database from 'better-sqlite3';
import { pluckStatement } from '../lazily.ts';
import { plannedOnce } from '../planned-once.ts';
import { bodiesPerEvent } from './chain.ts';

/**
 * Whether exactly these bytes were already kept as a webhook of this sale. One that was set aside does not count: what was
 * wrong then (a retired key, a bill not yet sent) may be right when it comes again.
 */
export function prepareHasWebhook(db: Database.Database): (saleId: string, body: Uint8Array) => boolean {
  const select = pluckStatement(
    db,
    `SELECT 1 FROM events e
     JOIN bodies b ON b.id BETWEEN e.seq * ${bodiesPerEvent} AND e.seq * ${bodiesPerEvent} + ${bodiesPerEvent - 1}
     WHERE e.sale_id = ${plannedOnce()} AND e.type <> 'webhook.set_aside' AND b.role = 'webhook' AND b.bytes = ${plannedOnce()} LIMIT 1`,
  );
  return (saleId, body) => select().get(saleId, body) !== undefined;
}
