import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, type Stats, statSync } from 'node:fs';
import { open, statfs } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { ShippedLog } from '../../shared/wire/shipped-log.ts';
import type { Sealing } from '../base/sealing.ts';
import type { Clock, Random } from '../base/system.ts';
import type { Head } from '../db/change.ts';
import { DatabaseError, toDatabaseError } from '../db/database-error.ts';
import { headOf, holds, readMeta } from '../db/metadata.ts';
import { checkVersion, migrate, schemaVersion } from '../db/migrate.ts';
import { connect } from '../db/open-database.ts';
import {
  FetchFailed,
  isProved,
  openSnapshot,
  prepareFollowLog,
  type ReadableLog,
  removeDatabase,
  UnpackedTooLarge,
} from '../log-shipping/index.ts';
import { removeIndex } from '../search/index.ts';

/**
 * - `empty`: the counter has shipped nothing
 * - `waiting`: it has shipped no snapshot yet, which a replica begins with
 * - `silent`: the relay did not give it; to be tried again
 * - `not_stored`: the disk did not give or take it, or would have no room left for others; to be tried again
 * - `too_large`: it is more than the office takes of one counter
 */
export type CatchUp =
  | ReplicaRoom['limit']
  | 'empty'
  | 'waiting'
  | 'followed'
  | 'silent'
  | 'other_key'
  | 'damaged'
  | 'newer';

interface ReplicaDeps {
  /** of this counter alone */
  folder: string;
  random: Random;
  clock: Clock;
  /** called with what a batch changed, in the order of the counter's log */
  applied(sales: readonly Transaction[]): void;
  /** Another file holds the replica from now on; readers of the one before are to close it, which is then removed. */
  replaced(): Promise<void>;
}

const namePattern = /^journal-(\d{1,9})\.db$/;
/** What failed as it is at the relay is fetched again only after this time: a whole snapshot may be large. */
const failedAgainMs = 10 * 60_000;

/** What the office takes of one counter: the database of many years, and no more of a stolen one. */
export const maxReplicaBytes = 8 * 1024 ** 3;
/** Stays free for the other counters and the office's own database: a tenth of a small disk. */
const reservedBytes = 1024 ** 3;

/** Where a replica is read from. */
interface Source {
  relay: ReadableLog;
  seal: Sealing;
}

/** The database of one counter, made from what it shipped. It stays readable while another takes its place, and while nothing comes. */
export class Replica {
  readonly #deps: ReplicaDeps;
  #current: Opened | null = null;
  #isOpened = false;
  #followed: (Source & { follow: ReturnType<typeof prepareFollowLog> }) | null = null;
  #failed: { key: string; at: number; result: CatchUp } | null = null;

  /**
   * Opens what an earlier run has left; a join that was cut short is thrown away. What cannot be opened is tried again when it is to catch
   * up: one counter's files hold back no other's.
   */
  constructor(deps: ReplicaDeps) {
    this.#deps = deps;
    try {
      this.#openCurrent();
    } catch {
      // Opened again, and answered for, in catchUp.
    }
  }

  /** null: nothing was fetched yet */
  file(): { path: string; db: Database.Database } | null {
    return this.#current && { path: this.#current.path, db: this.#current.db };
  }

