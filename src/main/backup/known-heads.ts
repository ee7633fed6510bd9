import { join } from 'node:path';
import type Database from 'better-sqlite3';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { withTimeout } from '../base/async.ts';
import type { Clock, Random } from '../base/system.ts';
import type { Head } from '../db/change.ts';
import { mapDatabaseErrors } from '../db/database-error.ts';
import { diskFiles, type Files } from '../db/disk-files.ts';
import { headOf, holds, prepareMailboxPositions, readMeta } from '../db/metadata.ts';
import { connect } from '../db/open-database.ts';
import { jsonText } from '../db/statements.ts';
import { type BackupFolder, listBackups, readBackupName } from './catalog.ts';
import { applyRestoreRule } from './prepare-restore.ts';

/**
 * The end of a journal as known outside of its database: from a file beside it, from the user's state folder, or from
 * a backup's name.
 */
export interface KnownHead extends Head {
  terminal: string;
  /**
   * A head file is always this counter's. A backup of another terminal belongs to another counter, or to an earlier
   * series.
   */
  isHeadFile: boolean;
}

const HeadFile = z.object({
  terminal: z.string(),
  seq: z.int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/** The head file beside the database. */
export function headPath({ folder }: { folder: string }): string {
  return join(folder, 'head.json');
}

/** Null when the head file is missing or unreadable. */
export function readHeadFile(path: string, files: Files): KnownHead | null {
  const parsed = jsonText.pipe(HeadFile).safeParse(files.readText(path));
  return parsed.success ? { ...parsed.data, isHeadFile: true } : null;
}

/** Resolves once the file is on the disk. Writes of one path end in the order in which they began. */
export async function writeHeadFile(path: string, seen: Omit<KnownHead, 'isHeadFile'>): Promise<void> {
  await writeFileAtomic(path, JSON.stringify(HeadFile.parse(seen)), { mode: 0o600 });
}

/**
 * Detects a database that lacks a known head, such as a file that was put back by hand or a disk that lost writes,
 * and makes it safe to sell with, like a restored backup.
 * @returns whether it was such a database
 */
export function handleRollback(db: Database.Database, random: Random, seen: readonly KnownHead[], at: string): boolean {
  const { terminal, restored } = readMeta(db);
  const behind = seen
    .filter((head) => head.isHeadFile || head.terminal === terminal)
    .filter((head) => head.terminal === terminal || head.seq > (restored?.behind?.seq ?? -1))
    .filter((head) => !holds(db, head))
    .toSorted((a, b) => b.seq - a.seq)[0];
  if (!behind) return false;
  applyRestoreRule(db, random, {
    at,
    reason: 'rolled_back',
    // An older database with a history of its own may even be longer.
    behind: { seq: Math.max(behind.seq, headOf(db).seq), hash: behind.hash },
  });
  return true;
}

/**
 * Handles the relay's report that this database had read a mailbox beyond its cursor: it is treated as rolled back.
 * To be called while the database is closed. Does nothing where the cursor has changed since.
 */
export function handleOlderCursor(
  path: string,
  random: Random,
  { mailbox, cursor, at }: { mailbox: string; cursor: string; at: string },
): void {
  mapDatabaseErrors(() => {
    const db = connect(path, false);
    try {
      if (prepareMailboxPositions(db).cursor(mailbox) !== cursor) return;
      applyRestoreRule(db, random, { at, reason: 'rolled_back', behind: null });
    } finally {
      db.close();
    }
  });
}

/**
 * As handleOlderCursor, where the relay proves that this journal was shipped further than it goes now.
 * @param head the event that was shipped last
 */
export function handleShippedHead(path: string, random: Random, { head, at }: { head: Head; at: string }): void {
  mapDatabaseErrors(() => {
    const db = connect(path, false);
    try {
      handleRollback(db, random, [{ ...head, terminal: readMeta(db).terminal, isHeadFile: true }], at);
    } finally {
      db.close();
    }
  });
}

/** A network drive that does not answer must not delay the start. */
const maxListMs = 2000;

/** Every head that is known outside of the database: the head file, and the names of the backups. */
export async function readKnownHeads(liveFolder: string, { path }: BackupFolder, clock: Clock): Promise<KnownHead[]> {
  const beside = readHeadFile(headPath({ folder: liveFolder }), diskFiles);
  const listed = listBackups(path).catch(() => []);
  const copies = (await withTimeout(clock, maxListMs, listed)) ?? [];
  const named = copies.flatMap(({ file }): KnownHead[] => {
    const name = readBackupName(file);
    return name ? [{ ...name.head, terminal: name.terminal, isHeadFile: false }] : [];
  });
  return beside ? [beside, ...named] : named;
}
