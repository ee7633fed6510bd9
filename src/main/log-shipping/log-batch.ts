import type Database from 'better-sqlite3';
import { z } from 'zod';
import { BodyRole } from '../../shared/domain/sale-event.ts';
import { prepareBodies } from '../db/event-log.ts';
import { readMeta } from '../db/metadata.ts';
import { jsonText, statement } from '../db/statements.ts';

/** Text where the bytes are UTF-8, else base64; null once erased. */
const Body = z.object({
  role: BodyRole,
  salt: z.base64().nullable(),
  text: z.string().optional(),
  base64: z.base64().optional(),
});

/** Which batch of sales a sale is a line of: a table beside the log. */
const Line = z.object({
  batch: z.string(),
  createdAt: z.string(),
  tendered: z.int().nullable(),
  position: z.int(),
});

export const ShippedEvent = z.object({
  seq: z.int().positive(),
  saleId: z.string().nullable(),
  type: z.string(),
  at: z.string(),
  actor: z.string(),
  /** JSON texts, as the chain has them */
  data: z.string(),
  digests: z.string(),
  bodies: z.array(Body),
  line: Line.optional(),
});
export type ShippedEvent = z.infer<typeof ShippedEvent>;

const Content = z.object({ version: z.literal(1), events: z.array(ShippedEvent).min(1) });

/** Events that follow one another. */
export interface LogBatch {
  first: number;
  last: number;
  /** the hash of the event before the first, and of the last, in hex */
  previous: string;
  head: string;
  plain: Uint8Array;
}

/** A batch ends with the event that exceeds it. On a slow line it is sent in seconds. */
const targetBytes = 96 * 1024;
const maxEvents = 200;

const hex = z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString('hex'));
const Row = ShippedEvent.omit({ bodies: true, line: true }).extend({ prev: hex, hash: hex });

/** Reads the events after one, as they are to be shipped; null: there are none. */
export function prepareReadBatch(db: Database.Database): (after: number) => LogBatch | null {
  const rows = statement(
    db,
    `SELECT seq, sale_id AS saleId, type, at, actor, data, digests, prev, hash FROM events
     WHERE seq > ? ORDER BY seq LIMIT ${maxEvents}`,
  );
  const bodies = prepareBodies(db);
  const line = statement(
    db,
    `SELECT b.id AS batch, b.created_at AS createdAt, b.tendered, l.position
     FROM batch_lines l JOIN batches b ON b.seq = l.batch WHERE l.sale_id = ?`,
  );
  return (after) => {
    const events: string[] = [];
    let bytes = 0;
    let ends: Pick<LogBatch, 'first' | 'previous'> | null = null;
    let last = { seq: after, hash: '' };
    for (const row of rows().iterate(after)) {
      const { prev, hash, ...event } = Row.parse(row);
      ends ??= { first: event.seq, previous: prev };
      last = { seq: event.seq, hash };
      const batchLine = event.saleId === null ? undefined : line().get(event.saleId);
      const text = JSON.stringify({
        ...event,
        bodies: bodies(event.seq).map(toBody),
        ...(batchLine === undefined ? {} : { line: Line.parse(batchLine) }),
      });
      events.push(text);
      bytes += text.length;
      if (bytes >= targetBytes) break;
    }
    if (ends === null) return null;
    const plain = Buffer.from(`{"version":1,"events":[${events.join(',')}]}`);
    return { ...ends, last: last.seq, head: last.hash, plain };
  };
}

function toBody({ role, salt, bytes }: ReturnType<ReturnType<typeof prepareBodies>>[number]): z.infer<typeof Body> {
  if (salt === null || bytes === null) return { role, salt: null };
  const shipped = { role, salt: Buffer.from(salt).toString('base64') };
  const text = Buffer.from(bytes).toString('utf8');
  // Text that is mostly escapes would be larger than base64, and one event must fit into a batch.
  const isText = Buffer.from(text).equals(bytes) && JSON.stringify(text).length < bytes.length * 1.3 + 100;
  return isText ? { ...shipped, text } : { ...shipped, base64: Buffer.from(bytes).toString('base64') };
}

/** The events of a batch that was opened; null where it is of a newer version. */
export function readBatch(plain: Uint8Array): ShippedEvent[] | null {
  return jsonText.pipe(Content).safeParse(Buffer.from(plain).toString()).data?.events ?? null;
}

const Terminal = z.object({ terminal: z.object({ from: z.string() }) });

/** The counter's series of receipts, the present one first: each restore began one. */
export function readTerminals(db: Database.Database): string[] {
  const earlier = db
    .prepare(`SELECT data FROM events WHERE type = 'database.restored' ORDER BY seq DESC`)
    .pluck()
    .all()
    .flatMap((data) => jsonText.pipe(Terminal).safeParse(data).data?.terminal.from ?? []);
  return [readMeta(db).terminal, ...earlier];
}