  /** Brings it up to what the relay has. Never rejects for the relay's or the disk's faults. */
  async catchUp(log: ShippedLog, from: Source & { signal: AbortSignal }): Promise<CatchUp> {
    if (!this.#isOpened) {
      try {
        this.#openCurrent();
        await this.#deps.replaced();
      } catch (error) {
        return resultOf(error);
      }
    }
    const { through, head } = log;
    if (through === 0 || head === null) return this.#current ? 'followed' : 'empty';
    if (!this.#current) return this.#tryJoin(log, from);
    const { db } = this.#current;
    const end = { seq: through, hash: head };
    try {
      // The relay may be an older copy of itself.
      if (holds(db, end)) return 'followed';
      if (statSync(this.#current.path).size > maxReplicaBytes) return 'too_large';
      const result = headOf(db).seq >= through ? null : await this.#follow(db, log, end, from);
      if (result !== null) return result;
    } catch (error) {
      // Of its own file: the relay and the counter have all of it.
      if (resultOf(error) !== 'damaged') return resultOf(error);
    }
    return this.#tryJoin(log, from);
  }

  close(): void {
    this.#current?.db.close();
    this.#current = null;
    this.#isOpened = true;
  }

  /** Throws DatabaseError, or the error of the disk. */
  #openCurrent(): void {
    this.#current = openNewest(this.#deps.folder);
    this.#isOpened = true;
  }

  /** @returns null where it went on from an older copy, or the batches in between are gone: its new snapshot shows it */
  async #follow(
    db: Database.Database,
    log: ShippedLog,
    end: Head,
    { relay, seal, signal }: Source & { signal: AbortSignal },
  ): Promise<CatchUp | null> {
    const { random, clock, applied } = this.#deps;
    if (this.#followed?.relay !== relay || this.#followed.seal !== seal)
      this.#followed = { relay, seal, follow: prepareFollowLog(db, { relay, seal, random, clock }) };
    try {
      await this.#followed.follow(applied, signal);
      if (!signal.aborted && !holds(db, end)) return null;
      return isProved(db, seal, log) || signal.aborted ? 'followed' : 'damaged';
    } catch (error) {
      const result = resultOf(error);
      return isTriedAgain(result) ? result : null;
    }
  }

  async #tryJoin(log: ShippedLog, from: Source): Promise<CatchUp> {
    const { clock } = this.#deps;
    const key = JSON.stringify([log.snapshot?.id, from.seal.tag('', { seq: 0, hash: '' })]);
    if (this.#failed?.key === key && clock.monotonic() - this.#failed.at < failedAgainMs) return this.#failed.result;
    this.#failed = null;
    const result = await this.#fetchWhole(log, from).catch(resultOf);
    if (result !== 'followed' && !isTriedAgain(result)) this.#failed = { key, at: clock.monotonic(), result };
    return result;
  }

  /** Makes it again, beside the one that is read. */
  async #fetchWhole(log: ShippedLog, { relay, seal }: Source): Promise<CatchUp> {
    const { folder, random, clock, replaced } = this.#deps;
    const { snapshot } = log;
    if (snapshot === null) return this.#current ? 'damaged' : 'waiting';
    const number = (this.#current?.number ?? 0) + 1;
    const path = join(folder, `journal-${number}.db`);
    const partPath = `${path}.part`;
    removeDatabase(partPath);
    const room = await roomFor(partPath);
    try {
      const db = await openSnapshot({ relay, seal, clock, maxBytes: room.bytes }, snapshot, partPath);
      try {
        await prepareFollowLog(db, { relay, seal, random, clock })();
        if (!isProved(db, seal, log)) throw new FetchFailed('copy_damaged');
      } finally {
        // Its log of writes goes into the file.
        db.close();
      }
      await sync(partPath);
      renameSync(partPath, path);
    } catch (error) {
      if (error instanceof UnpackedTooLarge) return room.limit;
      throw error;
    } finally {
      removeDatabase(partPath);
    }
    const before = this.#current;
    this.#current = { path, number, db: connectReplica(path) };
    this.#followed = null;
    before?.db.close();
    await replaced();
    if (before) removeReplica(before.path);
    return 'followed';
  }
}

interface Opened {
  path: string;
  number: number;
  db: Database.Database;
}

function openNewest(folder: string): Opened | null {
  removeUnless(folder, (stats) => stats.isDirectory());
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder);
  const numbers = names.flatMap((name) => namePattern.exec(name)?.[1] ?? []).map(Number);
  const newest = Math.max(0, ...numbers);
  for (const name of names) if (name.includes('.part')) rmSync(join(folder, name), { force: true });
  for (const number of numbers) if (number !== newest) removeReplica(join(folder, `journal-${number}.db`));
  if (newest === 0) return null;
  const path = join(folder, `journal-${newest}.db`);
  removeUnless(path, (stats) => stats.isFile() && stats.size > 0);
  if (!existsSync(path)) return null;
  let db: Database.Database | null = null;
  try {
    db = connectReplica(path);
    // This program may be newer than the one that made it.
    if (checkVersion(db) < schemaVersion) migrate(db, () => undefined);
    readMeta(db);
    return { path, number: newest, db };
  } catch (thrown) {
    db?.close();
    const error = toDatabaseError(thrown);
    if (!(error instanceof DatabaseError) || error.kind !== 'corrupt') throw error;
    // The relay and the counter have all of it.
    removeReplica(path);
    return null;
  }
}

/**
 * The relay has all of it: what a power cut takes of the end is read again, and a commit does not wait for the disk. There are twenty, whose
 * pages the system keeps in any case.
 */
function connectReplica(path: string): Database.Database {
  const db = connect(path, false);
  db.pragma('synchronous = NORMAL');
  db.pragma('cache_size = -256');
  return db;
}

/** What stands in a place by mistake holds nothing that the relay and the counter lack. */
function removeUnless(path: string, isRight: (stats: Stats) => boolean): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats && !isRight(stats)) rmSync(path, { recursive: true });
}

/** Its search index, beside it and of this file alone. */
export const indexOf = (path: string): string => join(dirname(path), basename(path).replace(/^journal-/, 'search-'));

function removeReplica(path: string): void {
  removeDatabase(path);
  removeIndex(indexOf(path));
}

/** The office does so by itself. */
export const isTriedAgain = (result: CatchUp): boolean => result === 'silent' || result === 'not_stored';

function resultOf(thrown: unknown): CatchUp {
  if (thrown instanceof FetchFailed) {
    if (thrown.reason === 'other_key') return 'other_key';
    return thrown.reason === 'copy_damaged' ? 'damaged' : 'silent';
  }
  // What is no event of this version is corrupt too.
  const error = toDatabaseError(thrown);
  if (!(error instanceof DatabaseError)) return 'silent';
  switch (error.kind) {
    case 'newer':
      return 'newer';
    case 'corrupt':
      return 'damaged';
    // A task holds the file, or the office stops.
    case 'locked':
    case 'closed':
      return 'silent';
    case 'full':
    case 'read_only':
    case 'other':
      return 'not_stored';
  }
}

interface ReplicaRoom {
  bytes: number;
  /** why there is no more */
  limit: 'too_large' | 'not_stored';
}

/** How large a new replica may become, of a disk that is shared. Rejects with the error of the disk. */
async function roomFor(path: string): Promise<ReplicaRoom> {
  const { bavail, blocks, bsize } = await statfs(dirname(path));
  const free = Math.max(0, bavail * bsize - Math.min(reservedBytes, (blocks * bsize) / 10));
  return free < maxReplicaBytes ? { bytes: free, limit: 'not_stored' } : { bytes: maxReplicaBytes, limit: 'too_large' };
}

/** SQLite has flushed only the pages that it wrote itself. */
async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
