import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { Random } from '../base/system.ts';
import { prepareAppend } from '../db/event-log.ts';
import { headOf, type Restored, readMeta, terminalCode } from '../db/metadata.ts';
import { readSale, saleColumns } from '../db/sale-rows.ts';
import { prepareSales } from '../db/sales-repository.ts';
import type { Head, NewEvent } from '../db/sales-store.ts';
import { prepareWriteShifts } from '../ledger/index.ts';

/**
 * Makes a database that is older than what was sold safe to sell with (docs/adr/0008-backup-and-restore.md), all or nothing:
 * inquiries expire, what was under way is unknown, the relay is read again from its oldest, and a new terminal's code begins
 * a new series of receipts. An open shift ends uncounted. What was waiting to be printed may have been printed since. The state changes are not moves of a sale's life, so the moves' table is not asked.
 * @param why `behind` is the later head that was seen of this database, if that is how it was noticed
 */
export function applyRestoreRule(
  db: Database.Database,
  random: Random,
  why: { at: string; reason: Restored['reason']; behind: Head | null },
): void {
  const sales = prepareSales(db);
  const append = prepareAppend(db, random);
  const open = db.prepare(
    `SELECT ${saleColumns} FROM transactions
     WHERE state IN ('inquired', 'sending', 'pending') AND state <> 'success' ORDER BY created_at, id`,
  );
  const lastAt = db.prepare('SELECT at FROM events ORDER BY seq DESC LIMIT 1').pluck();
  const saveMeta = db.prepare('UPDATE meta SET terminal = ?, restored = ? WHERE only = 1');

  db.transaction(() => {
    const { terminal, restored: before } = readMeta(db);
    const head = headOf(db);
    const upTo = z.string().parse(lastAt.get() ?? why.at);
    const count = { expired: 0, unknown: 0 };
    for (const sale of open.all().map(readSale)) {
      const state = sale.state === 'inquired' ? 'expired' : 'unknown';
      count[state] += 1;
      const next: Transaction = { ...sale, state, updatedAt: why.at, revision: sale.revision + 1 };
      sales.update(next);
      append(system('sale.restored', why.at, { from: sale.state }), next);
    }
    db.prepare('DELETE FROM relay_cursors').run();
    endPrints(db, why.at);
    // What the drawer holds now nobody can say from here: it is counted when the next shift opens.
    prepareWriteShifts(db, append).close({ counted: null, actor: 'system', at: why.at });
    const next = otherCode(random, terminal);
    // What it had lost before may not all have been heard of when the copy was made.
    const earlier = before ? [...before.earlier, { upTo: before.upTo, at: before.at }] : [];
    const restored: Restored = { ...why, acceptedAt: null, upTo, earlier };
    saveMeta.run(next, JSON.stringify(restored));
    append(
      system('database.restored', why.at, {
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

/** Nothing of an older database prints by itself: a person is asked about each job, and prints what is still wanted. */
function endPrints(db: Database.Database, at: string): void {
  db.prepare(
    `UPDATE print_jobs SET state = 'unknown', reason = 'restored', payload = NULL, updated_at = ?
     WHERE state IN ('queued', 'checking', 'blocked', 'sending')`,
  ).run(at);
  db.prepare('DELETE FROM print_wishes').run();
}

function otherCode(random: Random, present: string): string {
  for (;;) {
    const code = terminalCode(random);
    if (code !== present) return code;
  }
}

function system(type: NewEvent['type'], at: string, data: NewEvent['data']): NewEvent {
  return { type, at, actor: 'system', data, bodies: [] };
}
