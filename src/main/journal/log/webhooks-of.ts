import type Database from 'better-sqlite3';
import { z } from 'zod';
import { SaleEventType } from '../../../shared/domain/sale-event.ts';
import type { KeptWebhook } from '../../ports/journal.ts';
import { jsonText } from '../json-text.ts';
import { bodiesPerEvent } from './chain.ts';

const Row = z.object({
  seq: z.int().positive(),
  at: z.iso.datetime(),
  type: SaleEventType,
  data: jsonText.pipe(z.looseObject({ signature: z.string().nullish() })),
  body: z.instanceof(Uint8Array).nullable(),
});

/** The webhooks in a sale's story, with the bytes as they were signed. */
export function prepareWebhooksOf(db: Database.Database): (saleId: string) => KeptWebhook[] {
  const select = db.prepare(
    `SELECT e.seq, e.at, e.type, e.data, b.bytes AS body FROM events e
     JOIN bodies b ON b.id BETWEEN e.seq * ${bodiesPerEvent} AND e.seq * ${bodiesPerEvent} + ${bodiesPerEvent - 1}
     WHERE e.sale_id = ? AND b.role = 'webhook' ORDER BY e.seq`,
  );
  return (saleId) =>
    select.all(saleId).map((row) => {
      const { data, ...webhook } = Row.parse(row);
      return Object.assign(webhook, { signature: data.signature ?? null });
    });
}
