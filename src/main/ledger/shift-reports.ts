import type Database from 'better-sqlite3';
import { z } from 'zod';
import { cashInDrawer, cashToReturn, moneyToReturn, saleAmount } from '../../shared/domain/cash.ts';
import { CashServiceSum, ShiftPurse, totalOf } from '../../shared/domain/cash-service-sums.ts';
import { CarriedCash, CashCount, ShiftNumber } from '../../shared/domain/drawer-count.ts';
import { Rupiah } from '../../shared/domain/money.ts';
import { accountMethods, byMethod, type PaymentMethod, paymentMethods } from '../../shared/domain/payment.ts';
import { addTotals, emptyTotals, LedgerTotals, OpenTotals } from '../../shared/domain/sales-report.ts';
import {
  type CashMove,
  type HandedOver,
  MoneyToReturn,
  type Shift,
  ShiftCash,
  type ShiftClock,
  ShiftMethods,
  type ShiftNote,
} from '../../shared/domain/shift.ts';
import { TransactionState } from '../../shared/domain/transaction.ts';
import { prepareServicesBetween } from '../cash-services/index.ts';
import { prepareChangeToReturn } from '../db/change-to-return.ts';
import { bodyText, prepareBodies } from '../db/event-log.ts';
import { jsonText, pluckStatement, statement } from '../db/statements.ts';
import { bookedTypes, correctionTypes, entriesOf, prepareSaleContext } from './ledger-entry.ts';
import { addOpen, isOfShift, ledgerSaleColumns, prepareOpenSales, readLedgerSale } from './ledger-rows.ts';

/** id, state, amount, cash in the drawer */
const OpenSale = z.tuple([z.string(), TransactionState, Rupiah, Rupiah]);

/** Left out by older versions, and where only the sum was counted. */
const CountData = CashCount.nullable().default(null);

/** What a shift's first event holds. */
export const OpenedData = jsonText.pipe(
  z.object({
    shift: ShiftNumber,
    day: z.iso.date(),
    counted: Rupiah,
    count: CountData,
    /** left out by older versions */
    carried: CarriedCash.nullable().default(null),
    /** what the shift before has left open */
    takenOver: z.array(OpenSale),
  }),
);

/** What its last event holds: all that its report will ever say. */
export const ClosedData = z.object({
  shift: ShiftNumber,
  terminal: z.string(),
  counted: Rupiah.nullable(),
  count: CountData,
  difference: z.int().nullable(),
  drawer: ShiftCash,
  methods: ShiftMethods,
  /** both left out by older versions */
  services: z.array(CashServiceSum).default([]),
  purse: ShiftPurse.nullable().default(null),
  sums: LedgerTotals,
  open: OpenTotals,
  handedOver: z.array(OpenSale),
  /** left out by older versions: what of it was in cash stands in `handedOver` */
  toReturn: MoneyToReturn.optional(),
});
export type ClosedData = z.infer<typeof ClosedData>;
export const ClosedText = jsonText.pipe(ClosedData);

const MovedData = jsonText.pipe(
  z.object({
    amount: Rupiah,
    /** left out by older versions, and where none was chosen */
    category: z.string().nullable().default(null),
  }),
);

const hex = z.instanceof(Uint8Array).transform((bytes) => Buffer.from(bytes).toString('hex'));
const Row = z.object({
  number: z.int(),
  openedSeq: z.int(),
  openedAt: z.iso.datetime(),
  openedBy: z.string(),
  opened: OpenedData,
  closedSeq: z.int().nullable(),
  closedAt: z.iso.datetime().nullable(),
  closedBy: z.string().nullable(),
  closed: ClosedText.nullable(),
  hash: hex.nullable(),
});
export type ShiftRow = z.infer<typeof Row>;

const MoveRow = z.object({
  seq: z.int(),
  at: z.iso.datetime(),
  by: z.string(),
  direction: z.enum(['in', 'out']),
  data: MovedData,
});

