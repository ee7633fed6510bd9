import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { FlawKind } from '../../shared/contract/journal.ts';
import type { Erasure } from '../../shared/domain/erasure.ts';
import { prepareErasures } from '../customers/index.ts';
import { bodyDigest, eventHash, prepareBodies } from '../db/event-log.ts';
import { jsonText, lazy, statement } from '../db/statements.ts';

const ReceivedData = jsonText.pipe(z.object({ receivedAt: z.string().nullish() }));

const EventRow = z.object({
  seq: z.int(),
  saleId: z.string().nullable(),
  type: z.string(),
  at: z.string(),
  actor: z.string(),
  data: z.string(),
  digests: z.string(),
  prev: z.instanceof(Buffer),
  hash: z.instanceof(Buffer),
});

const Digests = jsonText.pipe(z.array(z.tuple([z.string(), z.string()])));

type EventDiagnosis = (seq: number, before: string) => { why: FlawKind } | { why: null; erased: number };

/**
 * Examines one event column by column: names the wrong column, or counts the bodies that were rightly erased according to the
 * journal. Throws ZodError when a row is no event.
 * @param before the hash of the event before it, in hex
 */
export function prepareEventDiagnosis(db: Database.Database): EventDiagnosis {
  const select = statement(
    db,
    'SELECT seq, sale_id AS saleId, type, at, actor, data, digests, prev, hash FROM events WHERE seq = ?',
  );
  const bodiesOf = prepareBodies(db);
  const erasedRightly = prepareErasedRightly(db);
  return (seq, before) => {
    const event = EventRow.parse(select().get(seq));
    if (event.prev.toString('hex') !== before) return { why: 'link_broken' };
    if (!event.hash.equals(eventHash(event))) return { why: 'event_changed' };
    const expected = Digests.parse(event.digests);
    const bodies = bodiesOf(seq);
    if (bodies.length < expected.length) return { why: 'body_missing' };
    if (bodies.length > expected.length) return { why: 'body_changed' };
    let erased = 0;
    for (const [position, body] of bodies.entries()) {
      const [role, digest] = expected[position] ?? [];
      if (body.role !== role) return { why: 'body_changed' };
      if (body.salt === null || body.bytes === null) {
        if (!erasedRightly({ ...event, hash: event.hash.toString('hex'), role: body.role }))
          return { why: 'body_missing' };
        erased += 1;
      } else if (bodyDigest(body.salt, body.bytes) !== digest) return { why: 'body_changed' };
    }
    return { why: null, erased };
  };
}

interface ErasedBody {
  seq: number;
  saleId: string | null;
  type: string;
  at: string;
  /** JSON text */
  data: string;
  /** in hex */
  hash: string;
  role: string;
}

/**
 * Whether the journal justifies an erased body: its sale's customer was erased later, or it is a quarantined webhook that an
 * erasure names or that is older than an erasure. Otherwise anybody who can write the file could remove the evidence of a sale
 * and replace it by a claim.
 */
function prepareErasedRightly(db: Database.Database): (body: ErasedBody) => boolean {
  const saleErased = statement(
    db,
    `SELECT 1 FROM events WHERE sale_id = ? AND type = 'sale.erased' AND seq > ? LIMIT 1`,
  );
  const erasures = lazy(() => prepareErasures(db)());
  return ({ seq, saleId, type, at, data, hash, role }) => {
    if (saleId !== null && saleErased().get(saleId, seq) !== undefined) return true;
    if (type !== 'webhook.quarantined' || role !== 'webhook') return false;
    const { receivedAt } = ReceivedData.parse(data);
    const names = ({ webhooks }: Erasure): boolean => webhooks.some(([of, its]) => of === seq && its === hash);
    return erasures().some((erasure) => names(erasure) || (receivedAt ?? at) <= erasure.at);
  };
}
