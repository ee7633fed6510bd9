import { hash } from 'node:crypto';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw, FlawKind, VerifyReport } from '../../shared/contract/journal.ts';
import { sumOfCount } from '../../shared/domain/drawer-count.ts';
import type { Erasure } from '../../shared/domain/erasure.ts';
import { countedPurse, preparePurse } from '../cash-services/index.ts';
import { prepareErasures } from '../customers/index.ts';
import { DatabaseError, mapDatabaseErrors, toDatabaseError } from '../db/database-error.ts';
import { bodiesPerEvent, bodyDigest, eventHash, eventText, prepareBodies } from '../db/event-log.ts';
import { type Meta, readMeta } from '../db/metadata.ts';
import { checkVersion, readSchema, schemaOfVersion } from '../db/migrate.ts';
import { connect } from '../db/open-database.ts';
import { receiptNo } from '../db/sales-repository.ts';
import { jsonText, lazy, statement } from '../db/statements.ts';
import { ClosedText, OpenedData, prepareMoneyFlow } from '../ledger/index.ts';
import {
  type CheckNotes,
  type Counts,
  checkCashServices,
  checkLedger,
  checkPeople,
  checkSales,
  checkWebhooks,
  derivedEventTypes,
} from './checks.ts';

const Stray = z.int().optional();

const ShiftEvents = z.object({ number: z.int(), openedSeq: z.int(), closedSeq: z.int().nullable() });
type ShiftEvents = z.infer<typeof ShiftEvents>;

const differs = (number: number): Flaw => ({ row: `shift ${number}`, why: 'shift_differs' });

const Row = z.tuple([z.string(), z.int(), z.string().nullable()]);

const Message = z.string();

const Dangling = z.array(z.object({ table: z.string() }));

/**
 * Reads a whole journal, row by row, and reports the first flaw. It changes nothing, and reads one snapshot of the file while a
 * counter goes on writing. Throws DatabaseError when the file is no readable journal.
 * @param keys secret keys to verify the stored webhooks' signatures with, retired ones too
 */
export function verifyJournal(path: string, keys: readonly string[] = []): VerifyReport {
  return mapDatabaseErrors(() => {
    const db = connect(path, true);
    try {
      // One read transaction, which ends with the connection: every check sees the same commits.
      db.exec('BEGIN');
      return verifyConnected(db, keys);
    } finally {
      db.close();
    }
  });
}

/** As verifyJournal, over a connection in whose read transaction it stays. */
export function verifyConnected(db: Database.Database, keys: readonly string[] = []): VerifyReport {
  const meta = readMeta(db);
  const counts = { events: 0, sales: 0, receipts: 0, erased: 0, erasedSales: 0 };
  const flaw = firstFlaw(db, meta, counts);
  const head = { seq: meta.headSeq, hash: Buffer.from(meta.headHash).toString('hex') };
  const webhooks = keys.length > 0 && !flaw ? checkWebhooks(db, keys) : null;
  return { terminal: meta.terminal, ...counts, head, flaw, webhooks };
}

/** The journal before its derived tables; then SQLite's own check, which can only report "damaged", and the schema. */
function firstFlaw(db: Database.Database, meta: Meta, counts: Counts): Flaw | null {
  try {
    const book = checkLedger(db);
    const notes: CheckNotes = { numbered: 0, derived: [] };
    return (
      checkChain(db, meta, counts, notes) ??
      checkSales(db, counts, notes, book) ??
      checkReceipts(db, counts, notes) ??
      checkCashServices(db, notes) ??
      checkShifts(db, notes) ??
      checkPeople(db, notes) ??
      book.flaw() ??
      checkFile(db) ??
      checkSchema(db)
    );
  } catch (thrown) {
    const fault = toDatabaseError(thrown);
    if (!(fault instanceof DatabaseError) || fault.kind !== 'corrupt') throw fault;
    return { row: `after event ${counts.events}, sale ${counts.sales}`, why: 'damaged' };
  }
}

/**
 * SQLite's own check of the file: pages, indexes against their tables, constraints, references. Its messages name tables,
 * indexes and row numbers, never their contents.
 */
function checkFile(db: Database.Database): Flaw | null {
  const message = Message.parse(db.prepare('PRAGMA integrity_check(1)').pluck().get());
  if (message !== 'ok') return { row: `database (${message})`, why: 'damaged' };
  const [dangling] = Dangling.parse(db.prepare('PRAGMA foreign_key_check').all());
  return dangling ? { row: `a row of ${dangling.table}`, why: 'refers_to_nothing' } : null;
}

