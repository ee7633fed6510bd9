import type Database from 'better-sqlite3';
import { z } from 'zod';
import { QuarantineReason } from '../../../shared/domain/sale-event.ts';
import { jsonText } from '../json-text.ts';
import { opaqueParam } from '../opaque-param.ts';
import type { StoredQuarantinedWebhook } from '../sales-store.ts';
import { rawStatement } from '../statements.ts';
import { prepareBodies } from './event-payloads.ts';

const QuarantinedRow = z.tuple([
  z.int().positive(),
  z.iso.datetime(),
  /** what the event's writer put into `data` */
  jsonText.pipe(z.object({ reason: QuarantineReason, ref: z.string().nullish() })),
]);

/**
 * Of the event `aside`: it was applied after all, a person discarded it, or a person recorded the outcome of the sale in whose
 * story it stands.
 */
const handled = `(EXISTS (SELECT 1 FROM events h WHERE h.data ->> '$.setAside' = aside.seq)
  OR EXISTS (SELECT 1 FROM events r WHERE r.sale_id = aside.sale_id AND r.type = 'person.resolved' AND r.seq > aside.seq))`;

/**
 * Webhooks that were kept but not applied, newest first. Their event's data carries `reason` and `ref`.
 * `onlyOpen`: without those that were handled.
 * `signed`: only those that one of the shop's keys signed, or only those that none did; undefined: all.
 */
export function prepareQuarantined(
  db: Database.Database,
): (limit: number, signed?: boolean, onlyOpen?: boolean) => StoredQuarantinedWebhook[] {
  const select = rawStatement(
    db,
    `SELECT seq, at, data FROM events aside WHERE type = 'webhook.set_aside' AND (NOT @onlyOpen OR NOT ${handled})
     AND (@signed IS NULL OR @signed = (data ->> 'reason' <> 'bad_signature'))
     ORDER BY seq DESC LIMIT ${opaqueParam('@limit')}`,
  );
  const bodies = prepareBodies(db);
  return (limit, signed, onlyOpen = false) =>
    select()
      .all({ limit, onlyOpen: Number(onlyOpen), signed: signed === undefined ? null : Number(signed) })
      .map((row) => {
        const [seq, at, data] = QuarantinedRow.parse(row);
        const webhook = bodies(seq).find(({ role }) => role === 'webhook');
        return { seq, at, reason: data.reason, ref: data.ref ?? null, body: webhook?.bytes ?? null };
      });
}

export function countQuarantined(db: Database.Database): () => number {
  const count = db
    .prepare(`SELECT count(*) FROM events aside WHERE type = 'webhook.set_aside' AND NOT ${handled}`)
    .pluck();
  return () => z.int().parse(count.get());
}
