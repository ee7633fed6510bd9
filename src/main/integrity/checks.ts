import { createHmac } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw, VerifyReport, WebhookSignatures } from '../../shared/contract/journal.ts';
import { isErased } from '../../shared/domain/erasure.ts';
import { By, type Person } from '../../shared/domain/staff.ts';
import { Transaction } from '../../shared/domain/transaction.ts';
import { firstDifferentService } from '../cash-services/index.ts';
import { bodiesPerEvent } from '../db/event-log.ts';
import { customerKey, derivedColumns, isDigest, readSale, saleColumns, storedFields } from '../db/sale-rows.ts';
import { readSnapshot, writeSnapshot } from '../db/snapshot.ts';
import { jsonText, positionalRow } from '../db/statements.ts';
import { signatureSql } from '../db/webhook-queries.ts';
import {
  type Correction,
  correctionTypes,
  entriesOf,
  firstDifferentDay,
  LedgerRows,
  type LedgerSale,
  prepareReadRebuild,
  readCorrection,
  type SaleContext,
} from '../ledger/index.ts';
import { readPerson } from '../staff/index.ts';

export type Counts = Pick<VerifyReport, 'events' | 'sales' | 'receipts' | 'erased' | 'erasedSales'>;

/** Events that other tables follow from. */
export const derivedEventTypes: ReadonlySet<string> = new Set([
  'shift.opened',
  'shift.closed',
  'people.added',
  'people.changed',
  'cash_service.recorded',
  'cash_service.reversed',
]);

/** Results that one check leaves for a later one, so that the whole journal or table is not read twice. */
export interface CheckNotes {
  /** sales with a receipt number */
  numbered: number;
  /** the events of derived types, in their order; `data` is JSON text */
  derived: { seq: number; type: string; data: string }[];
}

const SaleEventRow = z.tuple([
  z.string(),
  z.int(),
  z.string(),
  z.string(),
  z.int().nonnegative().nullable(),
  z.string().nullable(),
  z.string().nullable(),
]);

const ShiftRow = z.tuple([z.int(), z.int(), z.int().nullable()]);

const sentByNobody: Omit<SaleContext, 'corrections'> = { shift: 0, actor: '', commission: null, cost: null };

const derivedNames = Object.keys(derivedColumns);
const named = positionalRow([...storedFields, 'customerKey', ...derivedNames]);
const Derived = z.object({ customerKey: z.string() });

/**
 * Compares every stored sale with the snapshot of its last event; one whose snapshot was erased cannot be compared.
 * @param book receives each of them
 */
export function checkSales(db: Database.Database, counts: Counts, notes: CheckNotes, book: LedgerCheck): Flaw | null {
  const events = readEventsBySale(db);
  try {
    return firstDifferentSale(db, counts, notes, book, events) ?? missing(events.firstUnread());
  } finally {
    events.end();
  }
}

function firstDifferentSale(
  db: Database.Database,
  counts: Counts,
  notes: CheckNotes,
  book: LedgerCheck,
  events: EventsBySale,
): Flaw | null {
  const columns = [saleColumns, 'customer_key', ...derivedNames].join(', ');
  const rows = db.prepare(`SELECT ${columns} FROM transactions ORDER BY id`).raw();
  const snapshotOf = prepareSnapshot(db);

  for (const values of rows.iterate()) {
    const row = named(values);
    const sale = readSale(row);
    const derived = Derived.parse(row);
    const name = `sale ${sale.id}`;
    const logged = events.of(sale.id);
    if (logged === null) return { row: name, why: 'sale_unexplained' };
    const snapshot = snapshotOf(logged.lastSeq);
    if (snapshot === undefined) return { row: name, why: 'sale_unexplained' };
    if (!rightKey(sale, derived.customerKey)) return { row: name, why: 'sale_differs' };
    for (const [column, of] of Object.entries(derivedColumns)) {
      if (row[column] !== of(sale)) return { row: name, why: 'sale_differs' };
    }
    if (snapshot && !sameSale(sale, snapshot)) return { row: name, why: 'sale_differs' };
    counts.sales += 1;
    if (sale.receiptNo !== null) notes.numbered += 1;
    if (isErased(sale)) counts.erasedSales += 1;
    book.add(sale, logged.booked);
  }
  return null;
}

function missing(saleId: string | null): Flaw | null {
  return saleId === null ? null : { row: `sale ${saleId}`, why: 'sale_missing' };
}

const Snapshot = z.instanceof(Uint8Array).nullable().optional();