const NoteRow = z.object({ seq: z.int(), at: z.iso.datetime(), by: z.string() });

/** Who an event names, as they were called then; the actor where no person was signed in. */
const nameIn = (event: string): string => `coalesce(${event}.data ->> '$.by.name', ${event}.actor)`;

const columns = `s.number, s.opened_seq AS openedSeq, o.at AS openedAt, ${nameIn('o')} AS openedBy, o.data AS opened,
  s.closed_seq AS closedSeq, c.at AS closedAt, ${nameIn('c')} AS closedBy, c.data AS closed, c.hash`;
const from = 'FROM shifts s JOIN events o ON o.seq = s.opened_seq LEFT JOIN events c ON c.seq = s.closed_seq';

interface ReadShifts {
  open(): ShiftRow | null;
  get(number: number): ShiftRow | null;
  /** newest first; `before` is a shift's number */
  list(query: { before?: number; limit: number }): ShiftRow[];
  /** those that were opened on these business days, both included, oldest first, with their moves */
  ofDays(days: { from: string; to: string }): { row: ShiftRow; moves: CashMove[] }[];
  /** oldest first, between two places of the log */
  moves(from: number, to: number): CashMove[];
  /** why its opening count differed; null: it did not */
  openingNote(shift: Pick<ShiftRow, 'openedSeq' | 'openedAt' | 'openedBy'>): ShiftNote | null;
  /** about a closed shift, oldest first; they end where the next shift does */
  notes(shift: { number: number; closedSeq: number }): ShiftNote[];
}

/** The shifts as the log has them. */
export function prepareReadShifts(db: Database.Database): ReadShifts {
  const open = statement(db, `SELECT ${columns} ${from} WHERE s.closed_seq IS NULL`);
  const byNumber = statement(db, `SELECT ${columns} ${from} WHERE s.number = ?`);
  const newest = statement(db, `SELECT ${columns} ${from} WHERE s.number < ? ORDER BY s.number DESC LIMIT ?`);
  const ofDays = statement(db, `SELECT ${columns} ${from} WHERE o.data ->> '$.day' BETWEEN ? AND ? ORDER BY s.number`);
  const moves = statement(
    db,
    `SELECT seq, at, coalesce(data ->> '$.by.name', actor) AS "by", CASE type WHEN 'cash.paid_in' THEN 'in' ELSE 'out' END AS direction, data FROM events
     WHERE seq > ? AND seq < ? AND type IN ('cash.paid_in', 'cash.paid_out') ORDER BY seq`,
  );
  const notes = statement(
    db,
    `SELECT e.seq, e.at, ${nameIn('e')} AS "by" FROM events e
     WHERE e.seq > @closedSeq AND e.type = 'shift.explained' AND e.data ->> '$.shift' = @number
       AND e.seq < coalesce((SELECT closed_seq FROM shifts WHERE number = @number + 1), 9007199254740991)
     ORDER BY e.seq`,
  );
  const bodies = prepareBodies(db);
  const one = (row: unknown): ShiftRow | null => (row === undefined ? null : Row.parse(row));
  const movesBetween = (after: number, to: number): CashMove[] =>
    moves()
      .all(after, to)
      .map((row) => {
        const {
          seq,
          at,
          by,
          direction,
          data: { amount, category },
        } = MoveRow.parse(row);
        return { seq, at, by, direction, amount, category, reason: bodyText(bodies(seq)[0]?.bytes ?? null) };
      });
  return {
    open: () => one(open().get()),
    get: (number) => one(byNumber().get(number)),
    list: ({ before = Number.MAX_SAFE_INTEGER, limit }) =>
      newest()
        .all(before, limit)
        .map((row) => Row.parse(row)),
    ofDays: (days) =>
      ofDays()
        .all(days.from, days.to)
        .map((stored) => {
          const row = Row.parse(stored);
          return { row, moves: movesBetween(row.openedSeq, row.closedSeq ?? Number.MAX_SAFE_INTEGER) };
        }),
    moves: movesBetween,
    openingNote({ openedSeq, openedAt, openedBy }) {
      const [note] = bodies(openedSeq);
      return note ? { seq: openedSeq, at: openedAt, by: openedBy, text: bodyText(note.bytes) } : null;
    },
    notes: (shift) =>
      notes()
        .all(shift)
        .map((row) => {
          const { seq, at, by } = NoteRow.parse(row);
          return { seq, at, by, text: bodyText(bodies(seq)[0]?.bytes ?? null) };
        }),
  };
}

