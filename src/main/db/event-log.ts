import { hash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { SaleEvent } from '../../shared/contract/transactions.ts';
import { BodyRole, SaleEventType } from '../../shared/domain/sale-event.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { ActorProvider, Acts, Random } from '../base/system.ts';
import type { Head, NewEvent } from './change.ts';
import { headOf, holds } from './metadata.ts';
import { writeSnapshot } from './snapshot.ts';
import { jsonText, opaqueParam, rawStatement, statement } from './statements.ts';

const saltBytes = 16;

/** A call for randomness costs as much as writing a row, salts are drawn in batches of this size. */
const taken = 256;

const HeadRow = z.tuple([z.int().nonnegative(), z.instanceof(Uint8Array)]);

interface Body {
  role: BodyRole;
  bytes: Uint8Array;
}

/** What the repositories of features that append to the log are made of. */
export interface RepositoryDeps {
  db: Database.Database;
  append: ReturnType<typeof prepareAppend>;
  read<T>(work: () => T): Promise<T>;
  write<T>(work: () => T): Promise<T>;
}

/** Appends an event to the chain and returns its seq; inside the transaction that changes the sale. */
export function prepareAppend(
  db: Database.Database,
  random: Random,
): (event: NewEvent, sale: Transaction | null) => number {
  const salt = prepareSalts(random);
  const readHead = rawStatement(db, 'SELECT head_seq, head_hash FROM metadata WHERE only = 1');
  const moveHead = statement(db, 'UPDATE metadata SET head_seq = ?, head_hash = ? WHERE only = 1');
  const insertEvent = statement(
    db,
    `INSERT INTO events (seq, sale_id, type, at, actor, data, digests, encoding, prev, hash)
     VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)`,
  );
  const insertBody = statement(db, 'INSERT INTO event_payloads (id, seq, role, salt, bytes) VALUES (?, ?, ?, ?, ?)');

  return (event, sale) => {
    const [last, prev] = HeadRow.parse(readHead().get());
    const seq = last + 1;
    const bodies = [...event.bodies, ...snapshot(sale)];
    if (bodies.length > bodiesPerEvent) throw new Error(`an event holds at most ${bodiesPerEvent} bodies`);

    const salted = bodies.map(({ role, bytes }) => ({ role, bytes, salt: salt() }));
    const link = {
      prev,
      seq,
      saleId: sale?.id ?? null,
      type: event.type,
      at: event.at,
      actor: event.actor,
      data: JSON.stringify(event.data),
      digests: JSON.stringify(salted.map(({ role, salt, bytes }) => [role, bodyDigest(salt, bytes)])),
    };
    const linkHash = eventHash(link);
    const { saleId, type, at, actor, data, digests } = link;
    insertEvent().run(seq, saleId, type, at, actor, data, digests, prev, linkHash);
    for (const [position, { role, salt, bytes }] of salted.entries()) {
      insertBody().run(seq * bodiesPerEvent + position, seq, role, salt, bytes);
    }
    moveHead().run(seq, linkHash);
    return seq;
  };
}

function snapshot(sale: Transaction | null): Body[] {
  return sale ? [{ role: 'snapshot', bytes: writeSnapshot(sale) }] : [];
}

/** Salts of 16 bytes, each used once. */
function prepareSalts(random: Random): () => Uint8Array {
  let store: Uint8Array = new Uint8Array();
  return () => {
    if (store.length === 0) store = random.bytes(saltBytes * taken);
    const salt = store.subarray(0, saltBytes);
    store = store.subarray(saltBytes);
    return salt;
  };
}

type Append = (event: NewEvent, sale: Transaction | null) => number;

/** Actors that stand for a person; other actors are machines. */
const persons: ReadonlySet<string> = new Set(['cashier', 'supervisor']);

/**
 * Puts the person who causes an event into it: `actor` becomes the id, by which the ledger sums, and `data` holds id and name
 * as they are now. Without people, an event stays as it is.
 */
export function withActor(append: Append, actorProvider: ActorProvider): Append {
  return (event, sale) => {
    const acts = persons.has(event.actor) ? actorProvider() : null;
    return append(acts ? named(event, acts) : event, sale);
  };
}

function named(event: NewEvent, { by, approvedBy }: Acts): NewEvent {
  const decided = event.actor === 'supervisor' ? (approvedBy[0] ?? by) : by;
  return {
    ...event,
    actor: decided.id,
    data: {
      ...event.data,
      by: { ...by },
      ...(approvedBy.length === 0 ? {} : { approvedBy: approvedBy.map((each) => ({ ...each })) }),
    },
  };
}

/** The fields that an event's hash covers, with `data` and `digests` exactly as stored. */
interface Link {
  /** the hash of the event before, or the database's genesis value */
  prev: Uint8Array;
  seq: number;
  saleId: string | null;
  type: string;
  at: string;
  actor: string;
  /** JSON text */
  data: string;
  /** JSON text: [[role, hex digest], ...] */
  digests: string;
}

/**
 * Encoding 1: SHA-256 over the UTF-8 text of a JSON array without spaces,
 * ["konter-event/1", hex of prev, seq, sale id or null, type, at, actor, data, digests],
 * the last two as strings. Anything that can write JSON can check it.
 */
export function eventHash(link: Link): Buffer {
  return hash('sha256', eventText(Buffer.from(link.prev).toString('hex'), link), 'buffer');
}

/** The hashed text. @param prev in hex, lower case */
export function eventText(prev: string, link: Omit<Link, 'prev'>): string {
  const { seq, saleId, type, at, actor, data, digests } = link;
  return JSON.stringify(['konter-event/1', prev, seq, saleId, type, at, actor, data, digests]);
}

/** Hex SHA-256 over salt and bytes. It stays in the chain when the body is erased, and then reveals nothing about it. */
export function bodyDigest(salt: Uint8Array, bytes: Uint8Array): string {
  return hash('sha256', Buffer.concat([salt, bytes]), 'hex');
}

/** Ids of an event's bodies: seq * 100 + position. */
export const bodiesPerEvent = 100;

const BodyRow = z.object({
  role: BodyRole,
  /** null once erased, with the bytes */
  salt: z.instanceof(Uint8Array).nullable(),
  bytes: z.instanceof(Uint8Array).nullable(),
});
type BodyRow = z.infer<typeof BodyRow>;

/** The bodies of one event, in their order. */
export function prepareBodies(db: Database.Database): (seq: number) => BodyRow[] {
  const select = statement(db, 'SELECT role, salt, bytes FROM event_payloads WHERE id BETWEEN ? AND ? ORDER BY id');
  return (seq) => {
    const first = seq * bodiesPerEvent;
    return select()
      .all(first, first + bodiesPerEvent - 1)
      .map((row) => BodyRow.parse(row));
  };
}

/** Bytes as text, keeping a byte order mark: UTF-8 becomes the same bytes again, anything else shows replacement characters. */
export function bodyText(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

const EventRow = z.object({
  seq: z.int().positive(),
  transactionId: z.string().nullable(),
  type: SaleEventType,
  at: z.iso.datetime(),
  actor: z.string(),
  data: jsonText.pipe(z.record(z.string(), z.unknown())),
  hash: z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString('hex')),
});

/** What is read of the log. */
export interface LogQueries {
  /** where the log ends now */
  head(): Head;
  /** whether the log holds that event; of its hash the first digits will do */
  holds(head: Head): boolean;
  /** what this log has beyond a copy that ends with that event; null: it does not hold the event, so the copy is of another history */
  beyond(end: Head): BeyondCopy | null;
  /** all events of a sale, oldest first. `transactionId` is the shop's own id of the sale */
  timeline(saleId: string): SaleEvent[];
  /** the last event that reported a sale's outcome or completed it; null while there is none */
  resultEvent(saleId: string): Head | null;
}

/** What a log has beyond a copy of it. */
export interface BeyondCopy {
  /** when the last event of the copy was written; null: the copy is empty */
  at: string | null;
  /** sales that were sent since, are paid and wait, or came back after an earlier restore; counted up to `maxCounted` */
  sales: number;
  /** what people recorded since about money and outcomes, which nothing brings back; counted up to `maxCounted` */
  records: number;
}

/** More are not counted: the reader stops at this number of rows. */
export const maxCounted = 101;

/** Events with which a sale of which money may have moved comes into the log. */
const newSales: readonly SaleEventType[] = [
  'sale.submitted',
  'sale.queued',
  'sale.created_from_webhook',
  'sale.recovered_from_claim',
];

/** What a person did at the drawer, the tabs or an outcome: it stands in no webhook. */
const recorded: readonly SaleEventType[] = [
  'sale.manually_resolved',
  'sale.manually_disputed',
  'sale.manually_corrected',
  'cash.returned',
  'cash.collected',
  'cash.moved',
  'cash.paid_in',
  'cash.paid_out',
  'cash_service.recorded',
  'cash_service.reversed',
  'tab.paid',
  'batch.stopped',
  'shift.opened',
  'shift.closed',
  'shift.explained',
  'deposit.recorded',
  'shop.claim_settled',
];

const AtRow = z.object({ at: z.iso.datetime() });

/** @returns null where the log does not hold the last event of the copy */
export function prepareBeyond(db: Database.Database): (end: Head) => BeyondCopy | null {
  const time = statement(db, 'SELECT at FROM events WHERE seq = ?');
  const since = statement(
    db,
    `SELECT count(*) FROM (SELECT DISTINCT sale_id FROM events
     WHERE seq > ? AND type IN (${listOf(newSales)}) LIMIT ${maxCounted})`,
  );
  const records = statement(
    db,
    `SELECT count(*) FROM (SELECT 1 FROM events WHERE seq > ? AND type IN (${listOf(recorded)}) LIMIT ${maxCounted})`,
  );
  const count = (of: typeof since, seq: number): number => z.int().parse(of().pluck().get(seq));
  return (end) => {
    if (!holds(db, end)) return null;
    const row = time().get(end.seq);
    const at = row === undefined ? null : AtRow.parse(row).at;
    return { at, sales: count(since, end.seq), records: count(records, end.seq) };
  };
}

const listOf = (types: readonly SaleEventType[]): string => types.map((type) => `'${type}'`).join(', ');

/** Events that report a sale's outcome, or complete it. */
const results: readonly SaleEventType[] = [
  'sale.response_received',
  'status.applied',
  'webhook.applied',
  'sale.manually_resolved',
  'sale.manually_corrected',
];

const ResultRow = EventRow.pick({ seq: true, hash: true });

export function prepareLogQueries(db: Database.Database): LogQueries {
  const ofSale = statement(
    db,
    `SELECT seq, sale_id AS transactionId, type, at, actor, data, hash FROM events
     WHERE sale_id = ${opaqueParam()} ORDER BY seq`,
  );
  const lastResult = statement(
    db,
    `SELECT seq, hash FROM events WHERE sale_id = ? AND type IN (${listOf(results)})
     ORDER BY seq DESC LIMIT 1`,
  );
  const bodies = prepareBodies(db);
  return {
    head: () => headOf(db),
    holds: (head) => holds(db, head),
    beyond: prepareBeyond(db),
    timeline: (saleId) =>
      ofSale()
        .all(saleId)
        .map((row) => {
          const event = EventRow.parse(row);
          return Object.assign(event, {
            bodies: bodies(event.seq).map(({ role, bytes }) => ({ role, text: bodyText(bytes) })),
          });
        }),
    resultEvent(saleId) {
      const row = lastResult().get(saleId);
      return row === undefined ? null : ResultRow.parse(row);
    },
  };
}