/** As bytes; null where it was erased, undefined where an event has none. */
function prepareSnapshot(db: Database.Database): (seq: number) => z.infer<typeof Snapshot> {
  const select = db
    .prepare(`SELECT bytes FROM event_payloads WHERE id BETWEEN ? AND ? AND role = 'snapshot' ORDER BY id LIMIT 1`)
    .pluck();
  return (seq) => Snapshot.parse(select.get(seq * bodiesPerEvent, seq * bodiesPerEvent + bodiesPerEvent - 1));
}

/** Of an erased number only a digest is left, which nothing in here can be compared with. */
function rightKey({ customerNo }: Transaction, key: string): boolean {
  return isErased({ customerNo }) ? isDigest(key) : key === customerKey(customerNo);
}

/**
 * Nearly every snapshot equals, character by character, the sale as it would be written now, and is not parsed. Otherwise both
 * go through the same schema, so that their fields have the same order.
 */
function sameSale(sale: Transaction, snapshot: Uint8Array): boolean {
  if (Buffer.compare(writeSnapshot(sale), snapshot) === 0) return true;
  const recorded = readSnapshot(snapshot);
  return recorded !== null && JSON.stringify(recorded) === JSON.stringify(Transaction.parse(sale));
}

/** The journal's record of one sale. */
interface SaleEvents {
  /** the place of its last event */
  lastSeq: number;
  booked: SaleContext;
}

type ShiftRow = z.infer<typeof ShiftRow>;

interface EventsBySale {
  /** To be called for sales in the order of their ids; null for a sale without events. */
  of(saleId: string): SaleEvents | null;
  /** After the last sale: the first sale that has events but was not asked for; null for none. */
  firstUnread(): string | null;
  /** To be called in the end: a connection that is still being read cannot be closed. */
  end(): void;
}

/**
 * Reads the log sale by sale, in one go along its index: asking for the events of each of a million sales would take most of
 * the time of a check. What it finds for the books is what `ledger/ledger-entry.ts` finds, found another way.
 */
function readEventsBySale(db: Database.Database): EventsBySale {
  const shiftAt = prepareShiftAt(db);
  const rows = db
    .prepare(
      `SELECT sale_id, seq, type, actor,
         CASE type WHEN 'sale.submitted' THEN data ->> '$.cost' WHEN 'bill.inquired' THEN data ->> '$.commission' END,
         CASE WHEN type IN ${correctionTypes} THEN at END, CASE WHEN type IN ${correctionTypes} THEN data END
       FROM events WHERE sale_id IS NOT NULL ORDER BY sale_id, seq`,
    )
    .raw()
    .iterate();
  const read = (): z.infer<typeof SaleEventRow> | null => {
    const next = rows.next();
    return next.done === true ? null : SaleEventRow.parse(next.value);
  };
  let row = read();
  let skipped: string | null = null;
  const eventsOf = (saleId: string): SaleEvents | null => {
    // A sale that is no longer in the table.
    for (; row !== null && row[0] < saleId; row = read()) skipped ??= row[0];
    if (row === null || row[0] !== saleId) return null;
    let lastSeq = 0;
    let sent: Omit<SaleContext, 'commission' | 'corrections'> | null = null;
    const corrections: Correction[] = [];
    let commission: number | null = null;
    for (; row !== null && row[0] === saleId; row = read()) {
      const [, seq, type, actor, amount, at, data] = row;
      lastSeq = seq;
      if (type === 'sale.submitted' || type === 'sale.queued') sent = { shift: shiftAt(seq), actor, cost: amount };
      if (type === 'bill.inquired') commission = amount;
      const isCorrection = type === 'sale.manually_disputed' || corrections.length > 0;
      if (isCorrection && at !== null && data !== null) {
        corrections.push(readCorrection(seq, at, actor, shiftAt(seq), data));
      }
    }
    return { lastSeq, booked: sent === null ? { ...sentByNobody, corrections } : { ...sent, commission, corrections } };
  };
  return { of: eventsOf, firstUnread: () => skipped ?? row?.[0] ?? null, end: () => void rows.return?.() };
}

/** Overlapping shifts are a flaw of their own (checkShifts in verify.ts): here the last one opened before counts. */
function prepareShiftAt(db: Database.Database): (seq: number) => number {
  const shifts = db
    .prepare('SELECT number, opened_seq, closed_seq FROM shifts ORDER BY opened_seq')
    .raw()
    .all()
    .map((row) => ShiftRow.parse(row));
  return (seq) => {
    let [low, high] = [0, shifts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((shifts[middle]?.[1] ?? 0) < seq) low = middle + 1;
      else high = middle;
    }
    const shift: ShiftRow | undefined = shifts[low - 1];
    if (shift === undefined || (shift[2] !== null && shift[2] <= seq)) return 0;
    return shift[0];
  };
}

