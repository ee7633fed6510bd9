import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { ShippedSnapshot } from '../../shared/wire/shipped-log.ts';
import { backupName } from '../backup/index.ts';
import { type Clock, isoNow, type Random } from '../base/system.ts';
import { headOf, holds, readMeta } from '../db/metadata.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { connect } from '../db/open-database.ts';
import { prepareRebuild } from '../ledger/index.ts';
import type { ShippedLogAtRelay, ShippingAnswer } from '../relay-client/index.ts';
import { prepareApplyEvents } from './apply-events.ts';
import { readBatch } from './log-batch.ts';
import type { Sealing } from './sealing.ts';

/** Why the shipped log could not be brought back. Nothing was changed. */
export class FetchFailed extends Error {
  readonly reason: 'nothing_shipped' | 'relay_silent' | 'other_key' | 'copy_damaged';
  constructor(reason: FetchFailed['reason']) {
    super(reason);
    this.name = 'FetchFailed';
    this.reason = reason;
  }
}

interface FetchShipped {
  relay: Pick<ShippedLogAtRelay, 'read' | 'batchesAfter' | 'readPart'>;
  seal: Sealing;
  /** of the data, for the file */
  folder: string;
  clock: Clock;
  random: Random;
}

/**
 * Makes the database of a lost counter anew from its snapshot and batches at the relay, up to the last shipped event. Answers a file
 * that is named as a backup, to be restored like one. Rejects with FetchFailed, or with the error of the disk.
 */
export async function fetchShipped({ relay, seal, folder, clock, random }: FetchShipped): Promise<string> {
  const shipped = answered(await relay.read());
  const { snapshot, through, head } = shipped;
  if (snapshot === null || head === null) throw new FetchFailed('nothing_shipped');
  const place = shippingFolder(folder);
  const path = join(place, 'fetched.db');
  let db: Database.Database | null = null;
  removeDatabase(path);
  try {
    await writeSnapshot(relay, seal, snapshot, path);
    db = connect(path, false);
    migrate(db, () => {
      throw new FetchFailed('copy_damaged');
    });
    if (!holds(db, { seq: snapshot.through, hash: snapshot.head })) throw new FetchFailed('copy_damaged');
    await applyBatches(db, { relay, seal, random, clock });
    // What came is what the counter proved: the relay left nothing out at the end.
    const end = { seq: through, hash: head };
    const { terminal } = readMeta(db);
    if (shipped.tag === null || !holds(db, end) || !seal.isTag(shipped.tag, terminal, end)) {
      throw new FetchFailed('copy_damaged');
    }
    const ledger = prepareRebuild(db);
    ledger.startOver();
    while (ledger.step() !== null) await clock.sleep(0);
    db.pragma('journal_mode = DELETE');
    const named = join(place, backupName({ terminal, madeAt: isoNow(clock), head: headOf(db) }));
    db.close();
    renameSync(path, named);
    return named;
  } finally {
    db?.close();
    removeDatabase(path);
  }
}

/** Holds copies while they are shipped or fetched. */
export function shippingFolder(folder: string): string {
  const place = join(folder, 'shipping');
  if (!existsSync(place)) mkdirSync(place, { recursive: true, mode: 0o700 });
  return place;
}

function removeDatabase(path: string): void {
  for (const companion of ['', '-wal', '-shm', '-journal']) rmSync(path + companion, { force: true });
}

function answered<T>(answer: ShippingAnswer<T>): T {
  if (answer.kind === 'answered') return answer.value;
  throw new FetchFailed(answer.kind === 'silent' ? 'relay_silent' : 'nothing_shipped');
}

async function writeSnapshot(
  relay: FetchShipped['relay'],
  seal: Sealing,
  { id, parts }: ShippedSnapshot,
  path: string,
): Promise<void> {
  async function* opened(): AsyncGenerator<Uint8Array> {
    for (let part = 0; part < parts; part += 1) {
      const plain = seal.open(['snapshot', id, part], answered(await relay.readPart(id, part)));
      if (plain === null) throw new FetchFailed('other_key');
      yield plain;
    }
  }
  try {
    await pipeline(Readable.from(opened()), createGunzip(), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    const isZipFault = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isZipFault ? new FetchFailed('copy_damaged') : error;
  }
}

const Hash = z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString('hex'));

async function applyBatches(
  db: Database.Database,
  { relay, seal, random, clock }: Pick<FetchShipped, 'relay' | 'seal' | 'random' | 'clock'>,
): Promise<void> {
  const apply = prepareApplyEvents(db, random);
  const hashOf = db.prepare('SELECT hash FROM events WHERE seq = ?').pluck();
  for (let more = true; more; ) {
    const page = answered(await relay.batchesAfter(headOf(db).seq));
    for (const { first, last, head, sealed } of page.batches) {
      const before = headOf(db).seq;
      const previous = Hash.safeParse(first === 1 ? readMeta(db).genesis : hashOf.get(first - 1));
      if (!previous.success || last <= before) throw new FetchFailed('copy_damaged');
      const plain = seal.open(['batch', first, last, previous.data, head], Buffer.from(sealed, 'base64'));
      if (plain === null) throw new FetchFailed('copy_damaged');
      apply((readBatch(plain) ?? []).filter(({ seq }) => seq > before));
      if (!holds(db, { seq: last, hash: head })) throw new FetchFailed('copy_damaged');
      await clock.sleep(0);
    }
    more = page.more && page.batches.length > 0;
  }
}