export function shiftOf({ number, openedAt, openedBy, opened, closedAt, closedBy, closed }: ShiftRow): Shift {
  return {
    number,
    day: opened.day,
    openedAt,
    openedBy,
    opening: opened.counted,
    openingCount: opened.count,
    carried: opened.carried,
    closed:
      closed === null || closedAt === null || closedBy === null
        ? null
        : {
            at: closedAt,
            by: closedBy,
            counted: closed.counted,
            count: closed.count,
            expected: closed.drawer.expected,
            difference: closed.difference,
          },
  };
}

export interface ShiftFigures {
  drawer: ShiftCash;
  methods: ShiftMethods;
  services: CashServiceSum[];
  sums: LedgerTotals;
  open: OpenTotals;
  handedOver: HandedOver[];
  toReturn: MoneyToReturn;
}

/** A shift's place in the log, both ends excluded. */
interface ShiftSpan {
  number: number;
  from: number;
  to: number;
  openingCash: number;
}

const Sums = z.record(z.string(), z.int());

const likeMethod = paymentMethods.map((method) => `data LIKE '%"${method}":%'`).join(' OR ');
/** Rows of the log that move money, with an amount for each method: which there are, payment.ts alone says. */
const moves = `SELECT sale_id IS NOT NULL AS ofSale, type, data ->> '$.amount' AS amount,
    ${paymentMethods.map((method) => `data ->> '$.${method}' AS ${method}`).join(', ')}
  FROM events WHERE seq > ? AND seq < ?
    AND (type IN ('cash.paid_in', 'cash.paid_out') OR (sale_id IS NOT NULL AND (${likeMethod})))`;

const sum = (of: string, where: string, name: string): string =>
  `coalesce(sum(${of}) FILTER (WHERE ${where}), 0) AS ${name}`;

const flowSql = `SELECT ${[
  ...paymentMethods.flatMap((method) => [
    sum(method, `ofSale AND ${method} > 0`, `${method}Taken`),
    sum(`-${method}`, `ofSale AND ${method} < 0 AND type NOT IN ('cash.moved', 'tab.paid')`, `${method}Returned`),
    sum(`-${method}`, `type = 'cash.moved'`, `${method}Moved`),
  ]),
  sum('-tab', `type = 'tab.paid'`, 'tabPaid'),
  sum('cash', `type = 'tab.paid'`, 'tabPaidInCash'),
  sum('amount', `type = 'cash.paid_in'`, 'paidIn'),
  sum('amount', `type = 'cash.paid_out'`, 'paidOut'),
].join(', ')} FROM (${moves})`;

/**
 * How money moved between two events of the log, by method. Every event that moves a sale's money has the amount: a return counts
 * in the shift that gave it, whenever the money was taken, and so does a payment of a tab. Cash that one sale passes on to another
 * was taken once: the new sale takes only the rest.
 */
