import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { ShippedBatches, ShippedLog, ShippedSnapshot } from '../../shared/wire/shipped-log.ts';
import { backupName } from '../backup/index.ts';
import type { Sealing } from '../base/sealing.ts';
import { type Clock, isoNow, type Random } from '../base/system.ts';
import { headOf, holds, readMeta } from '../db/metadata.ts';
import { migrate } from '../db/migrate.ts';
import { connect } from '../db/open-database.ts';
import { immediateTransaction } from '../db/statements.ts';
import { prepareRebuild } from '../ledger/index.ts';
import type { ShippedLogAtRelay, ShippingAnswer } from '../relay-client/index.ts';
import { prepareApplyEvents } from './apply-events.ts';
import { UnpackingFailed, unpackInto } from './compression.ts';
import { readBatch, type ShippedEvent } from './log-batch.ts';

/** Why the shipped log could not be brought back. Nothing was changed. */
export class FetchFailed extends Error {
  readonly reason: 'nothing_shipped' | 'relay_silent' | 'other_key' | 'copy_damaged';
  constructor(reason: FetchFailed['reason']) {
    super(reason);
    this.name = 'FetchFailed';
    this.reason = reason;
  }
}

/** The shipped log of one counter, readable by that counter and by the shop's office. */
export type ReadableLog = Pick<ShippedLogAtRelay, 'mailbox' | 'batchesAfter' | 'readPart'>;

interface FetchShipped {
  relay: Pick<ShippedLogAtRelay, 'read' | 'batchesAfter' | 'readPart'>;
  seal: Sealing;
  /** of the data, for the file */
  folder: string;
  clock: Clock;
  random: Random;
}

/**
 * Makes the database of a lost counter again from its snapshot and batches at the relay, up to the last shipped event. Answers a file
 * that is named as a backup, to be restored like one. Rejects with FetchFailed, or with the error of the disk.
 */
