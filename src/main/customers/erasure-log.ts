import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { Erasure } from '../../shared/domain/erasure.ts';
import type { Secrets } from '../base/secrets.ts';
import { errorName, type Log, type Random } from '../base/system.ts';
import type { NewEvent } from '../db/change.ts';
import type { Files } from '../db/disk-files.ts';
import type { prepareAppend } from '../db/event-log.ts';
import { type CustomerDigest, customerDigest } from '../db/sale-rows.ts';
import { jsonText, statement } from '../db/statements.ts';

const DigestKey = z.string().regex(/^[0-9a-f]{64}$/);

/**
 * The keyed digest by which an erased customer is recognised. The key is made on first use and kept with the
 * machine's secrets, never beside the receipts or in backups. Null where this machine keeps no secrets: erased
 * customers are then recognised only until the program ends.
 */
export async function readCustomerDigest(secrets: Secrets, random: Random, log: Log): Promise<CustomerDigest | null> {
  try {
    const keyText = DigestKey.safeParse(await secrets.read('customerKey'));
    if (keyText.success) return customerDigest(Buffer.from(keyText.data, 'hex'));
    const key = Buffer.from(random.bytes(32));
    await secrets.write({ customerKey: key.toString('hex') });
    return customerDigest(key);
  } catch (error) {
    log.warn('no key for erased customers can be kept', { error: errorName(error) });
    return null;
  }
}

/**
 * The data of an erasure's event: enough to repeat the erasure after a restore, and nothing that names the customer.
 */
const ErasureData = jsonText.pipe(Erasure);

/** Every erasure in the journal, oldest first. */
export function prepareErasures(db: Database.Database): () => Erasure[] {
  const select = statement(db, `SELECT data FROM events WHERE type = 'customer.erased' ORDER BY seq`);
  return () =>
    select()
      .pluck()
      .all()
      .map((data) => ErasureData.parse(data));
}

export const sameErasure = (one: Erasure, other: Erasure): boolean =>
  one.at === other.at && one.digest === other.digest;

/** Appends the event of an erasure and marks the file as holding traces; inside a transaction. */
export function prepareRecordErasure(
  db: Database.Database,
  append: ReturnType<typeof prepareAppend>,
): (erasure: Erasure, at: string, actor: string, note: string | null) => void {
  const mark = statement(db, 'UPDATE erasure_state SET vacuum_pending = 1 WHERE only = 1');
  return (erasure, at, actor, note) => {
    const { sales, webhooks, digest, saved, notice } = erasure;
    mark().run();
    const bodies: NewEvent['bodies'] = note === null ? [] : [{ role: 'note', bytes: new TextEncoder().encode(note) }];
    const pairs = webhooks.map(([seq, hash]) => [seq, hash]);
    // Left out where empty, so that the data of older erasures stays the same.
    const data = {
      at: erasure.at,
      digest,
      sales: [...sales],
      webhooks: pairs,
      ...(saved.length > 0 ? { saved: [...saved] } : {}),
      ...(notice === undefined ? {} : { notice }),
    };
    append({ type: 'customer.erased', at, actor, data, bodies }, null);
  };
}

const ErasuresFile = z.object({ book: z.string(), erasures: z.array(Erasure) });

/**
 * The list of erasures beside the database and beside its backups: a backup restored on another machine is erased
 * again there.
 */
export function erasuresFile(folder: string, book: string): string {
  return join(folder, `konter-erased-${book}.json`);
}

/** The erasures in the file that belong to this database; none when the file is missing or unreadable. */
export function readErasures(path: string, book: string, files: Files): Erasure[] {
  try {
    const file = jsonText.pipe(ErasuresFile).safeParse(files.readText(path));
    return file.success && file.data.book === book ? file.data.erasures : [];
  } catch {
    return [];
  }
}

export function writeErasures(path: string, book: string, erasures: readonly Erasure[], files: Files): void {
  const text = JSON.stringify({ book, erasures });
  if (files.readText(path) !== text) files.writeText(path, text);
}
