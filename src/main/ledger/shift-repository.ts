import type Database from 'better-sqlite3';
import type { CounterId } from '../../shared/contract/office.ts';
import type { CarriedCash, CashCount } from '../../shared/domain/drawer-count.ts';
import { type DrawerSums, sumDrawers } from '../../shared/domain/drawer-sums.ts';
import { toReportRow } from '../../shared/domain/sales-report.ts';
import { type CashMove, type HandedOver, openCash, type Shift, type ShiftReport } from '../../shared/domain/shift.ts';
import { countedPurse, type PurseCount, preparePurse, preparePurseMoved } from '../cash-services/index.ts';
import type { CommitHook } from '../db/commit.ts';
import type { prepareAppend, RepositoryDeps } from '../db/event-log.ts';
import { headOf, readMeta } from '../db/metadata.ts';
import { lazy, pluckStatement, statement } from '../db/statements.ts';
import { prepareOpenSales } from './ledger-rows.ts';
import {
  type ClosedData,
  handOver,
  prepareFigures,
  prepareMoneyFlow,
  prepareReadShifts,
  prepareShiftClock,
  type ShiftFigures,
  type ShiftRow,
  shiftOf,
} from './shift-reports.ts';

/** Who and when: the actor of the log, and ISO 8601 UTC. */
interface ShiftAct {
  actor: string;
  at: string;
}

/** Cash put in or taken out. @param known how many moves of the shift the caller has seen; with others nothing is recorded */
interface MoveAct extends ShiftAct {
  direction: 'in' | 'out';
  amount: number;
  reason: string;
  category?: string | null | undefined;
  known?: number | undefined;
}

/** @param counted null: not counted. @param number closes no other one. @param purse null: the shop keeps none */
interface CloseAct extends ShiftAct {
  /** null: not counted */
  counted: number | null;
  count?: CashCount | null | undefined;
  /** closes no other one */
  number?: number | undefined;
  purse?: PurseCount | null;
}

/** @param day the shop's calendar day. @param reason why the count is another than the last one */
interface OpenAct extends ShiftAct {
  counted: number;
  count?: CashCount | null | undefined;
  day: string;
  /** what a person has accepted; left out: whatever it is */
  difference?: number | undefined;
  reason?: string | undefined;
}

/**
 * The shifts, as events of the same log as the sales. At most one is open; what is closed stays as it is. Everything is
 * durable before it answers; methods reject with DatabaseError as the journal's do.
 */
export interface ShiftRepository {
  current(): Promise<Shift | null>;
  /** what an opening count would say of the cash since the last one; null: there is none to compare with */
  carried(counted: number): Promise<CarriedCash | null>;
  /** null: one is open already, or cash moved since that difference was accepted */
  open(act: OpenAct): Promise<Shift | null>;
  /** null: none is open */
  move(act: MoveAct): Promise<CashMove | 'moved_meanwhile' | null>;
  /** null: none is open, or another one than that */
  close(act: CloseAct & { counted: number }): Promise<ShiftReport | null>;
  /** why the count differed. False: there is no such closed shift, or the one after it is closed too */
  explain(act: ShiftAct & { number: number; note: string }): Promise<boolean>;
  /** writes down that somebody looked at what should be in the drawer before it was counted */
  wasRead(act: ShiftAct): Promise<void>;
  /** of an open shift as it is now, of a closed one as it was. @param at for an open one; null: there is no such shift */
  report(number: number, at: string): Promise<ShiftReport | null>;
  /** of those that were opened on these business days, both included; at an office of one counter or of all */
  drawers(query: { from: string; to: string; counter?: CounterId | undefined }): Promise<DrawerSums>;
  /** newest first */
  list(query: { before?: number; limit: number }): Promise<Shift[]>;
}

/** Refuses a sale that needs a shift while none is open. */
export function shiftHook(db: Database.Database): CommitHook {
  const open = pluckStatement(db, 'SELECT 1 FROM shifts WHERE closed_seq IS NULL');
  return { refuse: (_, sale) => (sale.needsShift && open().get() === undefined ? { kind: 'no_shift' } : null) };
}

