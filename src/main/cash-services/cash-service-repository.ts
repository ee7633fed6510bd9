import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Input } from '../../shared/contract/registry.ts';
import { CashServiceKind } from '../../shared/domain/cash-service.ts';
import { CashServiceEntry, type CashServiceTerms, movesOf } from '../../shared/domain/cash-service-entry.ts';
import { addServiceSums, CashServiceSum } from '../../shared/domain/cash-service-sums.ts';
import type { RepositoryDeps } from '../db/event-log.ts';
import { jsonText, lazy, pluckStatement, statement } from '../db/statements.ts';

/** Who and when: the actor of the log, ISO 8601 UTC and the shop's calendar day. */
interface RecordAct {
  id: string;
  actor: string;
  at: string;
  day: string;
  /** nothing is recorded while no shift is open */
  needsShift: boolean;
}

type RecordRefusal = { kind: 'no_shift' } | { kind: 'same_reference'; other: CashServiceEntry };
type ReverseRefusal = { kind: 'no_shift' } | { kind: 'not_found' } | { kind: 'reversed' };
type Recorded = { kind: 'recorded'; entry: CashServiceEntry };

/** At an office `counter` leaves the others out. */
export type ServiceList = Input<'cashServices.list'> & { limit: number };

/** Cash services, as events of the same log as the sales. Everything is durable before it answers; methods reject with DatabaseError. */
export interface CashServiceRepository {
  /** under an id that is recorded already: that record. @param note the reference, or the reason of a purse's own move */
  record(
    act: RecordAct & { terms: CashServiceTerms; note: string; allowSameReference: boolean },
  ): Promise<Recorded | RecordRefusal>;
  /** takes a record back by an entry with its amounts below zero */
  reverse(act: RecordAct & { of: string; reason: string }): Promise<Recorded | ReverseRefusal>;
  get(id: string): Promise<CashServiceEntry | null>;
  /** newest first; at an office with the counter of each */
  list(query: ServiceList): Promise<(CashServiceEntry & { counter?: string })[]>;
  /** of business days, both included; kinds without an entry are left out */
  sums(query: { counter?: string | undefined; from: string; to: string }): Promise<CashServiceSum[]>;
}

/** What the log holds of an entry; its words stand in a payload, where they can be erased. */
const EventData = z.object({
  id: z.uuid(),
  kind: CashServiceKind,
  day: z.iso.date(),
  shift: z.int().nonnegative(),
  amount: z.int(),
  fee: z.int(),
  cash: z.int(),
  purse: z.int(),
  reverses: z.uuid().nullable(),
});
type EventData = z.infer<typeof EventData>;

const columns = `c.id, c.seq, c.at, c.day, nullif(c.shift, 0) AS shift, coalesce(e.data ->> '$.by.name', e.actor) AS "by", c.kind,
  c.amount, c.fee, c.cash, c.purse, c.note, c.reverses, (SELECT r.id FROM cash_services r WHERE r.reverses = c.id) AS reversedBy`;
const from = 'FROM cash_services c JOIN events e ON e.seq = c.seq';

const readEntry = (row: unknown): CashServiceEntry => CashServiceEntry.parse(row);

/** The port over one open connection. */
export function sqliteCashServices({ db, append, read, write }: RepositoryDeps): CashServiceRepository {
  const byId = statement(db, `SELECT ${columns} ${from} WHERE c.id = ?`);
  const bySameReference = statement(
    db,
    `SELECT ${columns} ${from} WHERE c.day = ? AND c.kind = ? AND c.note = ? COLLATE NOCASE AND c.reverses IS NULL
       AND NOT EXISTS (SELECT 1 FROM cash_services r WHERE r.reverses = c.id) LIMIT 1`,
  );
  const openShift = pluckStatement(db, 'SELECT number FROM shifts WHERE closed_seq IS NULL');
  const list = lazy(() => prepareServiceList(db));
  const insert = prepareInsert(db);
  const summed = lazy(() => prepareSums(db));
  const get = (id: string): CashServiceEntry | null => {
    const row = byId().get(id);
    return row === undefined ? null : readEntry(row);
  };
  const allOrNothing = <T>(work: () => T): Promise<T> => write(() => db.transaction(work).immediate());
  const store = (act: RecordAct, data: Omit<EventData, 'id' | 'day' | 'shift'>, note: string) => {
    const { id, actor, at, day, needsShift } = act;
    const shift = z.int().optional().parse(openShift().get()) ?? 0;
    if (needsShift && shift === 0) return { kind: 'no_shift' } as const;
    const full = { id, ...data, day, shift };
    const type = data.reverses === null ? 'cash_service.recorded' : 'cash_service.reversed';
    const bodies = [{ role: 'note' as const, bytes: new TextEncoder().encode(note) }];
    insert(append({ type, actor, at, data: full, bodies }, null), at, full, note);
    const entry = get(id);
    if (!entry) throw new Error('a cash service was not stored');
    return { kind: 'recorded', entry } as const;
  };
  return {
    record: ({ terms, note, allowSameReference, ...act }) =>
      allOrNothing(() => {
        const before = get(act.id);
        if (before) return { kind: 'recorded', entry: before };
        const same =
          'fee' in terms && !allowSameReference ? bySameReference().get(act.day, terms.kind, note) : undefined;
        if (same !== undefined) return { kind: 'same_reference', other: readEntry(same) };
        const { kind, amount } = terms;
        const fee = 'fee' in terms ? terms.fee : 0;
        return store(act, { kind, amount, fee, ...movesOf(terms), reverses: null }, note);
      }),
    reverse: ({ of, reason, ...act }) =>
      allOrNothing(() => {
        const before = get(act.id);
        if (before) return before.reverses === of ? { kind: 'recorded', entry: before } : { kind: 'not_found' };
        const entry = get(of);
        if (!entry || entry.reverses !== null) return { kind: 'not_found' };
        if (entry.reversedBy !== null) return { kind: 'reversed' };
        const { kind, amount, fee, cash, purse } = entry;
        // 0 has no sign of its own: the log holds no -0.
        const less = { amount: 0 - amount, fee: 0 - fee, cash: 0 - cash, purse: 0 - purse };
        return store(act, { kind, ...less, reverses: of }, reason);
      }),
    get: (id) => read(() => get(id)),
    list: (query) => read(() => list()(query)),
    sums: ({ from: first, to }) => read(() => summed()('day BETWEEN ? AND ?', [first, to])),
  };
}

