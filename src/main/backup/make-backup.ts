import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { BackupFile } from '../../shared/contract/backups.ts';
import type { VerifyReport } from '../../shared/contract/journal.ts';
import type { Clock } from '../base/system.ts';
import { type Head, type JournalKind } from '../db/change.ts';
import { DatabaseError } from '../db/database-error.ts';
import { dataToDisk, fileToDisk, folderToDisk } from '../db/disk-files.ts';
import { headOf, readMeta } from '../db/metadata.ts';
import { checkVersion } from '../db/migrate.ts';
import { connect } from '../db/open-database.ts';
import { verifyJournal } from '../integrity/index.ts';
import { type BackupInfo, backupFile, backupName, partialSuffix, readBackupName } from './catalog.ts';

interface BackupRequest {
  /** the database in use, which is written meanwhile */
  database: string;
  folder: string;
  /**
   * Creates the folder. False for one that a person picked: where a drive was pulled out, a new folder would not be
   * on it.
   */
  makeFolder: boolean;
  /** ISO 8601 UTC */
  at: string;
  /** encrypts the backup with this passphrase */
  passphrase?: string | null | undefined;
  /** of the passphrase, as encryptFile takes it */
  workFactor?: number;
}

interface MadeBackup {
  file: BackupFile;
  /** milliseconds until the copy was flushed to disk, and until it was read back and verified */
  tookMs: { copy: number; check: number };
}

/**
 * Backs up a database that is being written, as of one moment. The backup gets its final name only after it was
 * flushed, read back and verified. Blocks its thread: call it in a worker. Throws DatabaseError, or the file system's
 * error.
 */
export async function makeBackup(
  clock: Clock,
  { database, folder, makeFolder, at, passphrase = null, workFactor }: BackupRequest,
): Promise<MadeBackup> {
  if (makeFolder) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const begun = clock.monotonic();
  const source = connect(database, true);
  let partPath = '';
  // An encrypted backup is copied and verified beside the database, so its folder never holds readable data.
  const plain = join(dirname(database), `copy.db${partialSuffix}`);
  try {
    // The read transaction pins the snapshot; without it SQLite restarts the copy whenever somebody writes.
    source.exec('BEGIN');
    const name: BackupInfo = { terminal: readMeta(source).terminal, madeAt: at, head: headOf(source) };
    removeUnfinished(folder, name);
    const file = backupName(name, passphrase !== null);
    partPath = join(folder, file + partialSuffix);
    if (passphrase !== null) remove(plain);
    await copyBySteps(source, passphrase === null ? partPath : plain);
    // The WAL grows while the transaction is open, so it is closed before the backup is read back.
    source.close();
    leaveWal(passphrase === null ? partPath : plain);
    if (passphrase !== null) {
      await encryptFile(plain, partPath, passphrase, workFactor);
      remove(plain);
    }
    fileToDisk(partPath);
    const onDisk = clock.monotonic();
    if (passphrase === null) checkBackup(partPath, name.head);
    else {
      await decryptFile(partPath, plain, passphrase);
      checkBackup(plain, name.head);
    }
    const tookMs = { copy: onDisk - begun, check: clock.monotonic() - onDisk };
    renameSync(partPath, join(folder, file));
    folderToDisk(folder);
    return { file: backupFile(file, name, statSync(join(folder, file)).size), tookMs };
  } catch (error) {
    if (partPath !== '') remove(partPath);
    throw error;
  } finally {
    source.close();
    if (passphrase !== null) remove(plain);
  }
}

/** 4 MiB; the thread can be ended between two steps. */
const pagesPerStep = 2048;
/** Every 32 MiB. */
const stepsPerFlush = 8;

/**
 * Flushes while it copies. A single flush at the end would write gigabytes at once and delay the commit of a sale on
 * the same disk.
 */
async function copyBySteps(source: Database.Database, partPath: string): Promise<void> {
  const file = openSync(partPath, 'wx', 0o600);
  const disk = dataToDisk(file);
  let steps = 0;
  try {
    await source.backup(partPath, {
      progress() {
        disk.complain();
        steps += 1;
        if (steps % stepsPerFlush === 0) disk.begin();
        return pagesPerStep;
      },
    });
    await disk.idle();
    disk.complain();
  } finally {
    await disk.idle();
    closeSync(file);
  }
}

/** Leaves WAL mode, so that the backup is one file and can be read on read-only media. */
function leaveWal(path: string): void {
  const copy = new Database(path);
  try {
    if (copy.pragma('journal_mode = DELETE', { simple: true }) !== 'delete') {
      throw new DatabaseError('other', 'the copy stays in WAL');
    }
  } finally {
    copy.close();
  }
}

