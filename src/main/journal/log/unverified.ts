import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { UnverifiedWebhook } from '../../ports/journal.ts';
import { jsonText } from '../json-text.ts';
import { prepareBodies } from './bodies.ts';

const Row = z.object({
  seq: z.int().positive(),
  data: jsonText.pipe(
    z.object({
      ref: z.string().nullish(),
      event: z.string().nullish(),
      signature: z.string().nullish(),
      receivedAt: z.string().nullish(),
    }),
  ),
});

/** Webhooks that were set aside because no key fitted, the newest so many, oldest first. */
export function prepareUnverified(db: Database.Database): (limit: number) => UnverifiedWebhook[] {
  const select = db.prepare(
    `SELECT seq, data FROM events
     WHERE type = 'webhook.set_aside' AND data ->> 'reason' = 'bad_signature' ORDER BY seq DESC LIMIT ?`,
  );
  const bodies = prepareBodies(db);
  return (limit) =>
    select
      .all(limit)
      .map((row) => {
        const { seq, data } = Row.parse(row);
        return {
          seq,
          ref: data.ref ?? null,
          event: data.event ?? null,
          signature: data.signature ?? null,
          receivedAt: data.receivedAt ?? null,
          body: bodies(seq).find(({ role }) => role === 'webhook')?.bytes ?? null,
        };
      })
      .toReversed();
}

/** Whether webhooks were passed over after an event, and the mailbox was not read again since. */
export function preparePassedOver(db: Database.Database): (afterSeq: number) => boolean {
  const last = db
    .prepare(
      `SELECT coalesce(data ->> '$.readAgain', 0) FROM events
       WHERE type = 'webhook.passed_over' AND seq > ? ORDER BY seq DESC LIMIT 1`,
    )
    .pluck();
  return (afterSeq) => last.get(afterSeq) === 0;
}
