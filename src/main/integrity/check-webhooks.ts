import { createHmac } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { WebhookSignatures } from '../../shared/contract/journal.ts';
import { signatureSql } from '../db/webhook-queries.ts';

const Row = z.object({
  seq: z.int(),
  type: z.string(),
  signature: z.string().nullable(),
  body: z.instanceof(Uint8Array).nullable(),
});

/**
 * Checks the signature of every kept webhook again (spec, Authentication), offline. One that was set aside at first and
 * applied later has its signature with the event that put it aside.
 * @param keys the shop's secret keys, retired ones too; `byKey` of the answer is in their order
 */
export function checkWebhooks(db: Database.Database, keys: readonly string[]): WebhookSignatures {
  const proof: WebhookSignatures = {
    byKey: keys.map(() => 0),
    byNone: 0,
    firstByNone: null,
    setAsideByNone: 0,
    erased: 0,
  };
  const rows = db.prepare(
    `SELECT e.seq, e.type, b.bytes AS body, ${signatureSql} AS signature
     FROM events e JOIN bodies b ON b.seq = e.seq AND b.id BETWEEN e.seq * 100 AND e.seq * 100 + 99
     WHERE b.role = 'webhook' ORDER BY e.seq`,
  );
  for (const row of rows.iterate()) {
    const { seq, type, signature, body } = Row.parse(row);
    if (body === null) {
      proof.erased += 1;
      continue;
    }
    const key = keys.findIndex((secret) => signs(secret, body, signature));
    if (key >= 0) proof.byKey[key] = (proof.byKey[key] ?? 0) + 1;
    else if (type === 'webhook.set_aside') proof.setAsideByNone += 1;
    else {
      proof.byNone += 1;
      proof.firstByNone ??= `event ${seq}`;
    }
  }
  return proof;
}

function signs(key: string, body: Uint8Array, signature: string | null): boolean {
  return createHmac('sha256', key).update(body).digest('hex') === signature?.toLowerCase();
}
