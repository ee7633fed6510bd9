import type Database from 'better-sqlite3';
import { z } from 'zod';
import { Erasure, isErased } from '../../shared/domain/erasure.ts';
import { By } from '../../shared/domain/staff.ts';
import { parseReceiptNo, type Transaction } from '../../shared/domain/transaction.ts';
import type { Random } from '../base/system.ts';
import { prepareFollowCashService } from '../cash-services/index.ts';
import { DatabaseError } from '../db/database-error.ts';
import { bodiesPerEvent, eventHash } from '../db/event-log.ts';
import { Restored, readMeta } from '../db/metadata.ts';
import { digestOfThisRun } from '../db/sale-rows.ts';
import { receiptNo as formatReceiptNo, prepareSales } from '../db/sales-repository.ts';
import { readSnapshot } from '../db/snapshot.ts';
import { immediateTransaction, jsonText, lazy, opaqueParam, pluckStatement, statement } from '../db/statements.ts';
import { depositHook } from '../deposit/index.ts';
import { LedgerChanges } from '../ledger/index.ts';
import type { ShippedEvent } from './log-batch.ts';

const Shift = z.object({ shift: z.int() });
const Person = z.object({ person: By, changed: z.array(z.string()).default([]) });
const RestoredData = Restored.pick({ reason: true, upTo: true, behind: true }).extend({
  terminal: z.object({ to: z.string() }),
});
const Deposit = z.object({ kind: z.string(), balance: z.int() });
const Resumed = z.object({ batch: z.string(), leaveOut: z.array(z.int()) });
const Batch = z.object({ batch: z.string() });
const Last = z.int();
const Unnumbered = z.object({ id: z.string(), receiptNo: z.string() });

/**
 * Writes shipped events into a copy of the database that they came from, with the rows that follow from them: sales, receipts, shifts,
 * people, batches, the estimated deposit, the sums of the ledger. Not those of which the log says nothing: catalogue, saved customers,
 * print jobs. Answers the sales that were written, each as it is now. Throws DatabaseError ("corrupt") where an event does not follow.
 */