/**
 * Triggers and indexes are those of the migrations, word for word. Without the triggers the log could be rewritten by anything that
 * writes to the file; one of somebody else's could change rows by itself.
 */
function checkSchema(db: Database.Database): Flaw | null {
  const expected = schemaOfVersion(checkVersion(db));
  const schema = readSchema(db);
  const names = [...expected.keys(), ...schema.keys()];
  const row = names.find((name) => expected.get(name) !== schema.get(name));
  return row === undefined ? null : { row, why: 'schema_differs' };
}

/** Every series runs from 1 without a gap, and receipt and sale name each other. */
function checkReceipts(db: Database.Database, counts: Counts, { numbered }: CheckNotes): Flaw | null {
  const rows = db
    .prepare(
      `SELECT r.series, r.number, t.receipt_no
       FROM receipts r LEFT JOIN transactions t ON t.id = r.sale_id ORDER BY r.series, r.number`,
    )
    .raw();
  let series = '';
  let expected = 1;
  for (const row of rows.iterate()) {
    const [of, place, ofSale] = Row.parse(row);
    if (of !== series) [series, expected] = [of, 1];
    if (place !== expected) return { row: `receipt ${receiptNo(series, expected)}`, why: 'receipt_missing' };
    const number = receiptNo(series, place);
    if (ofSale !== number) return { row: `receipt ${number}`, why: 'receipt_differs' };
    counts.receipts += 1;
    expected += 1;
  }
  // Each receipt has a sale of its own: as many sales with a number as receipts are the same ones.
  if (numbered === counts.receipts) return null;
  const alone = db
    .prepare('SELECT id FROM transactions WHERE receipt_no IS NOT NULL AND id NOT IN (SELECT sale_id FROM receipts)')
    .pluck()
    .get();
  return alone === undefined ? null : { row: `sale ${z.string().parse(alone)}`, why: 'receipt_differs' };
}

/** The shifts are those that the log opens and closes, one after the other, each closed with the cash that the log has. */
function checkShifts(db: Database.Database, { derived: events }: CheckNotes): Flaw | null {
  const logged: ShiftEvents[] = [];
  const flow = prepareMoneyFlow(db);
  const purseFlow = preparePurse(db);
  let openingCash = 0;
  let counted: { seq: number; cash: number } | null = null;
  for (const { seq, type, data } of events) {
    if (!type.startsWith('shift.')) continue;
    const last = logged.at(-1);
    const open = last?.closedSeq === null ? last : undefined;
    if (type === 'shift.opened') {
      const { shift, counted: cash, count, carried } = OpenedData.parse(data);
      if (count !== null && sumOfCount(count) !== cash) return differs(shift);
      if (open !== undefined || shift !== (last?.number ?? 0) + 1) return differs(shift);
      if (carried !== null) {
        if (counted === null) return differs(shift);
        const { expected } = flow({ number: shift, from: counted.seq, to: seq, openingCash: counted.cash }).drawer;
        if (carried.expected !== expected || carried.difference !== cash - expected) return differs(shift);
      }
      openingCash = cash;
      logged.push({ number: shift, openedSeq: seq, closedSeq: null });
      continue;
    }
    const closed = ClosedText.parse(data);
    if (closed.count !== null && sumOfCount(closed.count) !== closed.counted) return differs(closed.shift);
    if (open === undefined || closed.shift !== open.number) return differs(closed.shift);
    const sums = flow({ number: open.number, from: open.openedSeq, to: seq, openingCash });
    const difference = closed.counted === null ? null : closed.counted - sums.drawer.expected;
    const { drawer, methods, services, purse } = closed;
    const span = { from: open.openedSeq, to: seq };
    const isPurseRight =
      purse === null || JSON.stringify(purse) === JSON.stringify(countedPurse(purse, purseFlow(span)));
    if (
      !isPurseRight ||
      JSON.stringify(sums) !== JSON.stringify({ drawer, methods, services }) ||
      difference !== closed.difference
    ) {
      return differs(open.number);
    }
    open.closedSeq = seq;
    counted = closed.counted === null ? null : { seq, cash: closed.counted };
  }
  return firstDifference(db, logged);
}

function firstDifference(db: Database.Database, logged: readonly ShiftEvents[]): Flaw | null {
  const rows = db.prepare(
    'SELECT number, opened_seq AS openedSeq, closed_seq AS closedSeq FROM shifts ORDER BY number',
  );
  const storedRows = rows.all().map((row) => ShiftEvents.parse(row));
  for (let at = 0; at < Math.max(storedRows.length, logged.length); at++) {
    if (JSON.stringify(storedRows[at]) !== JSON.stringify(logged[at])) return differs(at + 1);
  }
  return null;
}

