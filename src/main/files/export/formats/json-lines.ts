import type Database from 'better-sqlite3';
import { z } from 'zod';
import { prepareBodies } from '../../../db/event-log.ts';
import { headOf, readMeta } from '../../../db/metadata.ts';
import { readSale, saleColumns } from '../../../db/sale-rows.ts';

const Bytes = z.instanceof(Uint8Array);
const EventRow = z.object({
  seq: z.int(),
  type: z.string(),
  at: z.string(),
  actor: z.string(),
  data: z.string(),
  digests: z.string(),
  encoding: z.int(),
  prev: Bytes,
  hash: Bytes,
});

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The first line: what this is, whose, and where the log ended when it was begun. */
export function firstLine(db: Database.Database, at: string): string {
  const { terminal, genesis } = readMeta(db);
  return line({ konter: 'export/1', terminal, genesis: hex(genesis), head: headOf(db), at });
}

export const lastLine = (rows: number): string => line({ konter: 'end', sales: rows });

/**
 * One sale on one line, with its events exactly as they are hashed (data and digests are the text itself, db/event-log.ts)
 * and the raw webhooks, whose salt lets anybody compare their digest. Other bodies stay inside: the digests speak for them.
 */
export function prepareSaleLine(db: Database.Database): (id: string) => string {
  const sales = db.prepare(`SELECT ${saleColumns} FROM transactions WHERE id = ?`);
  const events = db.prepare(
    'SELECT seq, type, at, actor, data, digests, encoding, prev, hash FROM events WHERE sale_id = ? ORDER BY seq',
  );
  const bodies = prepareBodies(db);
  // One moment of the file: the sale as its events leave it.
  return db.transaction((id: string) => {
    const told = events.all(id).map((row) => {
      const { prev, hash, ...event } = EventRow.parse(row);
      const webhooks = event.type.startsWith('webhook.')
        ? bodies(event.seq).flatMap(({ role, salt, bytes }) => (role === 'webhook' ? [{ salt, bytes }] : []))
        : [];
      const proof = webhooks.length === 0 ? {} : { webhooks: webhooks.map(webhookOf) };
      return Object.assign(event, { prev: hex(prev), hash: hex(hash) }, proof);
    });
    return line({ sale: readSale(sales.get(id)), events: told });
  });
}

/** The raw bytes as base64, whatever they are; null once erased. */
function webhookOf({ salt, bytes }: { salt: Uint8Array | null; bytes: Uint8Array | null }) {
  return salt === null || bytes === null
    ? { salt: null, base64: null }
    : { salt: hex(salt), base64: Buffer.from(bytes).toString('base64') };
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
