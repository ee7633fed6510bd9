import { existsSync, rmSync } from 'node:fs';
import type { Random } from '../base/system.ts';
import { DatabaseError, toDatabaseError } from '../db/database-error.ts';
import { diskFiles, fileToDisk } from '../db/disk-files.ts';
import { readMeta } from '../db/metadata.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { connect } from '../db/open-database.ts';
import { unresolvedSql } from '../db/sales-repository.ts';
import type { Head } from '../db/sales-store.ts';
import type { Refusal } from '../db/worker/tasks.ts';
import { verifyJournal } from '../integrity/index.ts';
import { owedSql } from '../search/index.ts';
import { checkCopy } from './check-backup.ts';
import { decryptFile, WrongPassphrase } from './encryption.ts';
import { applyRestoreRule } from './restore-rule.ts';

/** The copy must not be put back; nothing was changed. */
export class CopyRefused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal, message: string) {
    super(message);
    this.name = 'CopyRefused';
    this.reason = reason;
  }
}

export interface PrepareAsk {
  copy: string;
  /** where its log must end; the hash may be cut short */
  head: Head;
  /** the database in use, which goes on being written; there may be none */
  journal: string;
  prepared: string;
  /** ISO 8601 UTC */
  at: string;
}

/**
 * Makes out of a copy the database to go on with: brought here, brought up to date, checked from its first row to its last,
 * and made safe to sell with. Blocks its thread: call it in a worker. Throws CopyRefused, or DatabaseError where the disk
 * fails.
 */
export function prepareRestore({ copy, head, journal, prepared, at }: PrepareAsk, random: Random): void {
  for (const companion of ['', '-wal', '-shm', '-journal']) rmSync(prepared + companion, { force: true });
  diskFiles.copy(copy, prepared);
  try {
    bringUpToDate(prepared);
    const { kind, genesis } = checkCopy(prepared, head);
    if (kind !== 'live') throw new CopyRefused('training', 'the copy is not one of real sales');
    refuseStranger(journal, genesis);
    applyRule(prepared, random, at);
    if (verifyJournal(prepared).flaw) throw new CopyRefused('copy_damaged', 'the restored database is not whole');
    fileToDisk(prepared);
  } catch (thrown) {
    throw refusal(thrown);
  }
}

/** Decrypts a copy. Rejects with CopyRefused, or with what the disk threw. */
export async function decryptCopy(copy: string, to: string, passphrase: string | null): Promise<void> {
  if (passphrase === null) throw new CopyRefused('passphrase_missing', 'the copy is encrypted');
  try {
    await decryptFile(copy, to, passphrase);
  } catch (thrown) {
    if (thrown instanceof WrongPassphrase) throw new CopyRefused('wrong_passphrase', thrown.message);
    throw refusal(thrown);
  }
}

function bringUpToDate(path: string): void {
  const db = connect(path, false);
  try {
    migrate(db, () => {
      throw new DatabaseError('corrupt', 'the copy is empty');
    });
    // Back out of WAL: what is renamed later must be one file.
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

function applyRule(path: string, random: Random, at: string): void {
  const db = connect(path, false);
  try {
    applyRestoreRule(db, random, { at, reason: 'copy', behind: null });
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/**
 * A shop with two counters may keep both one's copies on one stick. What is not settled would be out of sight; what this
 * one only heard of at the relay, after its own book was lost, is heard again.
 */
function refuseStranger(journal: string, genesis: string): void {
  if (!existsSync(journal)) return;
  const present = readPresent(journal);
  if (present && present.genesis !== genesis && present.inUse) {
    throw new CopyRefused('other_counter', 'the copy is of another counter');
  }
}

/** Null when the database in use cannot be read: that may be why a copy is put back. */
function readPresent(path: string): { genesis: string; inUse: boolean } | null {
  try {
    const db = connect(path, true);
    try {
      const used = db.prepare(
        `SELECT 1 FROM transactions AS sale WHERE (receipt_no IS NOT NULL OR (${unresolvedSql}) OR ${owedSql})
           AND EXISTS (SELECT 1 FROM events WHERE sale_id = sale.id AND type = 'sale.sending') LIMIT 1`,
      );
      const inUse = used.get() !== undefined;
      return { genesis: Buffer.from(readMeta(db).genesis).toString('hex'), inUse };
    } finally {
      db.close();
    }
  } catch {
    return null;
  }
}

function refusal(thrown: unknown): unknown {
  const fault = toDatabaseError(thrown);
  if (!(fault instanceof DatabaseError)) return fault;
  if (fault.kind === 'corrupt') return new CopyRefused('copy_damaged', fault.message);
  if (fault.kind === 'newer') return new CopyRefused('newer', fault.message);
  return fault;
}
