import type Database from 'better-sqlite3';
import { z } from 'zod';
import { jsonText } from '../json-text.ts';
import { prepareBodies } from '../log/bodies.ts';
import { bodyDigest, eventHash } from '../log/chain.ts';
import type { Meta } from '../meta.ts';
import type { Counts, Flaw } from './report.ts';

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

/** Walks the log from its first row: every number there, every hash right, every body as it was or erased. */
export function checkChain(db: Database.Database, meta: Meta, counts: Counts): Flaw | null {
  const rows = db.prepare(
    'SELECT seq, sale_id AS saleId, type, at, actor, data, digests, prev, hash FROM events ORDER BY seq',
  );
  const flawInBodies = prepareBodyCheck(db, counts);
  let before: Buffer = Buffer.from(meta.genesis);

  for (const row of rows.iterate()) {
    const event = EventRow.parse(row);
    const expected = counts.events + 1;
    if (event.seq !== expected) return { row: `event ${expected}`, why: 'event_missing' };
    const name = `event ${event.seq}`;
    if (!event.prev.equals(before)) return { row: name, why: 'link_broken' };
    if (!event.hash.equals(eventHash(event))) return { row: name, why: 'event_changed' };
    const why = flawInBodies(event.seq, event.digests);
    if (why) return { row: name, why };
    before = event.hash;
    counts.events += 1;
  }
  const whole = counts.events === meta.headSeq && before.equals(meta.headHash);
  return whole ? null : { row: `event ${Math.max(counts.events, meta.headSeq)}`, why: 'end_differs' };
}

function prepareBodyCheck(
  db: Database.Database,
  counts: Counts,
): (seq: number, digests: string) => 'body_missing' | 'body_changed' | null {
  const bodiesOf = prepareBodies(db);
  return (seq, digests) => {
    const said = Digests.parse(digests);
    const bodies = bodiesOf(seq);
    if (bodies.length < said.length) return 'body_missing';
    if (bodies.length > said.length) return 'body_changed';
    for (const [position, body] of bodies.entries()) {
      const [role, digest] = said[position] ?? [];
      if (body.role !== role) return 'body_changed';
      if (body.salt === null || body.bytes === null) counts.erased += 1;
      else if (bodyDigest(body.salt, body.bytes) !== digest) return 'body_changed';
    }
    return null;
  };
}