/** Removes unfinished backups of this terminal, and old ones of others that cannot still be written. */
function removeUnfinished(folder: string, now: BackupInfo): void {
  for (const file of readdirSync(folder)) {
    const left = file.endsWith(partialSuffix) ? readBackupName(file.slice(0, -partialSuffix.length)) : null;
    if (!left) continue;
    const isOld = Date.parse(now.madeAt) - Date.parse(left.madeAt) > dayMs;
    if (left.terminal === now.terminal || isOld) remove(join(folder, file));
  }
}

const dayMs = 24 * 60 * 60_000;

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
    rmSync(`${path}-journal`, { force: true });
  } catch {
    // The drive is gone; the next backup tries again.
  }
}

interface CheckedBackup {
  kind: JournalKind | null;
  /** hex */
  genesis: string;
  report: VerifyReport;
}

/**
 * Verifies a whole backup: SQLite's own check, then the hash chain, the sales and the receipts. Throws DatabaseError
 * ("corrupt" when it is damaged, "newer" when a newer program made it). Blocks its thread: call it in a worker.
 * @param head where its journal must end; the hash may be shortened
 */
export function checkBackup(path: string, head: Head): CheckedBackup {
  const about = readOrigin(path);
  const report = verifyJournal(path);
  if (report.flaw) throw new DatabaseError('corrupt', `the copy is not whole: ${report.flaw.row} ${report.flaw.why}`);
  if (report.head.seq !== head.seq || !report.head.hash.startsWith(head.hash)) {
    throw new DatabaseError('corrupt', 'the copy is not the one its name says');
  }
  return { ...about, report };
}

function readOrigin(path: string): Pick<CheckedBackup, 'kind' | 'genesis'> {
  const db = new Database(path, { readonly: true, fileMustExist: true });
  try {
    checkVersion(db);
    if (db.pragma('quick_check(1)', { simple: true }) !== 'ok') {
      throw new DatabaseError('corrupt', 'the copy is damaged');
    }
    const { kind, genesis } = readMeta(db);
    return { kind, genesis: Buffer.from(genesis).toString('hex') };
  } finally {
    db.close();
  }
}

/** The passphrase does not decrypt the file. */
export class WrongPassphrase extends Error {}

/** 64 MB and part of a second. The age tool's default needs 256 MB. */
const shippedWorkFactor = 16;
const chunkBytes = 1 << 20;

/** Loaded on first use: its curves take longer to set up than anything else that a thread or the program loads. */
const age = () => import('age-encryption');

/**
 * Encrypts a file in the age format (age-encryption.org) in chunks. Blocks its thread: call it in a worker.
 * @param workFactor scrypt's cost as a power of two
 */
export async function encryptFile(
  from: string,
  to: string,
  passphrase: string,
  workFactor = shippedWorkFactor,
): Promise<void> {
  const { Encrypter } = await age();
  const encrypter = new Encrypter();
  encrypter.setScryptWorkFactor(workFactor);
  encrypter.setPassphrase(passphrase);
  await withContent(from, async (content) => writeFile(to, await encrypter.encrypt(content)));
}

/**
 * Decrypts a file of encryptFile or of the age tool. Rejects with WrongPassphrase, or with DatabaseError ("corrupt")
 * when the file is damaged or truncated; `to` then holds a part of it. Blocks its thread: call it in a worker.
 */
export async function decryptFile(from: string, to: string, passphrase: string): Promise<void> {
  const { Decrypter } = await age();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    await withContent(from, async (content) => writeFile(to, await decrypter.decrypt(content)));
  } catch (error) {
    // Errors of the disk have a code.
    if (!(error instanceof Error) || 'code' in error) throw error;
    if (error.message.includes('no identity matched'))
      throw new WrongPassphrase('the passphrase does not open the copy');
    throw new DatabaseError('corrupt', 'the encrypted copy is damaged');
  }
}

async function withContent(path: string, work: (content: ReadableStream<Uint8Array>) => Promise<void>): Promise<void> {
  const file = openSync(path, 'r');
  try {
    await work(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          const chunk = new Uint8Array(chunkBytes);
          const bytes = readSync(file, chunk);
          if (bytes === 0) controller.close();
          else controller.enqueue(chunk.subarray(0, bytes));
        },
      }),
    );
  } finally {
    closeSync(file);
  }
}

async function writeFile(path: string, content: ReadableStream<Uint8Array>): Promise<void> {
  const file = openSync(path, 'wx', 0o600);
  try {
    for await (const chunk of content) {
      for (let written = 0; written < chunk.length; ) written += writeSync(file, chunk, written);
    }
  } finally {
    closeSync(file);
  }
}