/**
 * Walks the log from its first row: every number there, every hash right, every body as it was or erased. Events that agree
 * at once with what they should be, and nearly all do, are accepted; any other is looked at closely.
 */
function checkChain(db: Database.Database, meta: Meta, counts: Counts, notes: CheckNotes): Flaw | null {
  const spanAfter = prepareSpans(db);
  const lookCloser = prepareEventDiagnosis(db);
  let before = Buffer.from(meta.genesis).toString('hex');
  for (;;) {
    const span = spanAfter(counts.events);
    if (span.events.length === 0) break;
    const digestsOf = readBodies(span);
    for (const event of span.events) {
      const [seq, , type, , , data, digests, prev, own] = event;
      const expected = counts.events + 1;
      if (seq !== expected) return { row: `event ${expected}`, why: 'event_missing' };
      const fits = prev === before && own === hashOf(before, event) && digests === digestsOf(seq);
      if (!fits) {
        const look = lookCloser(seq, before);
        if (look.why !== null) return { row: `event ${seq}`, why: look.why };
        counts.erased += look.erased;
      }
      if (derivedEventTypes.has(type)) notes.derived.push({ seq, type, data });
      before = own;
      counts.events = seq;
    }
  }
  return flawAtTheEnd(db, meta, counts.events, before);
}

function hashOf(before: string, [seq, saleId, type, at, actor, data, digests]: EventRow): string {
  return hash('sha256', eventText(before, { seq, saleId, type, at, actor, data, digests }), 'hex');
}

/** The expected `digests` of each event, from its stored bodies; to be called in the order of the journal. */
function readBodies({ bodies, content }: Span): (seq: number) => string {
  let next = 0;
  let at = 0;
  const digest = ([, role, length]: BodyRow): string => {
    const digest = length === null ? '' : hash('sha256', content.subarray(at, at + length), 'hex');
    at += length ?? 0;
    return `["${role}","${digest}"]`;
  };
  return (seq) => {
    let text = '[';
    for (let body = bodies[next]; body?.[0] === seq; body = bodies[next]) {
      text += text === '[' ? digest(body) : `,${digest(body)}`;
      next += 1;
    }
    return `${text}]`;
  };
}

function flawAtTheEnd(db: Database.Database, meta: Meta, events: number, head: string): Flaw | null {
  if (events !== meta.headSeq || head !== Buffer.from(meta.headHash).toString('hex')) {
    return { row: `event ${Math.max(events, meta.headSeq)}`, why: 'end_differs' };
  }
  const outside = db.prepare('SELECT id FROM event_payloads WHERE id < ? OR id >= ? LIMIT 1').pluck();
  const stray = Stray.parse(outside.get(bodiesPerEvent, (events + 1) * bodiesPerEvent));
  return stray === undefined ? null : { row: `body ${stray}`, why: 'body_unexplained' };
}

/** Events read together: enough that calls into SQLite cost little, few enough to be small in memory. */
const eventsPerSpan = 250;

/** One row of the log, as cheaply as it can be read: hashes in hex, since a text is much cheaper to fetch than a buffer. */
type EventRow = readonly [
  seq: number,
  saleId: string | null,
  type: string,
  at: string,
  actor: string,
  data: string,
  digests: string,
  prev: string,
  hash: string,
];

/** A body of the journal by its event, and the position of its salt and bytes in `content`; no length once erased. */
type BodyRow = readonly [seq: number, role: string, length: number | null];

interface Span {
  events: readonly EventRow[];
  bodies: readonly BodyRow[];
  /** salt and bytes of each body that is not erased, one behind the other */
  content: Uint8Array;
}

/**
 * Reads the journal in spans, each with its bodies as one value: fetching hundreds of thousands of small buffers would take
 * longer than hashing them. SQLite joins texts byte by byte, so the casts change nothing; a mistake would fail the digest, and
 * the row would be examined again on its own.
 */