export function prepareMoneyFlow(
  db: Database.Database,
): (span: ShiftSpan) => Pick<ShiftFigures, 'drawer' | 'methods' | 'services'> {
  const flow = statement(db, flowSql);
  const servicesBetween = prepareServicesBetween(db);
  return ({ from, to, openingCash }) => {
    const sums = Sums.parse(flow().get(from, to));
    const of = (name: string): number => sums[name] ?? 0;
    const by = (method: PaymentMethod) => {
      const [taken, moved] = [of(`${method}Taken`), of(`${method}Moved`)];
      const returned = of(`${method}Returned`) + Math.max(0, moved - taken);
      return { taken: Math.max(0, taken - moved), returned };
    };
    const cash = by('cash');
    const tab = by('tab');
    const [paidIn, paidOut] = [of('paidIn'), of('paidOut')];
    const services = servicesBetween({ from, to });
    const { cashIn: servicesIn, cashOut: servicesOut } = totalOf(services);
    const expected = openingCash + cash.taken - cash.returned + paidIn - paidOut + servicesIn - servicesOut;
    return {
      drawer: { opening: openingCash, ...cash, paidIn, paidOut, servicesIn, servicesOut, expected },
      methods: {
        ...byMethod(accountMethods, by),
        tab: { added: tab.taken, paid: of('tabPaid'), paidInCash: of('tabPaidInCash'), lapsed: tab.returned },
      },
      services,
    };
  };
}

/** A shift's figures now. Computed from the sales themselves: right also while the ledger is rebuilt. */
export function prepareFigures(db: Database.Database): (span: ShiftSpan) => ShiftFigures {
  const flow = prepareMoneyFlow(db);
  const booked = prepareSaleContext(db);
  const openSales = prepareOpenSales(db);
  const changeToReturn = prepareChangeToReturn(db);
  const sent = statement(
    db,
    `SELECT ${ledgerSaleColumns} FROM transactions
     WHERE id IN (SELECT sale_id FROM events WHERE seq > ? AND seq < ?
       AND (type IN ${bookedTypes} OR type IN ${correctionTypes}))`,
  );
  return (span) => {
    const sums = emptyTotals();
    for (const row of sent().iterate(span.from, span.to)) {
      const sale = readLedgerSale(row);
      for (const entry of entriesOf(sale, booked(sale.id))) {
        if (entry.shift === span.number) addTotals(sums, entry.sums);
      }
    }
    const left = openSales.all();
    const owed = openSales.owed();
    return {
      ...flow(span),
      sums,
      open: addOpen(left.filter(isOfShift(span.number))),
      handedOver: [...left.map(({ sale }) => sale), ...owed].map(handOver),
      toReturn: {
        cash: owed.reduce((sum, sale) => sum + cashToReturn(sale), 0),
        other: owed.reduce((sum, sale) => sum + moneyToReturn(sale) - cashToReturn(sale), 0),
        change: changeToReturn(),
      },
    };
  };
}

/** As the log names it. */
export function handOver(sale: ReturnType<typeof readLedgerSale>): HandedOver {
  return { id: sale.id, state: sale.state, amount: saleAmount(sale), cash: Math.max(0, cashInDrawer(sale)) };
}

const dayMs = 24 * 60 * 60_000;
/** An event that began earlier may be stored later: a provider's answer that came after another sale. */
const overlapMs = 120_000;

const Times = z.array(z.iso.datetime());

/**
 * Checks the times between two events of the log, both included. A clock that was set forward looks like a shift that
 * was not closed.
 * @param now of an open shift; ISO 8601 UTC
 */
export function prepareShiftClock(
  db: Database.Database,
): (from: number, to: number, now: string | null) => ShiftClock | null {
  const select = pluckStatement(db, 'SELECT at FROM events WHERE seq BETWEEN ? AND ? ORDER BY seq');
  return (from, to, now) => {
    const logged = Times.parse(select().all(from, to));
    const times = [...logged, ...(now === null ? [] : [now])].map((at) => Date.parse(at));
    const first = times[0] ?? 0;
    let before = first;
    for (const at of times) {
      if (before - at > overlapMs) return 'set_back';
      before = at;
    }
    return before - first > dayMs ? 'over_a_day' : null;
  };
}