/** Reads a page of the entries, newest first. */
export function prepareServiceList(db: Database.Database): (query: ServiceList) => CashServiceEntry[] {
  const page = statement(
    db,
    `SELECT ${columns} ${from}
     WHERE (@beforeAt IS NULL OR (c.at, c.id) < (@beforeAt, @beforeId)) AND c.day BETWEEN @from AND @to
       AND (@text = '' OR instr(lower(coalesce(c.note, '')), @text) > 0 OR abs(c.amount) = @amount OR substr(c.id, -8) = @text)
     ORDER BY c.at DESC, c.id DESC LIMIT @limit`,
  );
  return ({ text = '', from: first = '', to = '9999-12-31', before, limit }) => {
    const digits = text.replace(/^rp\.?\s*/i, '').replaceAll('.', '');
    const amount = /^\d{1,15}$/.test(digits) ? Number(digits) : null;
    const { at: beforeAt = null, id: beforeId = null } = before ?? {};
    return page().all({ beforeAt, beforeId, from: first, to, text: text.toLowerCase(), amount, limit }).map(readEntry);
  };
}

type Insert = (seq: number, at: string, data: EventData, note: string | null) => void;

function prepareInsert(db: Database.Database): Insert {
  const insert = statement(
    db,
    `INSERT INTO cash_services (id, seq, at, day, shift, kind, amount, fee, cash, purse, note, reverses)
     VALUES (@id, @seq, @at, @day, @shift, @kind, @amount, @fee, @cash, @purse, @note, @reverses)`,
  );
  return (seq, at, data, note) => void insert().run({ ...data, seq, at, note });
}

/** Adds the row of an event that came from another copy of the log. @param data JSON text; @param note null: erased */
export function prepareFollowCashService(
  db: Database.Database,
): (event: { seq: number; at: string; data: string }, note: string | null) => void {
  const insert = prepareInsert(db);
  return ({ seq, at, data }, note) => insert(seq, at, jsonText.pipe(EventData).parse(data), note);
}

type PrepareSums = (where: string, params: readonly (string | number)[]) => CashServiceSum[];

/** Sums of the rows that fit, by kind in the kinds' order. @returns a function of SQL with a place for each of the params */
export function prepareSums(db: Database.Database): PrepareSums {
  const positive = (column: string, sign: '' | '-', name: string) => `sum(max(0, ${sign}${column})) AS ${name}`;
  return (where, params) => {
    const rows = db
      .prepare(
        `SELECT kind, sum(iif(reverses IS NULL, 1, -1)) AS count, sum(amount) AS amount, sum(fee) AS fee,
           ${positive('cash', '', 'cashIn')}, ${positive('cash', '-', 'cashOut')}, ${positive('purse', '', 'purseIn')}, ${positive('purse', '-', 'purseOut')}
         FROM cash_services WHERE ${where} GROUP BY kind`,
      )
      .all(...params)
      .map((row) => CashServiceSum.parse(row));
    return addServiceSums([rows]);
  };
}

const StoredRow = EventData.extend({ seq: z.int() });

/** The first event whose row is missing or another, or the event of a row that no event made; null: all agree. */
export function firstDifferentService(
  db: Database.Database,
  logged: readonly { seq: number; data: string }[],
): number | null {
  const stored = new Map(
    db
      .prepare('SELECT seq, id, kind, day, shift, amount, fee, cash, purse, reverses FROM cash_services ORDER BY seq')
      .all()
      .map((row) => StoredRow.parse(row))
      .map(({ seq, ...rest }) => [seq, JSON.stringify(EventData.parse(rest))]),
  );
  for (const { seq, data } of logged) {
    if (stored.get(seq) !== JSON.stringify(jsonText.pipe(EventData).parse(data))) return seq;
    stored.delete(seq);
  }
  const [stray] = stored.keys();
  if (stray !== undefined) return stray;
  // Words and times are read from the row.
  const other = db.prepare(
    `SELECT c.seq FROM cash_services c JOIN events e ON e.seq = c.seq
     WHERE c.at <> e.at OR c.note IS NOT (SELECT CAST(bytes AS TEXT) FROM event_payloads WHERE id = c.seq * 100)
     ORDER BY c.seq LIMIT 1`,
  );
  return z
    .int()
    .nullable()
    .parse(other.pluck().get() ?? null);
}
