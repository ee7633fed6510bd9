import { closeSync, mkdirSync, openSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { BackupFile } from '../../shared/contract/backups.ts';
import type { Clock } from '../base/system.ts';
import { DatabaseError } from '../db/database-error.ts';
import { dataToDisk, fileToDisk, folderToDisk } from '../db/disk-files.ts';
import { headOf, readMeta } from '../db/metadata.ts';
import { connect } from '../db/open-database.ts';
import { backupFile, type CopyName, copyName, readCopyName, unfinished } from './backup-name.ts';
import { checkCopy } from './check-backup.ts';
import { decryptFile, encryptFile } from './encryption.ts';

export interface CopyAsk {
  /** the database in use; somebody else goes on writing to it */
  journal: string;
  folder: string;
  /** makes the folder; not for one that a person picked: where a stick was pulled, a folder of its name is not the stick */
  makeFolder: boolean;
  /** ISO 8601 UTC */
  at: string;
  /** encrypts the copy with it */
  passphrase?: string | null | undefined;
}

export interface Copied {
  file: BackupFile;
  /** milliseconds: until the copy was on its disk, and until it was read back and found whole */
  tookMs: { copy: number; check: number };
}

/**
 * Copies a database that is being written, as it stands at one moment: on disk, read back and found whole before it gets a
 * name that anybody takes for a copy's. Blocks its thread: call it in a worker. Throws DatabaseError, or what the file system
 * threw.
 */
export async function copyJournal(
  clock: Clock,
  { journal, folder, makeFolder, at, passphrase = null }: CopyAsk,
): Promise<Copied> {
  if (makeFolder) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const begun = clock.monotonic();
  const source = connect(journal, true);
  let part = '';
  // Nothing that can be read is written to the folder of encrypted copies: it is made beside the database, and read back there.
  const plain = join(dirname(journal), `copy.db${unfinished}`);
  try {
    // The read transaction holds this moment fast: without it SQLite starts over whenever somebody writes.
    source.exec('BEGIN');
    const name: CopyName = { terminal: readMeta(source).terminal, madeAt: at, head: headOf(source) };
    removeUnfinished(folder, name);
    const file = copyName(name, passphrase !== null);
    part = join(folder, file + unfinished);
    if (passphrase !== null) remove(plain);
    await copyBySteps(source, passphrase === null ? part : plain);
    // While it is held, the writer's log of writes only grows: it must not be held while the copy is read back.
    source.close();
    makeOneFile(passphrase === null ? part : plain);
    if (passphrase !== null) {
      await encryptFile(plain, part, passphrase);
      remove(plain);
    }
    fileToDisk(part);
    const onDisk = clock.monotonic();
    if (passphrase === null) checkCopy(part, name.head);
    else {
      await decryptFile(part, plain, passphrase);
      checkCopy(plain, name.head);
    }
    const tookMs = { copy: onDisk - begun, check: clock.monotonic() - onDisk };
    renameSync(part, join(folder, file));
    folderToDisk(folder);
    return { file: backupFile(file, name, statSync(join(folder, file)).size), tookMs };
  } catch (error) {
    if (part !== '') remove(part);
    throw error;
  } finally {
    source.close();
    if (passphrase !== null) remove(plain);
  }
}

/** 4 MiB: between two of these the thread can be ended. */
const pagesAtOnce = 2048;
/** Every 32 MiB. */
const stepsToDisk = 8;

/**
 * Brought to disk as it goes: left to the end, the system would write gigabytes at once, and whoever commits a sale on the same
 * disk would wait for that. The copy goes on meanwhile.
 */
async function copyBySteps(source: Database.Database, part: string): Promise<void> {
  const file = openSync(part, 'wx', 0o600);
  const disk = dataToDisk(file);
  let steps = 0;
  try {
    await source.backup(part, {
      progress() {
        disk.complain();
        steps += 1;
        if (steps % stepsToDisk === 0) disk.begin();
        return pagesAtOnce;
      },
    });
    await disk.idle();
    disk.complain();
  } finally {
    await disk.idle();
    closeSync(file);
  }
}

/** Out of WAL, so that a copy is one file and can be read where nothing can be written. */
function makeOneFile(path: string): void {
  const copy = new Database(path);
  try {
    if (copy.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') {
      throw new DatabaseError('other', 'the copy stays in WAL');
    }
  } finally {
    copy.close();
  }
}

/** What a program that was killed, or a stick that was pulled, left behind: ours, and what nobody can still be writing. */
function removeUnfinished(folder: string, now: CopyName): void {
  for (const file of readdirSync(folder)) {
    const left = file.endsWith(unfinished) ? readCopyName(file.slice(0, -unfinished.length)) : null;
    if (!left) continue;
    const isOld = Date.parse(now.madeAt) - Date.parse(left.madeAt) > aDayMs;
    if (left.terminal === now.terminal || isOld) remove(join(folder, file));
  }
}

const aDayMs = 24 * 60 * 60_000;

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
    rmSync(`${path}-journal`, { force: true });
  } catch {
    // The stick is gone; the next copy tries again.
  }
}
