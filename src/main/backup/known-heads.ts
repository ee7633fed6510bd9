import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Random } from '../base/system.ts';
import { mapDatabaseErrors } from '../db/database-error.ts';
import type { Files } from '../db/disk-files.ts';
import { headOf, holds, prepareRelayCursors, readMeta } from '../db/metadata.ts';
import { connect } from '../db/open-database.ts';
import type { Head } from '../db/sales-store.ts';
import { jsonText } from '../db/statements.ts';
import { applyRestoreRule } from './restore-rule.ts';

/** The end of a log as somebody outside of the database remembers it: a file beside it or in the user's state folder, or a copy's name. */
export interface KnownHead extends Head {
  terminal: string;
  /** a copy of another terminal is another counter's, or of an earlier series; a head file is always ours */
  beside: boolean;
}

const Kept = z.object({ terminal: z.string(), seq: z.int().nonnegative(), hash: z.string().regex(/^[0-9a-f]{64}$/) });

/** What the file beside the database remembers; null when it is not there or cannot be read. */
export function readHeadFile(path: string, files: Files): KnownHead | null {
  const parsed = jsonText.pipe(Kept).safeParse(files.readText(path));
  return parsed.success ? { ...parsed.data, beside: true } : null;
}

export function writeHeadFile(path: string, seen: Omit<KnownHead, 'beside'>, files: Files): void {
  files.writeText(path, JSON.stringify(Kept.parse(seen)));
}

/**
 * A database that lacks what was seen of it before is an older one (a file put back by hand, a disk that lied): it is made
 * safe to sell with, as a restored copy is.
 * @returns whether it was so
 */
export function handleRollback(db: Database.Database, random: Random, seen: readonly KnownHead[], at: string): boolean {
  const { terminal, restored } = readMeta(db);
  const behind = seen
    .filter((head) => head.beside || head.terminal === terminal)
    .filter((head) => head.terminal === terminal || head.seq > (restored?.behind?.seq ?? -1))
    .filter((head) => !holds(db, head))
    .toSorted((a, b) => b.seq - a.seq)[0];
  if (!behind) return false;
  applyRestoreRule(db, random, {
    at,
    reason: 'rolled_back',
    // An older one with a history of its own may even be longer.
    behind: { seq: Math.max(behind.seq, headOf(db).seq), hash: behind.hash },
  });
  return true;
}

/**
 * The relay says that this database had read a mailbox further than its cursor: it is answered as one that lacks what was seen of
 * it. To be called while nobody has it open. Nothing happens where the cursor is another one by now.
 */
export function handleOlderCursor(
  path: string,
  random: Random,
  { mailbox, cursor, at }: { mailbox: string; cursor: string; at: string },
): void {
  mapDatabaseErrors(() => {
    const db = connect(path, false);
    try {
      if (prepareRelayCursors(db).read(mailbox) !== cursor) return;
      applyRestoreRule(db, random, { at, reason: 'rolled_back', behind: null });
    } finally {
      db.close();
    }
  });
}
