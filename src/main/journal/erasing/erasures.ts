import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Erasure } from '../../ports/customer-data.ts';
import { jsonText } from '../json-text.ts';
import { statement } from '../lazily.ts';

/** What the event of an erasure holds: enough to do it again after a restore, and nothing that names the customer. */
const Data = jsonText.pipe(
  z.object({
    /** when it was asked for: a restored database learns of it later */
    at: z.iso.datetime(),
    digest: z.string(),
    sales: z.array(z.string()),
    webhooks: z.array(z.tuple([z.int(), z.string()])),
  }),
);

/** Every erasure that the log tells of, oldest first. */
export function prepareErasures(db: Database.Database): () => Erasure[] {
  const select = statement(db, `SELECT data FROM events WHERE type = 'customer.erased' ORDER BY seq`);
  return () =>
    select()
      .pluck()
      .all()
      .map((data) => Data.parse(data));
}

export const sameErasure = (one: Erasure, other: Erasure): boolean =>
  one.at === other.at && one.digest === other.digest;
