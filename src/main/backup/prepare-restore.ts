import { existsSync, rmSync } from 'node:fs';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { isWaitingLine } from '../../shared/domain/batch.ts';
import { moneyMoves } from '../../shared/domain/cash.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { Random } from '../base/system.ts';
import { DatabaseError, toDatabaseError } from '../db/database-error.ts';
import type { Refusal } from '../db/database-tasks.ts';
import { diskFiles, fileToDisk } from '../db/disk-files.ts';
import { prepareAppend } from '../db/event-log.ts';
import { headOf, type Restored, readMeta, terminalCode } from '../db/metadata.ts';
import { migrate } from '../db/migrate.ts';
import { connect } from '../db/open-database.ts';
import { cashSql, selectSales, unresolvedSql } from '../db/sale-rows.ts';
import { prepareSales } from '../db/sales-repository.ts';
import { type Head, type NewEvent } from '../db/sales-store.ts';
import { pluckStatement } from '../db/statements.ts';
import { verifyJournal } from '../integrity/index.ts';
import { ledgerHook, prepareWriteShifts } from '../ledger/index.ts';
import { checkBackup, decryptFile, WrongPassphrase } from './make-backup.ts';

/** The backup must not be restored; nothing was changed. */
export class RestoreRefused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal, message: string) {
    super(message);
    this.name = 'RestoreRefused';
    this.reason = reason;
  }
}

interface RestoreRequest {
  copy: string;
  /** where its journal must end; the hash may be shortened */
  head: Head;
  /** the database in use, which is written meanwhile; it may be missing */
  database: string;
  prepared: string;
  /** ISO 8601 UTC */
  at: string;
}

/**
 * Turns a backup into a usable database: copies, migrates and verifies it, and makes it safe to sell with. Blocks its thread:
 * call it in a worker. Throws RestoreRefused, or DatabaseError when the disk fails.
 */
export function prepareRestore({ copy, head, database, prepared, at }: RestoreRequest, random: Random): void {
  for (const companion of ['', '-wal', '-shm', '-journal']) rmSync(prepared + companion, { force: true });
  diskFiles.copy(copy, prepared);
  try {
    migrateBackup(prepared);
    const { kind, genesis } = checkBackup(prepared, head);
    if (kind !== 'live') throw new RestoreRefused('training', 'the copy is not one of real sales');
    checkSameCounter(database, genesis);
    applyRule(prepared, random, at);
    if (verifyJournal(prepared).flaw) throw new RestoreRefused('copy_damaged', 'the restored database is not whole');
    fileToDisk(prepared);
  } catch (thrown) {
    throw toRefusal(thrown);
  }
}

/** Rejects with RestoreRefused, or with the disk's error. */
export async function decryptBackup(copy: string, to: string, passphrase: string | null): Promise<void> {
  if (passphrase === null) throw new RestoreRefused('passphrase_missing', 'the copy is encrypted');
  try {
    await decryptFile(copy, to, passphrase);
  } catch (thrown) {
    if (thrown instanceof WrongPassphrase) throw new RestoreRefused('wrong_passphrase', thrown.message);
    throw toRefusal(thrown);
  }
}

