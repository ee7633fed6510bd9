import type Database from 'better-sqlite3';
import { z } from 'zod';
import { jsonText } from '../json-text.ts';
import type { UnverifiedOrder } from '../sales-store.ts';

const Row = z
  .tuple([z.string().nullable(), jsonText.pipe(z.object({ receivedAt: z.string(), keyId: z.string().nullish() }))])
  .transform(([saleId, { receivedAt, keyId }]) => ({ saleId, receivedAt, keyId: keyId ?? null }));

/** Orders whose webhook failed the signature check, and where the stop was ended, oldest first. */
export function prepareUnverifiedOrders(db: Database.Database): () => UnverifiedOrder[] {
  const select = db.prepare(`SELECT sale_id, data FROM events WHERE type = 'webhook.unverified' ORDER BY seq`).raw();
  return () => select.all().map((row) => Row.parse(row));
}
