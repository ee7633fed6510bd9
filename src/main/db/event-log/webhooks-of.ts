import type Database from 'better-sqlite3';
import { z } from 'zod';
import { SaleEventType } from '../../../shared/domain/sale-event.ts';
import type { KeptWebhook } from '../sales-store.ts';
import { bodiesPerEvent } from './chain.ts';

const Row = z.object({
  seq: z.int().positive(),
  at: z.iso.datetime(),
  type: SaleEventType,
  signature: z.string().nullable(),
  body: z.instanceof(Uint8Array).nullable(),
});

/**
 * The signature an event keeps: one applied after it had been set aside has it with the event that put it aside.
 * For a statement that calls the event `e`.
 */
export const signatureSql = `coalesce(e.data ->> '$.signature',
  (SELECT was.data ->> '$.signature' FROM events was WHERE was.seq = e.data ->> '$.setAside'))`;

/** The webhooks in a sale's story, with the bytes as they were signed. */
export function prepareWebhooksOf(db: Database.Database): (saleId: string) => KeptWebhook[] {
  const select = db.prepare(
    `SELECT e.seq, e.at, e.type, ${signatureSql} AS signature, b.bytes AS body FROM events e
     JOIN bodies b ON b.id BETWEEN e.seq * ${bodiesPerEvent} AND e.seq * ${bodiesPerEvent} + ${bodiesPerEvent - 1}
     WHERE e.sale_id = ? AND b.role = 'webhook' ORDER BY e.seq`,
  );
  return (saleId) => select.all(saleId).map((row) => Row.parse(row));
}