function migrateBackup(path: string): void {
  const db = connect(path, false);
  try {
    migrate(db, () => {
      throw new DatabaseError('corrupt', 'the copy is empty');
    });
    // Leaves WAL mode: the file is renamed later and must be complete by itself.
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
 * Two counters of a shop may keep their backups on one drive. Restoring the other counter's backup would hide
 * unsettled sales. A database without sales sent by this counter is no obstacle: its webhooks are read from the relay
 * again.
 */
function checkSameCounter(database: string, genesis: string): void {
  if (!existsSync(database)) return;
  const present = readPresent(database);
  if (present && present.genesis !== genesis && present.inUse) {
    throw new RestoreRefused('other_counter', 'the copy is of another counter');
  }
}

/** Null when the database in use cannot be read, which may be the reason for the restore. */
function readPresent(path: string): { genesis: string; inUse: boolean } | null {
  try {
    const db = connect(path, true);
    try {
      const used = db.prepare(
        `SELECT 1 FROM transactions AS sale WHERE (receipt_no IS NOT NULL OR (${unresolvedSql}) OR ${cashSql.cashToReturn})
           AND EXISTS (SELECT 1 FROM events WHERE sale_id = sale.id AND type = 'sale.submitted') LIMIT 1`,
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

function toRefusal(thrown: unknown): unknown {
  const fault = toDatabaseError(thrown);
  if (!(fault instanceof DatabaseError)) return fault;
  if (fault.kind === 'corrupt') return new RestoreRefused('copy_damaged', fault.message);
  if (fault.kind === 'newer') return new RestoreRefused('newer', fault.message);
  return fault;
}

/**
 * Makes an older database safe to sell with (docs/adr/0008-backup-and-restore.md), all or nothing. Inquiries expire, sales in
 * progress and waiting lines of a batch become unknown, the mailbox is read from its oldest webhook, and a new terminal code starts a
 * new series of receipt numbers. An open shift ends uncounted; queued print jobs may have been printed. These changes are not moves of
 * a sale's life, so its table of moves is not consulted.
 * @param why `behind` is the later head by which a rollback was detected
 */
export function applyRestoreRule(
  db: Database.Database,
  random: Random,
  why: { at: string; reason: Restored['reason']; behind: Head | null },
): void {
  const sales = prepareSales(db);
  const append = prepareAppend(db, random);
  const books = ledgerHook(db);
  const lines = `id IN (SELECT l.sale_id FROM batch_lines l JOIN batches b ON b.seq = l.batch
    WHERE l.left_out = 0 AND b.stopped_at IS NULL)`;
  const open = selectSales(
    db,
    `WHERE state IN ('inquired', 'sending', 'pending') AND state <> 'success'
       OR state = 'unsent' AND ${lines} ORDER BY created_at, id`,
  );
  const isToSend = pluckStatement(db, `SELECT 1 FROM transactions WHERE id = ? AND ${lines}`);
  const lastAt = db.prepare('SELECT at FROM events ORDER BY seq DESC LIMIT 1').pluck();
  const saveMeta = db.prepare('UPDATE metadata SET terminal = ?, restored = ? WHERE only = 1');

  db.transaction(() => {
    const { terminal, restored: before } = readMeta(db);
    const head = headOf(db);
    const upTo = z.string().parse(lastAt.get() ?? why.at);
    const count = { expired: 0, unknown: 0 };
    for (const sale of open.all()) {
      const isLine = isWaitingLine(sale) && isToSend().get(sale.id) !== undefined;
      if (sale.state === 'unsent' && !isLine) continue;
      const state = sale.state === 'inquired' && !isLine ? 'expired' : 'unknown';
      count[state] += 1;
      // A line may have been sent since: soon after its money was taken.
      const sentAt = isLine ? sale.updatedAt : sale.sentAt;
      const next: Transaction = { ...sale, state, sentAt, updatedAt: why.at, revision: sale.revision + 1 };
      sales.update(next);
      const seq = append(systemEvent('sale.restored', why.at, { from: sale.state, ...moneyMoves(sale, next) }), next);
      // What was paid for a line that waited is booked as to be returned until then.
      books.saleWritten?.(sale, next, seq);
    }
    db.prepare('DELETE FROM relay_cursors').run();
    endPrintJobs(db, why.at);
    // The cash in the drawer is unknown; it is counted when the next shift opens.
    prepareWriteShifts(db, append).close({ counted: null, actor: 'system', at: why.at });
    const next = newTerminalCode(random, terminal);
    // Earlier gaps may not have been filled when the backup was made.
    const earlier = before ? [...before.earlier, { upTo: before.upTo, at: before.at }] : [];
    const restored: Restored = { ...why, acceptedAt: null, upTo, earlier };
    saveMeta.run(next, JSON.stringify(restored));
    append(
      systemEvent('database.restored', why.at, {
        reason: why.reason,
        head: { ...head },
        behind: why.behind === null ? null : { ...why.behind },
        upTo,
        terminal: { from: terminal, to: next },
        ...count,
      }),
      null,
    );
  }).immediate();
}

/** An older database prints nothing by itself: a person is asked about each job. */
function endPrintJobs(db: Database.Database, at: string): void {
  db.prepare(
    `UPDATE print_jobs SET state = 'unknown', reason = 'restored', payload = NULL, updated_at = ?
     WHERE state IN ('queued', 'checking', 'blocked', 'sending')`,
  ).run(at);
  db.prepare('DELETE FROM auto_print_outbox').run();
}

function newTerminalCode(random: Random, present: string): string {
  for (;;) {
    const code = terminalCode(random);
    if (code !== present) return code;
  }
}

function systemEvent(type: NewEvent['type'], at: string, data: NewEvent['data']): NewEvent {
  return { type, at, actor: 'system', data, bodies: [] };
}