export async function fetchShipped({ relay, seal, folder, clock, random }: FetchShipped): Promise<string> {
  const shipped = answered(await relay.read());
  const { snapshot, head } = shipped;
  if (snapshot === null || head === null) throw new FetchFailed('nothing_shipped');
  const place = shippingFolder(folder);
  const path = join(place, 'fetched.db');
  let db: Database.Database | null = null;
  removeDatabase(path);
  try {
    db = await openSnapshot({ relay, seal, clock }, snapshot, path);
    await prepareFollowLog(db, { relay, seal, random, clock })();
    if (!isProved(db, seal, shipped)) throw new FetchFailed('copy_damaged');
    const { terminal } = readMeta(db);
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

export function removeDatabase(path: string): void {
  for (const companion of ['', '-wal', '-shm', '-journal']) rmSync(path + companion, { force: true });
}

function answered<T>(answer: ShippingAnswer<T>): T {
  if (answer.kind === 'answered') return answer.value;
  throw new FetchFailed(answer.kind === 'silent' ? 'relay_silent' : 'nothing_shipped');
}

interface OpenSnapshot {
  relay: Pick<ReadableLog, 'readPart'>;
  seal: Sealing;
  clock: Clock;
  /** of the file; left out: whatever the disk takes */
  maxBytes?: number;
}

/**
 * Writes a shipped snapshot to a new file and opens it, with its ledger made. Rejects with FetchFailed, UnpackedTooLarge, DatabaseError ("newer":
 * a newer program wrote it), or with the error of the disk.
 */
export async function openSnapshot(
  { relay, seal, clock, maxBytes }: OpenSnapshot,
  snapshot: ShippedSnapshot,
  path: string,
): Promise<Database.Database> {
  await writeSnapshot({ relay, seal, maxBytes }, snapshot, path);
  const db = connect(path, false);
  try {
    migrate(db, () => {
      throw new FetchFailed('copy_damaged');
    });
    if (!holds(db, { seq: snapshot.through, hash: snapshot.head })) throw new FetchFailed('copy_damaged');
    const ledger = prepareRebuild(db);
    while (ledger.step() !== null) await clock.sleep(0);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** What came is what the counter proved: the relay left nothing out at the end. */
export function isProved(db: Database.Database, seal: Sealing, { through, head, tag }: ShippedLog): boolean {
  if (head === null || tag === null) return false;
  const end = { seq: through, hash: head };
  return holds(db, end) && seal.isTag(tag, readMeta(db).terminal, end);
}

async function writeSnapshot(
  { relay, seal, maxBytes }: Pick<OpenSnapshot, 'relay' | 'seal'> & { maxBytes: number | undefined },
  { id, parts }: ShippedSnapshot,
  path: string,
): Promise<void> {
  async function* opened(): AsyncGenerator<Uint8Array> {
    let index = 0;
    for await (const answer of readAhead(parts, (at) => relay.readPart(id, at))) {
      const plain = seal.open(['snapshot', id, index], answered(answer));
      if (plain === null) throw new FetchFailed(index === 0 ? 'other_key' : 'copy_damaged');
      index += 1;
      yield plain;
    }
  }
  try {
    await unpackInto(path, opened(), maxBytes);
  } catch (error) {
    throw error instanceof UnpackingFailed ? new FetchFailed('copy_damaged') : error;
  }
}

/** Parts that are asked for before they are needed: while one is unpacked the next ones are on their way. */
const ahead = 4;

/** Reads them in their order. @param read does not reject */
async function* readAhead<Piece>(count: number, read: (index: number) => Promise<Piece>): AsyncGenerator<Piece> {
  const coming: Promise<Piece>[] = [];
  for (let next = 0, index = 0; index < count; index += 1) {
    while (next < count && coming.length < ahead) coming.push(read(next++));
    const piece = coming.shift();
    if (piece) yield await piece;
  }
}

const Hash = z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString('hex'));

/** Batches of one commit: a counter ships one for nearly each sale, and a commit waits for the disk. */
const maxBatchesTogether = 100;
const maxEventsTogether = 200;

/** In their order, few enough that nothing else waits long while they are applied. */
function* grouped(batches: ShippedBatches['batches']): Generator<ShippedBatches['batches']> {
  let group: ShippedBatches['batches'] = [];
  let events = 0;
  for (const batch of batches) {
    const more = batch.last - batch.first + 1;
    if (group.length > 0 && (group.length === maxBatchesTogether || events + more > maxEventsTogether)) {
      yield group;
      [group, events] = [[], 0];
    }
    group.push(batch);
    events += more;
  }
  if (group.length > 0) yield group;
}

interface FollowLog {
  relay: Pick<ReadableLog, 'batchesAfter'>;
  seal: Sealing;
  random: Random;
  clock: Clock;
}

/**
 * Applies the shipped batches after the end of the database's log, each event whole with what follows from it. A batch that the relay gives
 * again changes nothing. Rejects with FetchFailed ("copy_damaged": the next batch is missing, another counter's, of another history, or
 * changed; what was applied before stays), or with the error of the disk.
 */
export function prepareFollowLog(
  db: Database.Database,
  { relay, seal, random, clock }: FollowLog,
): (applied?: (sales: readonly Transaction[]) => void, signal?: AbortSignal) => Promise<void> {
  const apply = prepareApplyEvents(db, random);
  const hashOf = db.prepare('SELECT hash FROM events WHERE seq = ?').pluck();
  type Batch = ShippedBatches['batches'][number];
  const eventsOf = ({ first, last, head, sealed }: Batch, before: Batch | undefined): ShippedEvent[] => {
    // Not applied yet: the one before is held to its head once it is.
    const isNext = before !== undefined && before.last === first - 1;
    const previous = isNext
      ? before.head
      : Hash.safeParse(first === 1 ? readMeta(db).genesis : hashOf.get(first - 1)).data;
    const plain =
      previous === undefined ? null : seal.open(['batch', first, last, previous, head], Buffer.from(sealed, 'base64'));
    const events = plain && readBatch(plain);
    if (!events) throw new FetchFailed('copy_damaged');
    return events;
  };
  // A batch that does not end as it says leaves nothing.
  const applyTogether = immediateTransaction(db, (batches: readonly Batch[]): Transaction[] => {
    const { seq: applied } = headOf(db);
    const events = batches.flatMap((batch, at) => eventsOf(batch, batches[at - 1]));
    const sales = apply(events.filter(({ seq }) => seq > applied));
    if (!batches.every(({ last, head }) => holds(db, { seq: last, hash: head }))) throw new FetchFailed('copy_damaged');
    return sales;
  });
  /** Null: nothing was applied. */
  const tryTogether = (batches: readonly Batch[]): Transaction[] | null => {
    try {
      return applyTogether(batches);
    } catch {
      return null;
    }
  };
  return async (applied = () => undefined, signal) => {
    let coming: ReturnType<typeof relay.batchesAfter> | null = relay.batchesAfter(headOf(db).seq);
    while (coming) {
      if (signal?.aborted) return;
      const before = headOf(db).seq;
      const { batches, more }: ShippedBatches = answered(await coming);
      // On its way while these are applied.
      const [end] = batches.slice(-1);
      coming = more && end ? relay.batchesAfter(end.last) : null;
      for (const some of grouped(batches)) {
        if (signal?.aborted) return;
        const sales = tryTogether(some);
        // Else one by one, up to the one that is at fault.
        if (sales) applied(sales);
        else for (const batch of some) applied(applyTogether([batch]));
        await clock.sleep(0);
      }
      if (headOf(db).seq === before) return;
    }
  };
}
