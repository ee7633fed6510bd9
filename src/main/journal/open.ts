import type Database from 'better-sqlite3';
import type { WhoActs } from '../ports/acts.ts';
import { type Journal, JournalFault, type JournalKind } from '../ports/journal.ts';
import type { Random } from '../ports/random.ts';
import { connect } from './connection.ts';
import type { CustomerDigest } from './erasing/digest.ts';
import { asFault } from './fault.ts';
import { claimKind, createMeta, journalId, readMeta } from './meta.ts';
import { diskFiles } from './restore/files.ts';
import { answerRollback, readHeadFile, type SeenHead } from './restore/seen-heads.ts';
import { checkVersion, migrate, schemaVersion } from './schema/migrate.ts';
import { sqliteJournal } from './sqlite-journal.ts';
import { takeWriter } from './writers.ts';

export interface OpenJournal {
  /** the database file; its folder must exist */
  path: string;
  random: Random;
  /** reads a database that is there and changes nothing in it */
  readOnly?: boolean;
  /** recognises an erased customer; left out, nobody is recognised once the database was closed */
  digest?: CustomerDigest;
  /** asked for every event that a person causes; left out, nobody is named */
  whoActs?: WhoActs;
  /** whose world it is; a database of the other one is refused */
  kind?: JournalKind;
  /** what was seen of it before, outside of it: one that lacks any of that is answered as a restored copy is */
  seen?: {
    heads: readonly SeenHead[];
    at: string;
    /** where the end of the log is kept outside of the folder, by the journal's id; null: nowhere */
    headFile?: ((id: string) => string) | null;
  };
}

/**
 * Opens the shop's journal, makes it when there is none, and brings an older one up to date. One writer for each file in
 * this process; that there is one process is lockFolder's. Rejects with JournalFault, and has then let go of the file.
 */
export async function openJournal({
  path,
  random,
  readOnly = false,
  kind,
  seen,
  digest,
  whoActs,
}: OpenJournal): Promise<Journal> {
  let db: Database.Database | null = null;
  let letGo = (): void => {};
  try {
    db = connect(path, readOnly);
    if (readOnly) assertCurrent(db);
    else letGo = prepareToWrite(db, path, random);
    if (kind && !readOnly) claimKind(db, kind);
    if (seen && !readOnly) {
      const outside = seen.headFile ? readHeadFile(seen.headFile(journalId(readMeta(db))), diskFiles) : null;
      answerRollback(db, random, outside ? [...seen.heads, outside] : seen.heads, seen.at);
    }
    return sqliteJournal({
      db,
      random,
      ...(digest ? { digest } : {}),
      ...(whoActs ? { whoActs } : {}),
      letGo,
    });
  } catch (thrown) {
    db?.close();
    letGo();
    throw asFault(thrown);
  }
}

function prepareToWrite(db: Database.Database, path: string, random: Random): () => void {
  const letGo = takeWriter(path);
  try {
    migrate(db, () => createMeta(db, random));
    return letGo;
  } catch (thrown) {
    letGo();
    throw thrown;
  }
}

function assertCurrent(db: Database.Database): void {
  const version = checkVersion(db);
  if (version < schemaVersion) {
    throw new JournalFault(
      'other',
      `the database has version ${version}: open it for writing once to bring it up to date`,
    );
  }
}
