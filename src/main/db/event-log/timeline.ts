import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { SaleEvent } from '../../../shared/contract/transactions.ts';
import { SaleEventType } from '../../../shared/domain/sale-event.ts';
import { jsonText } from '../json-text.ts';
import { opaqueParam } from '../opaque-param.ts';
import { bodyText, prepareBodies } from './event-payloads.ts';

const EventRow = z.object({
  seq: z.int().positive(),
  transactionId: z.string().nullable(),
  type: SaleEventType,
  at: z.iso.datetime(),
  actor: z.string(),
  data: jsonText.pipe(z.record(z.string(), z.unknown())),
  hash: z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString('hex')),
});

/** Everything that was said about a sale, oldest first. `transactionId` is the shop's own id of the sale. */
export function prepareTimeline(db: Database.Database): (saleId: string) => SaleEvent[] {
  const select = db.prepare(
    `SELECT seq, sale_id AS transactionId, type, at, actor, data, hash FROM events
     WHERE sale_id = ${opaqueParam()} ORDER BY seq`,
  );
  const bodies = prepareBodies(db);
  return (saleId) =>
    select.all(saleId).map((row) => {
      const event = EventRow.parse(row);
      return Object.assign(event, {
        bodies: bodies(event.seq).map(({ role, bytes }) => ({ role, text: bodyText(bytes) })),
      });
    });
}
