import type Database from 'better-sqlite3';
import { z } from 'zod';
import { jsonText } from '../json-text.ts';
import type { UnverifiedWebhook } from '../sales-store.ts';
import { prepareBodies } from './event-payloads.ts';

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

/** Whether webhooks were passed over since the first event, and the mailbox was not read again since the last. */
export function prepareDiscardedBetween(db: Database.Database): (first: number, last: number) => boolean {
  const counted = `type = 'webhook.passed_over' AND data ->> '$.readAgain' IS NULL`;
  const again = `type = 'webhook.passed_over' AND data ->> '$.readAgain' = 1`;
  const select = db
    .prepare(
      `SELECT EXISTS (SELECT 1 FROM events WHERE seq > ? AND ${counted})
          AND NOT EXISTS (SELECT 1 FROM events WHERE seq > ? AND ${again})`,
    )
    .pluck();
  return (first, last) => select.get(first, last) === 1;
}
