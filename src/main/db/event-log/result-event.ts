import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { SaleEventType } from '../../../shared/domain/sale-event.ts';
import type { Head } from '../sales-store.ts';

/** What can say how a sale came out, or complete what it said. */
const results: readonly SaleEventType[] = ['sale.answered', 'webhook.applied', 'person.resolved', 'person.corrected'];

const Row = z.object({
  seq: z.int().positive(),
  hash: z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString('hex')),
});

/** The last event that said what became of a sale; null while none did. */
export function prepareResultEvent(db: Database.Database): (saleId: string) => Head | null {
  const select = db.prepare(
    `SELECT seq, hash FROM events WHERE sale_id = ? AND type IN (${results.map((type) => `'${type}'`).join(', ')})
     ORDER BY seq DESC LIMIT 1`,
  );
  return (saleId) => {
    const row = select.get(saleId);
    return row === undefined ? null : Row.parse(row);
  };
}