/** The port over one open connection. */
export function sqliteShiftRepository({ db, append, read, write }: RepositoryDeps): ShiftRepository {
  const readers = lazy(() => prepareReadShifts(db));
  const writers = lazy(() => prepareWriteShifts(db, append));
  const report = lazy(() => prepareReport(db));
  const allOrNothing = <T>(work: () => T): Promise<T> => write(() => db.transaction(work).immediate());
  const current = (): ReturnType<typeof shiftOf> | null => {
    const open = readers().open();
    return open && shiftOf(open);
  };
  return {
    current: () => read(current),
    carried: (counted) => read(() => db.transaction(() => writers().carried(counted))()),
    open: (act) => allOrNothing(() => (writers().open(act) ? current() : null)),
    move: (act) =>
      allOrNothing(() => {
        const seq = writers().move(act);
        return typeof seq === 'number' ? (readers().moves(seq - 1, seq + 1)[0] ?? null) : seq;
      }),
    wasRead: (act) => allOrNothing(() => writers().wasRead(act)),
    close: (act) =>
      allOrNothing(() => {
        const number = writers().close(act);
        return number === null ? null : report()(number, act.at);
      }),
    explain: (act) => allOrNothing(() => writers().explain(act)),
    report: (number, at) => read(() => db.transaction(() => report()(number, at))()),
    drawers: (days) =>
      read(() =>
        sumDrawers(
          readers()
            .ofDays(days)
            .map(({ row, moves }) => ({ shift: shiftOf(row), moves })),
        ),
      ),
    list: (query) => read(() => readers().list(query).map(shiftOf)),
  };
}

function prepareReport(db: Database.Database): (number: number, at: string) => ShiftReport | null {
  const shifts = prepareReadShifts(db);
  const figures = prepareFigures(db);
  const clock = prepareShiftClock(db);
  const purse = preparePurse(db);
  const purseMoved = preparePurseMoved(db);
  return (number, at) => {
    const row = shifts.get(number);
    if (!row) return null;
    if (row.closed === null || row.closedSeq === null || row.hash === null) {
      const head = { ...headOf(db), terminal: readMeta(db).terminal, at };
      const to = head.seq + 1;
      const span = { number, from: row.openedSeq, to, openingCash: row.opened.counted };
      return {
        kind: 'x',
        ...reportFields(row, figures(span)),
        purse: purseMoved() ? { name: '', ...purse(span), counted: null, difference: null } : null,
        moves: shifts.moves(row.openedSeq, to),
        notes: [shifts.openingNote(row)].filter((note) => note !== null),
        clock: clock(row.openedSeq, head.seq, at),
        head,
      };
    }
    const { drawer, methods, services, purse: closedPurse, sums, open, handedOver, terminal, toReturn } = row.closed;
    const left = handedOver.map(([id, state, amount, cash]) => ({ id, state, amount, cash }));
    return {
      kind: 'z',
      ...reportFields(row, {
        drawer,
        methods,
        services,
        sums,
        open,
        handedOver: left,
        toReturn: toReturn ?? { cash: openCash({ handedOver: left }).toReturn, other: 0, change: 0 },
      }),
      purse: closedPurse,
      moves: shifts.moves(row.openedSeq, row.closedSeq),
      notes: [
        ...[shifts.openingNote(row)].filter((note) => note !== null),
        ...shifts.notes({ number, closedSeq: row.closedSeq }),
      ],
      clock: clock(row.openedSeq, row.closedSeq, null),
      head: { seq: row.closedSeq, hash: row.hash, terminal, at: row.closedAt ?? at },
    };
  };
}

function reportFields(row: ShiftRow, { drawer, methods, services, sums, open, handedOver, toReturn }: ShiftFigures) {
  return {
    shift: shiftOf(row),
    line: toReportRow(sums, open),
    cash: drawer,
    methods,
    services,
    handedOver,
    heldApart: handedOver.reduce((sum: number, { cash }: HandedOver) => sum + cash, 0),
    toReturn,
  };
}

interface WriteShifts {
  carried(counted: number): CarriedCash | null;
  /** false: one is open already, or the difference is another */
  open(act: OpenAct): boolean;
  /** the event's seq; null: none is open */
  move(act: MoveAct): number | 'moved_meanwhile' | null;
  wasRead(act: ShiftAct): void;
  /** the number of the shift; null: none is open, or another than was asked for */
  close(act: CloseAct): number | null;
  /** false: no such shift is closed, or the one after it is closed too */
  explain(act: ShiftAct & { number: number; note: string }): boolean;
}

