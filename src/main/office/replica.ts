import { mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { ShippedLog } from '../../shared/wire/shipped-log.ts';
import type { Sealing } from '../base/sealing.ts';
import type { Clock, Random } from '../base/system.ts';
import { DatabaseError, toDatabaseError } from '../db/database-error.ts';
import { headOf, holds } from '../db/metadata.ts';
import { checkVersion, migrate, schemaVersion } from '../db/migrations/migrate.ts';
import { connect } from '../db/open-database.ts';
import {
  FetchFailed,
  isProved,
  openSnapshot,
  prepareFollowLog,
  type ReadableLog,
  removeDatabase,
} from '../log-shipping/index.ts';
import { removeIndex } from '../search/index.ts';

/**
 * - `empty`: the counter has shipped nothing
 * - `waiting`: it has shipped no snapshot yet, which a replica begins with
 * - `silent`: the relay or the disk did not give or take it; to be tried again
 */
export type CatchUp = 'empty' | 'waiting' | 'followed' | 'silent' | 'other_key' | 'damaged' | 'newer';

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

/** The database of one counter, made from what it shipped. It stays readable while another takes its place, and while nothing comes. */
export interface Replica {
  /** null: nothing was fetched yet */
  file(): { path: string; db: Database.Database } | null;
  /** Brings it up to what the relay has. Never rejects for the relay's or the disk's faults. */
  catchUp(log: ShippedLog, from: { relay: ReadableLog; seal: Sealing; signal: AbortSignal }): Promise<CatchUp>;
  close(): void;
}

const namePattern = /^journal-(\d{1,9})\.db$/;
/** What failed as it is at the relay is fetched again only after this time: a whole snapshot may be large. */
const failedAgainMs = 10 * 60_000;

/**
 * Opens what an earlier run has left; a join that was cut short is thrown away. What cannot be opened is tried again when it is to catch
 * up: one counter's files hold back no other's.
 */
export function openReplica(deps: ReplicaDeps): Replica {
  const { folder, random, clock } = deps;
  let current: Opened | null = null;
  let isOpened = false;
  /** Throws DatabaseError, or the error of the disk. */
  const openCurrent = (): void => {
    current = openNewest(folder);
    isOpened = true;
  };
  try {
    openCurrent();
  } catch {
    // Opened again, and answered for, in catchUp.
  }
  let follow: ReturnType<typeof prepareFollowLog> | null = null;
  let followed: { relay: ReadableLog; seal: Sealing } | null = null;
  let failed: { what: string; at: number; result: CatchUp } | null = null;

  /** Makes it anew, beside the one that is read. */
  const fetchWhole = async (
    log: ShippedLog,
    { relay, seal }: { relay: ReadableLog; seal: Sealing },
  ): Promise<CatchUp> => {
    const { snapshot } = log;
    if (snapshot === null) return current ? 'damaged' : 'waiting';
    const next = (current?.number ?? 0) + 1;
    const path = join(folder, `journal-${next}.db`);
    const part = `${path}.part`;
    removeDatabase(part);
    try {
      const db = await openSnapshot({ relay, seal, clock }, snapshot, part);
      try {
        await prepareFollowLog(db, { relay, seal, random, clock })();
        if (!isProved(db, seal, log)) throw new FetchFailed('copy_damaged');
      } finally {
        // Its log of writes goes into the file.
        db.close();
      }
      await sync(part);
      renameSync(part, path);
    } finally {
      removeDatabase(part);
    }
    const before = current;
    current = { path, number: next, db: connect(path, false) };
    follow = null;
    before?.db.close();
    await deps.replaced();
    if (before) removeReplica(before.path);
    return 'followed';
  };
  const tryJoin = async (log: ShippedLog, from: { relay: ReadableLog; seal: Sealing }): Promise<CatchUp> => {
    const what = JSON.stringify([log.snapshot?.id, from.seal.tag('', { seq: 0, hash: '' })]);
    if (failed?.what === what && clock.monotonic() - failed.at < failedAgainMs) return failed.result;
    failed = null;
    try {
      return await fetchWhole(log, from);
    } catch (error) {
      const result = resultOf(error);
      if (result !== 'silent') failed = { what, at: clock.monotonic(), result };
      return result;
    }
  };
  return {
    file: () => current && { path: current.path, db: current.db },
    async catchUp(log, { relay, seal, signal }) {
      if (!isOpened) {
        try {
          openCurrent();
          await deps.replaced();
        } catch (error) {
          return resultOf(error);
        }
      }
      const { through, head } = log;
      if (through === 0 || head === null) return current ? 'followed' : 'empty';
      if (!current) return tryJoin(log, { relay, seal });
      const { db } = current;
      const end = { seq: through, hash: head };
      // The relay may be an older copy of itself.
      if (holds(db, end)) return 'followed';
      if (headOf(db).seq >= through) return tryJoin(log, { relay, seal });
      if (followed?.relay !== relay || followed.seal !== seal || !follow) {
        followed = { relay, seal };
        follow = prepareFollowLog(db, { relay, seal, random, clock });
      }
      try {
        await follow(deps.applied, signal);
        if (signal.aborted || holds(db, end)) return isProved(db, seal, log) || signal.aborted ? 'followed' : 'damaged';
      } catch (error) {
        const result = resultOf(error);
        if (result === 'silent') return result;
      }
      // It went on from an older copy, or the batches in between are gone: its new snapshot tells.
      return tryJoin(log, { relay, seal });
    },
    close() {
      current?.db.close();
      current = null;
      isOpened = true;
    },
  };
}

interface Opened {
  path: string;
  number: number;
  db: Database.Database;
}

function openNewest(folder: string): Opened | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder);
  const numbers = names.flatMap((name) => namePattern.exec(name)?.[1] ?? []).map(Number);
  const newest = Math.max(0, ...numbers);
  for (const name of names) if (name.includes('.part')) rmSync(join(folder, name), { force: true });
  for (const number of numbers) if (number !== newest) removeReplica(join(folder, `journal-${number}.db`));
  if (newest === 0) return null;
  const path = join(folder, `journal-${newest}.db`);
  let db: Database.Database | null = null;
  try {
    db = connect(path, false);
    // This program may be newer than the one that made it.
    if (checkVersion(db) < schemaVersion) migrate(db, () => undefined);
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

/** Its search index, beside it and of this file alone. */
export const indexOf = (path: string): string => join(dirname(path), basename(path).replace(/^journal-/, 'search-'));

function removeReplica(path: string): void {
  removeDatabase(path);
  removeIndex(indexOf(path));
}

function resultOf(thrown: unknown): CatchUp {
  if (thrown instanceof FetchFailed) {
    if (thrown.reason === 'other_key') return 'other_key';
    return thrown.reason === 'copy_damaged' ? 'damaged' : 'silent';
  }
  const error = toDatabaseError(thrown);
  if (error instanceof DatabaseError && error.kind === 'newer') return 'newer';
  if (error instanceof DatabaseError && error.kind === 'corrupt') return 'damaged';
  // What is no event of this version.
  if (thrown instanceof z.ZodError) return 'damaged';
  return 'silent';
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
