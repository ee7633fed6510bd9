import type Database from 'better-sqlite3';
import { toReportRow } from '../../shared/domain/sales-report.ts';
import type { HandedOver, ShiftReport } from '../../shared/domain/shift.ts';
import type { CommitHook } from '../db/commit.ts';
import type { prepareAppend } from '../db/event-log.ts';
import { headOf, readMeta } from '../db/metadata.ts';
import { lazy, pluckStatement } from '../db/statements.ts';
import { prepareReadShifts, type ShiftRow, shiftOf } from './read-shifts.ts';
import { prepareShiftClock } from './shift-clock.ts';
import { prepareFigures, type ShiftFigures } from './shift-figures.ts';
import type { ShiftRepository } from './shift-types.ts';
import { prepareWriteShifts } from './write-shifts.ts';

interface Parts {
  db: Database.Database;
  append: ReturnType<typeof prepareAppend>;
  read<T>(work: () => T): Promise<T>;
  write<T>(work: () => T): Promise<T>;
}

/** Refuses a sale that needs a shift while none is open. */
export function shiftHook(db: Database.Database): CommitHook {
  const open = pluckStatement(db, 'SELECT 1 FROM shifts WHERE closed_seq IS NULL');
  return { refuse: (_, sale) => (sale.needsShift && open().get() === undefined ? { kind: 'no_shift' } : null) };
}

/** The port over one open connection. */
export function sqliteShifts({ db, append, read, write }: Parts): ShiftRepository {
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
    open: (ask) => allOrNothing(() => (writers().open(ask) ? current() : null)),
    move: (ask) =>
      allOrNothing(() => {
        const seq = writers().move(ask);
        return seq === null ? null : (readers().moves(seq - 1, seq + 1)[0] ?? null);
      }),
    wasRead: (ask) => allOrNothing(() => writers().wasRead(ask)),
    close: (ask) =>
      allOrNothing(() => {
        const number = writers().close(ask);
        return number === null ? null : report()(number, ask.at);
      }),
    report: (number, at) => read(() => db.transaction(() => report()(number, at))()),
    list: (ask) => read(() => readers().list(ask).map(shiftOf)),
  };
}

function prepareReport(db: Database.Database): (number: number, at: string) => ShiftReport | null {
  const shifts = prepareReadShifts(db);
  const figures = prepareFigures(db);
  const clock = prepareShiftClock(db);
  return (number, at) => {
    const row = shifts.get(number);
    if (!row) return null;
    if (row.closed === null || row.closedSeq === null || row.hash === null) {
      const head = { ...headOf(db), terminal: readMeta(db).terminal, at };
      const to = head.seq + 1;
      const span = { number, from: row.openedSeq, to, opening: row.opened.counted };
      return {
        kind: 'x',
        ...told(row, figures(span)),
        moves: shifts.moves(row.openedSeq, to),
        clock: clock(row.openedSeq, head.seq, at),
        head,
      };
    }
    const { drawer, sums, open, handedOver, terminal } = row.closed;
    const left = handedOver.map(([id, state, amount, cash]) => ({ id, state, amount, cash }));
    return {
      kind: 'z',
      ...told(row, { drawer, sums, open, handedOver: left }),
      moves: shifts.moves(row.openedSeq, row.closedSeq),
      clock: clock(row.openedSeq, row.closedSeq, null),
      head: { seq: row.closedSeq, hash: row.hash, terminal, at: row.closedAt ?? at },
    };
  };
}

function told(row: ShiftRow, { drawer, sums, open, handedOver }: ShiftFigures) {
  return {
    shift: shiftOf(row),
    line: toReportRow(sums, open),
    cash: drawer,
    handedOver,
    heldApart: handedOver.reduce((sum: number, { cash }: HandedOver) => sum + cash, 0),
  };
}