export function prepareApplyEvents(
  db: Database.Database,
  random: Random,
): (events: readonly ShippedEvent[]) => Transaction[] {
  // A sale is written after the event that refers to it; verifying the journal finds what refers to nothing.
  db.pragma('foreign_keys = OFF');
  const sales = prepareSales(db);
  const digest = digestOfThisRun(random);
  const followSale = prepareFollowSale(db);
  const follow = prepareFollow(db);
  const deposit = depositHook(db);
  const ledger = new LedgerChanges(db);
  const insertEvent = statement(
    db,
    `INSERT INTO events (seq, sale_id, type, at, actor, data, digests, encoding, prev, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
  );
  const insertBody = statement(db, 'INSERT INTO event_payloads (id, seq, role, salt, bytes) VALUES (?, ?, ?, ?, ?)');
  const moveHead = statement(db, 'UPDATE metadata SET head_seq = ?, head_hash = ? WHERE only = 1');
  const eraseBodies = statement(
    db,
    `UPDATE event_payloads SET salt = NULL, bytes = NULL
     WHERE salt IS NOT NULL AND seq < ? AND seq IN (SELECT seq FROM events WHERE sale_id = ?)`,
  );
  const forget = statement(db, 'UPDATE transactions SET customer_no = ?, customer_key = ? WHERE id = ?');
  const markTraces = statement(db, 'UPDATE erasure_state SET vacuum_pending = 1 WHERE only = 1');

  const writeSale = (next: Transaction, event: ShippedEvent, changed: ChangedSales): void => {
    const before = changed.get(next.id);
    changed.set(next, before === null);
    if (event.type === 'sale.erased') {
      eraseBodies().run(event.seq, next.id);
      const key = before && !isErased(before) ? before.customerNo : next.id;
      changed.write();
      forget().run(next.customerNo, digest(key), next.id);
    }
    followSale(next, event);
    ledger.add(before, next, event.seq);
    deposit.saleWritten?.(before, next, event.seq);
  };
  /** @returns its hash */
  const apply = (event: ShippedEvent, prev: Uint8Array, changed: ChangedSales): Uint8Array => {
    const { seq, saleId, type, at, actor, data, digests, bodies } = event;
    const own = eventHash({ prev, seq, saleId, type, at, actor, data, digests });
    insertEvent().run(seq, saleId, type, at, actor, data, digests, prev, own);
    for (const [position, body] of bodies.entries()) {
      const salt = body.salt === null ? null : Buffer.from(body.salt, 'base64');
      const bytes = salt && Buffer.from(body.text ?? body.base64 ?? '', body.text === undefined ? 'base64' : 'utf8');
      insertBody().run(seq * bodiesPerEvent + position, seq, body.role, salt, bytes);
      // Erased before it was shipped: the event of the erasure brings the sale.
      const sale = body.role === 'snapshot' && bytes ? readSnapshot(bytes) : null;
      if (sale) writeSale(sale, event, changed);
    }
    follow(event);
    if (type === 'sale.erased' || type === 'customer.erased') markTraces().run();
    return own;
  };
  return immediateTransaction(db, (events: readonly ShippedEvent[]): Transaction[] => {
    const changed = new ChangedSales(sales);
    ledger.clear();
    const head = readMeta(db);
    let [seq, hash]: [number, Uint8Array] = [head.headSeq, head.headHash];
    for (const event of events) {
      if (event.seq !== seq + 1) throw new DatabaseError('corrupt', 'a shipped event does not follow');
      hash = apply(event, hash, changed);
      seq = event.seq;
    }
    changed.write();
    ledger.write();
    moveHead().run(seq, hash);
    return changed.all();
  });
}

/** The sales of one call. A sale has several events in a moment: its row is written once, as the last of them leaves it. */
class ChangedSales {
  readonly #rows: Pick<ReturnType<typeof prepareSales>, 'get' | 'insert' | 'update'>;
  readonly #sales = new Map<string, Transaction>();
  /** not written yet, and whether there is no row of it */
  readonly #pending = new Map<string, { isNew: boolean }>();

  constructor(rows: Pick<ReturnType<typeof prepareSales>, 'get' | 'insert' | 'update'>) {
    this.#rows = rows;
  }

  get(id: string): Transaction | null {
    return this.#sales.get(id) ?? this.#rows.get(id);
  }

  set(sale: Transaction, isNew: boolean): void {
    this.#sales.set(sale.id, sale);
    if (!this.#pending.has(sale.id)) this.#pending.set(sale.id, { isNew });
  }

  write(): void {
    for (const [id, { isNew }] of this.#pending) {
      const sale = this.#sales.get(id);
      if (sale) this.#rows[isNew ? 'insert' : 'update'](sale);
    }
    this.#pending.clear();
  }

  all(): Transaction[] {
    return [...this.#sales.values()];
  }
}

/** Rows that belong to a sale: its receipt, its line of a batch. */
function prepareFollowSale(db: Database.Database): (sale: Transaction, event: ShippedEvent) => void {
  const receipts = prepareReceipts(db);
  const batch = statement(
    db,
    'INSERT INTO batches (id, created_at, tendered) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
  );
  const line = statement(
    db,
    `INSERT INTO batch_lines (batch, position, sale_id) VALUES ((SELECT seq FROM batches WHERE id = ?), ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  return ({ id, receiptNo }, { line: at }) => {
    if (receiptNo !== null) receipts(id, receiptNo);
    if (!at) return;
    batch().run(at.batch, at.createdAt, at.tendered);
    line().run(at.batch, at.position, id);
  };
}

/**
 * Receipts follow one another. The number of a sale that was erased before it was shipped comes with its erasure: those after it wait for
 * that, written in their sales alone.
 */
function prepareReceipts(db: Database.Database): (saleId: string, receiptNo: string) => void {
  const isNumbered = pluckStatement(db, 'SELECT 1 FROM receipts WHERE sale_id = ?');
  const last = pluckStatement(db, `SELECT coalesce(max(number), 0) FROM receipts WHERE series = ${opaqueParam()}`);
  const add = statement(db, 'INSERT INTO receipts (series, number, sale_id) VALUES (?, ?, ?)');
  const unnumbered = statement(
    db,
    `SELECT id, receipt_no AS receiptNo FROM transactions
     WHERE receipt_no IS NOT NULL AND id NOT IN (SELECT sale_id FROM receipts)`,
  );
  const waiting = lazy(
    () =>
      new Map(
        unnumbered()
          .all()
          .map((row) => Unnumbered.parse(row))
          .map(({ id, receiptNo }) => [receiptNo, id]),
      ),
  );
  return (saleId, receiptNo) => {
    const first = parseReceiptNo(receiptNo);
    if (first === null || isNumbered().get(saleId) !== undefined) return;
    const { series } = first;
    let number = Last.parse(last().get(series)) + 1;
    // What waits stays listed: a transaction that is rolled back finds it again.
    if (first.number > number) waiting().set(receiptNo, saleId);
    for (
      let next = first.number === number ? saleId : undefined;
      next !== undefined;
      next = waiting().get(formatReceiptNo(series, number))
    ) {
      add().run(series, number, next);
      number += 1;
    }
  };
}

/** Rows that follow from events of no sale. */
function prepareFollow(db: Database.Database): (event: ShippedEvent) => void {
  const openShift = statement(db, 'INSERT INTO shifts (number, opened_seq) VALUES (?, ?)');
  const closeShift = statement(db, 'UPDATE shifts SET closed_seq = ? WHERE number = ?');
  const addPerson = statement(
    db,
    'INSERT INTO people (id, name, role, active, created_at) VALUES (?, ?, ?, 1, ?) ON CONFLICT (id) DO NOTHING',
  );
  const changePerson = statement(
    db,
    'UPDATE people SET name = ?, role = ?, active = CASE WHEN ? THEN 1 - active ELSE active END WHERE id = ?',
  );
  const deposit = statement(
    db,
    `INSERT INTO deposit (only, balance, corrected_at) VALUES (1, @balance, @correctedAt)
     ON CONFLICT (only) DO UPDATE SET balance = @balance, corrected_at = coalesce(@correctedAt, corrected_at)`,
  );
  const leaveOut = statement(
    db,
    'UPDATE batch_lines SET left_out = 1 WHERE batch = (SELECT seq FROM batches WHERE id = ?) AND position = ?',
  );
  const stop = statement(db, 'UPDATE batches SET stopped_at = ? WHERE id = ?');
  const eraseWebhook = statement(
    db,
    `UPDATE event_payloads SET salt = NULL, bytes = NULL
     WHERE salt IS NOT NULL AND role = 'webhook' AND seq = id / 100 AND id BETWEEN ? * 100 AND ? * 100 + 99`,
  );
  // Foreign keys do not cascade here.
  const forgetSaved = [
    'customer_numbers WHERE customer_id',
    'customer_words WHERE customer_id',
    'customers WHERE id',
    'bill_group_members WHERE group_id',
    'bill_group_members WHERE id',
    'bill_groups WHERE id',
  ].map((rows) => statement(db, `DELETE FROM ${rows} = ?`));
  const restored = statement(db, 'UPDATE metadata SET terminal = ?, restored = ? WHERE only = 1');
  const followCashService = prepareFollowCashService(db);
  return ({ seq, type, at, data: text, bodies }) => {
    const data = <T>(schema: z.ZodType<T>): T => jsonText.pipe(schema).parse(text);
    switch (type) {
      case 'shift.opened':
        openShift().run(data(Shift).shift, seq);
        return;
      case 'shift.closed':
        closeShift().run(seq, data(Shift).shift);
        return;
      case 'cash_service.recorded':
      case 'cash_service.reversed':
        followCashService({ seq, at, data: text }, bodies[0]?.text ?? null);
        return;
      case 'people.added': {
        const { id, name, role } = data(Person).person;
        addPerson().run(id, name, role, at);
        return;
      }
      case 'people.changed': {
        const { person, changed } = data(Person);
        changePerson().run(person.name, person.role, changed.includes('active') ? 1 : 0, person.id);
        return;
      }
      case 'deposit.recorded': {
        const { kind, balance } = data(Deposit);
        deposit().run({ balance, correctedAt: kind === 'corrected' ? at : null });
        return;
      }
      case 'batch.resumed': {
        const { batch, leaveOut: positions } = data(Resumed);
        for (const position of positions) leaveOut().run(batch, position);
        return;
      }
      case 'batch.stopped':
        stop().run(at, data(Batch).batch);
        return;
      case 'customer.erased': {
        const { webhooks, saved } = data(Erasure);
        for (const [seq] of webhooks) eraseWebhook().run(seq, seq);
        for (const id of saved) for (const forget of forgetSaved) forget().run(id);
        return;
      }
      case 'database.restored': {
        const { terminal, ...why } = data(RestoredData);
        const before = readMeta(db).restored;
        const earlier = before ? [...before.earlier, { upTo: before.upTo, at: before.at }] : [];
        restored().run(
          terminal.to,
          JSON.stringify({ ...why, at, acceptedAt: null, earlier } satisfies z.infer<typeof Restored>),
        );
        return;
      }
    }
  };
}