function prepareSpans(db: Database.Database): (after: number) => Span {
  const events = db
    .prepare(
      `SELECT seq, sale_id, type, at, actor, data, digests, lower(hex(prev)), lower(hex(hash)) FROM events
       WHERE seq > ? ORDER BY seq LIMIT ${eventsPerSpan}`,
    )
    .raw();
  const bodies = db
    .prepare('SELECT seq, role, length(salt) + length(bytes) FROM event_payloads WHERE id BETWEEN ? AND ? ORDER BY id')
    .raw();
  const content = db
    .prepare(
      `SELECT CAST(group_concat(CAST(salt AS TEXT) || CAST(bytes AS TEXT), '') AS BLOB)
       FROM (SELECT salt, bytes FROM event_payloads WHERE id BETWEEN ? AND ? ORDER BY id)`,
    )
    .pluck();
  return (after) => {
    const rows = events.all(after).map(eventRow);
    const first = (after + 1) * bodiesPerEvent;
    const last = (rows.at(-1)?.[0] ?? after) * bodiesPerEvent + bodiesPerEvent - 1;
    const bytes = content.get(first, last);
    return {
      events: rows,
      bodies: bodies.all(first, last).map(bodyRow),
      content: bytes instanceof Uint8Array ? bytes : new Uint8Array(),
    };
  };
}

// STRICT tables hold no other types than these columns have, and a schema for each of a million rows would take most of the
// time. A value that is none the less something else gives another hash, and is then parsed by the schema of prepareEventDiagnosis.
function eventRow(row: unknown): EventRow {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
  return row as EventRow;
}

function bodyRow(row: unknown): BodyRow {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- see above
  return row as BodyRow;
}

const ReceivedData = jsonText.pipe(z.object({ receivedAt: z.string().nullish() }));

const LoggedEvent = z.object({
  seq: z.int(),
  saleId: z.string().nullable(),
  type: z.string(),
  at: z.string(),
  actor: z.string(),
  data: z.string(),
  digests: z.string(),
  prev: z.instanceof(Buffer),
  hash: z.instanceof(Buffer),
});

const Digests = jsonText.pipe(z.array(z.tuple([z.string(), z.string()])));

type EventDiagnosis = (seq: number, before: string) => { why: FlawKind } | { why: null; erased: number };

/**
 * Examines one event column by column: names the wrong column, or counts the bodies that were rightly erased according to the
 * journal. Throws ZodError when a row is no event.
 * @param before the hash of the event before it, in hex
 */
function prepareEventDiagnosis(db: Database.Database): EventDiagnosis {
  const select = statement(
    db,
    'SELECT seq, sale_id AS saleId, type, at, actor, data, digests, prev, hash FROM events WHERE seq = ?',
  );
  const bodiesOf = prepareBodies(db);
  const erasedRightly = prepareErasedRightly(db);
  return (seq, before) => {
    const event = LoggedEvent.parse(select().get(seq));
    if (event.prev.toString('hex') !== before) return { why: 'link_broken' };
    if (!event.hash.equals(eventHash(event))) return { why: 'event_changed' };
    const expected = Digests.parse(event.digests);
    const bodies = bodiesOf(seq);
    if (bodies.length < expected.length) return { why: 'body_missing' };
    if (bodies.length > expected.length) return { why: 'body_changed' };
    let erased = 0;
    for (const [position, body] of bodies.entries()) {
      const [role, digest] = expected[position] ?? [];
      if (body.role !== role) return { why: 'body_changed' };
      if (body.salt === null || body.bytes === null) {
        if (!erasedRightly({ ...event, hash: event.hash.toString('hex'), role: body.role }))
          return { why: 'body_missing' };
        erased += 1;
      } else if (bodyDigest(body.salt, body.bytes) !== digest) return { why: 'body_changed' };
    }
    return { why: null, erased };
  };
}

interface ErasedBody {
  seq: number;
  saleId: string | null;
  type: string;
  at: string;
  /** JSON text */
  data: string;
  /** in hex */
  hash: string;
  role: string;
}

/**
 * Whether the journal justifies an erased body: its sale's customer was erased later, or it is a quarantined webhook that an
 * erasure names or that is older than an erasure. Otherwise anybody who can write the file could remove the evidence of a sale
 * and replace it by a claim.
 */
function prepareErasedRightly(db: Database.Database): (body: ErasedBody) => boolean {
  const saleErased = statement(
    db,
    `SELECT 1 FROM events WHERE sale_id = ? AND type = 'sale.erased' AND seq > ? LIMIT 1`,
  );
  const erasures = lazy(() => prepareErasures(db)());
  return ({ seq, saleId, type, at, data, hash, role }) => {
    if (saleId !== null && saleErased().get(saleId, seq) !== undefined) return true;
    if (type !== 'webhook.quarantined' || role !== 'webhook') return false;
    const { receivedAt } = ReceivedData.parse(data);
    const names = ({ webhooks }: Erasure): boolean => webhooks.some(([of, its]) => of === seq && its === hash);
    return erasures().some((erasure) => names(erasure) || (receivedAt ?? at) <= erasure.at);
  };
}