interface LedgerCheck {
  /** receives every sale with the journal's record of it */
  add(sale: LedgerSale, booked: SaleContext): void;
  /** the first row that differs from the sums of the received sales */
  flaw(): Flaw | null;
}

/**
 * Computes the ledger again, in memory, and compares. Of a ledger that is still being rebuilt it compares the finished part.
 */
export function checkLedger(db: Database.Database): LedgerCheck {
  // One moment of the file: how far they are made stays the same.
  const fill = prepareReadRebuild(db)();
  const expected = new LedgerRows();
  return {
    add(sale, booked) {
      if (fill !== null && sale.id > fill.upTo) return;
      for (const entry of entriesOf(sale, booked)) expected.add(entry);
    },
    flaw() {
      const day = firstDifferentDay(db, expected);
      return day === null ? null : { row: `books of ${day}`, why: 'book_differs' };
    },
  };
}

/** Every cash service has the row that its event makes, and no other row is there. */
export function checkCashServices(db: Database.Database, notes: CheckNotes): Flaw | null {
  const logged = notes.derived.filter(({ type }) => type.startsWith('cash_service.'));
  const seq = firstDifferentService(db, logged);
  return seq === null ? null : { row: `cash service of event ${seq}`, why: 'cash_service_differs' };
}

const PersonEventData = jsonText.pipe(z.object({ person: By, changed: z.array(z.string()).default([]) }));

type LoggedPerson = Pick<Person, 'name' | 'role' | 'active'>;

/** Every person has the name and role that the journal gave them last: no person became an owner by an edited row. */
export function checkPeople(db: Database.Database, notes: CheckNotes): Flaw | null {
  const logged = readLoggedPeople(notes);
  const rows = db.prepare('SELECT id, name, role, active, created_at AS createdAt FROM people ORDER BY id');
  for (const row of rows.iterate()) {
    const { id, name, role, active } = readPerson(row);
    if (JSON.stringify(logged.get(id)) !== JSON.stringify({ name, role, active })) return differs(id);
    logged.delete(id);
  }
  const [missing] = logged.keys();
  return missing === undefined ? null : differs(missing);
}

function readLoggedPeople({ derived: events }: CheckNotes): Map<string, LoggedPerson> {
  const logged = new Map<string, LoggedPerson>();
  for (const { type, data: text } of events) {
    if (!type.startsWith('people.')) continue;
    const data = PersonEventData.parse(text);
    const { id, name, role } = data.person;
    // An added person may sign in; the journal records changes of that, in two ways.
    const before = type === 'people.added' ? true : (logged.get(id)?.active ?? false);
    logged.set(id, { name, role, active: data.changed.includes('active') ? !before : before });
  }
  return logged;
}

const differs = (id: string): Flaw => ({ row: `person ${id}`, why: 'person_differs' });

const WebhookRow = z.object({
  seq: z.int(),
  type: z.string(),
  signature: z.string().nullable(),
  body: z.instanceof(Uint8Array).nullable(),
});

/**
 * Checks the signature of every kept webhook again (spec, Authentication), offline. One that was quarantined at first and
 * applied later has its signature with the event that quarantined it.
 * @param keys the shop's secret keys, retired ones too; `byKey` of the answer is in their order
 */
export function checkWebhooks(db: Database.Database, keys: readonly string[]): WebhookSignatures {
  const proof: WebhookSignatures = {
    byKey: keys.map(() => 0),
    byNone: 0,
    firstByNone: null,
    quarantinedByNone: 0,
    erased: 0,
  };
  const rows = db.prepare(
    `SELECT e.seq, e.type, b.bytes AS body, ${signatureSql} AS signature
     FROM events e JOIN event_payloads b ON b.seq = e.seq AND b.id BETWEEN e.seq * 100 AND e.seq * 100 + 99
     WHERE b.role = 'webhook' ORDER BY e.seq`,
  );
  for (const row of rows.iterate()) {
    const { seq, type, signature, body } = WebhookRow.parse(row);
    if (body === null) {
      proof.erased += 1;
      continue;
    }
    const key = keys.findIndex((secret) => signs(secret, body, signature));
    if (key >= 0) proof.byKey[key] = (proof.byKey[key] ?? 0) + 1;
    else if (type === 'webhook.quarantined') proof.quarantinedByNone += 1;
    else {
      proof.byNone += 1;
      proof.firstByNone ??= `event ${seq}`;
    }
  }
  return proof;
}

function signs(key: string, body: Uint8Array, signature: string | null): boolean {
  return createHmac('sha256', key).update(body).digest('hex') === signature?.toLowerCase();
}