/** Each writes one event; to be called inside a transaction. */
export function prepareWriteShifts(db: Database.Database, append: ReturnType<typeof prepareAppend>): WriteShifts {
  const shifts = prepareReadShifts(db);
  const figures = prepareFigures(db);
  const openSales = prepareOpenSales(db);
  const insert = statement(
    db,
    'INSERT INTO shifts (number, opened_seq) VALUES ((SELECT coalesce(max(number), 0) + 1 FROM shifts), ?)',
  );
  const close = statement(db, 'UPDATE shifts SET closed_seq = ? WHERE number = ?');
  const flow = prepareMoneyFlow(db);
  const purseFlow = preparePurse(db);
  /** Cash of sales without a shift is in the drawer since the last count. */
  const carried = (counted: number): CarriedCash | null => {
    const { number, closed, closedSeq } = shifts.list({ limit: 1 })[0] ?? {};
    if (number === undefined || typeof closedSeq !== 'number' || !closed || closed.counted === null) return null;
    const { headSeq } = readMeta(db);
    const { expected } = flow({ number, from: closedSeq, to: headSeq + 1, openingCash: closed.counted }).drawer;
    return { expected, difference: counted - expected };
  };
  return {
    carried,
    open({ counted, count = null, day, reason, difference, ...act }) {
      if (shifts.open()) return false;
      const comparison = carried(counted);
      if (difference !== undefined && comparison !== null && comparison.difference !== difference) return false;
      const shift = (shifts.list({ limit: 1 })[0]?.number ?? 0) + 1;
      const left = [...openSales.all().map(({ sale }) => sale), ...openSales.owed()].map(handOver);
      const data = { shift, day, counted, count, carried: comparison, takenOver: left.map(short) };
      const bodies = reason === undefined ? [] : [typedNote(reason)];
      insert().run(append({ ...act, type: 'shift.opened', data, bodies }, null));
      return true;
    },
    move({ direction, amount, reason, category = null, known: knownMoves, ...act }) {
      const open = shifts.open();
      if (!open) return null;
      const moved =
        knownMoves === undefined ? knownMoves : shifts.moves(open.openedSeq, readMeta(db).headSeq + 1).length;
      if (moved !== knownMoves) return 'moved_meanwhile';
      const type = direction === 'in' ? 'cash.paid_in' : 'cash.paid_out';
      const data = { shift: open.number, amount, category };
      return append({ ...act, type, data, bodies: [typedNote(reason)] }, null);
    },
    wasRead(act) {
      const open = shifts.open();
      if (open) append({ ...act, type: 'shift.x_report', data: { shift: open.number }, bodies: [] }, null);
    },
    close({ counted, count = null, number: shiftNumber, purse = null, ...act }) {
      const open = shifts.open();
      if (!open || (shiftNumber ?? open.number) !== open.number) return null;
      const { headSeq, terminal } = readMeta(db);
      const { number, openedSeq, opened } = open;
      const span = { number, from: openedSeq, to: headSeq + 1, openingCash: opened.counted };
      const totals = figures(span);
      const data = {
        shift: number,
        terminal,
        counted,
        count,
        difference: counted === null ? null : counted - totals.drawer.expected,
        drawer: { ...totals.drawer },
        methods: { ...totals.methods },
        services: totals.services.map((sum) => ({ ...sum })),
        purse: purse && countedPurse(purse, purseFlow(span)),
        sums: { ...totals.sums },
        open: { ...totals.open },
        handedOver: totals.handedOver.map(short),
        toReturn: totals.toReturn,
      } satisfies ClosedData;
      close().run(append({ ...act, type: 'shift.closed', data, bodies: [] }, null), number);
      return number;
    },
    explain({ number, note, ...act }) {
      const isClosed = (shift: number): boolean => typeof shifts.get(shift)?.closedSeq === 'number';
      if (!isClosed(number) || isClosed(number + 1)) return false;
      append({ ...act, type: 'shift.explained', data: { shift: number }, bodies: [typedNote(note)] }, null);
      return true;
    },
  };
}

/** Typed words may name a person: kept apart, where they can be erased. */
const typedNote = (text: string) => ({ role: 'note' as const, bytes: new TextEncoder().encode(text) });

const short = ({ id, state, amount, cash }: ReturnType<typeof handOver>): ClosedData['handedOver'][number] => [
  id,
  state,
  amount,
  cash,
];
