import type Database from 'better-sqlite3';
import type { prepareAppend } from '../db/event-log.ts';
import { readMeta } from '../db/metadata.ts';
import { statement } from '../db/statements.ts';
import { prepareOpenSales } from './open-sales.ts';
import { prepareReadShifts } from './read-shifts.ts';
import type { ClosedData } from './shift-events.ts';
import { handOver, prepareFigures } from './shift-figures.ts';

interface Said {
  actor: string;
  at: string;
}

export interface WriteShifts {
  /** false: one is open already */
  open(ask: Said & { counted: number; day: string }): boolean;
  /** the event's seq; null: none is open */
  move(ask: Said & { direction: 'in' | 'out'; amount: number; reason: string }): number | null;
  wasRead(ask: Said): void;
  /** the number of the shift; null: none is open, or another than was asked for. @param counted null: nobody counted */
  close(ask: Said & { counted: number | null; number?: number | undefined }): number | null;
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
  return {
    open({ counted, day, ...said }) {
      if (shifts.open()) return false;
      const shift = (shifts.list({ limit: 1 })[0]?.number ?? 0) + 1;
      const left = [...openSales.all().map(({ sale }) => sale), ...openSales.owed()].map(handOver);
      const data = { shift, day, counted, takenOver: left.map(short) };
      insert().run(append({ ...said, type: 'shift.opened', data, bodies: [] }, null));
      return true;
    },
    move({ direction, amount, reason, ...said }) {
      const open = shifts.open();
      if (!open) return null;
      const type = direction === 'in' ? 'cash.paid_in' : 'cash.paid_out';
      const data = { shift: open.number, amount };
      // Typed words may name a person: kept apart, where they can be erased.
      const note = { role: 'note' as const, bytes: new TextEncoder().encode(reason) };
      return append({ ...said, type, data, bodies: [note] }, null);
    },
    wasRead(said) {
      const open = shifts.open();
      if (open) append({ ...said, type: 'shift.read', data: { shift: open.number }, bodies: [] }, null);
    },
    close({ counted, number: asked, ...said }) {
      const open = shifts.open();
      if (!open || (asked ?? open.number) !== open.number) return null;
      const { headSeq, terminal } = readMeta(db);
      const { number, openedSeq, opened } = open;
      const found = figures({ number, from: openedSeq, to: headSeq + 1, opening: opened.counted });
      const data = {
        shift: number,
        terminal,
        counted,
        difference: counted === null ? null : counted - found.drawer.expected,
        drawer: { ...found.drawer },
        sums: { ...found.sums },
        open: { ...found.open },
        handedOver: found.handedOver.map(short),
      } satisfies ClosedData;
      close().run(append({ ...said, type: 'shift.closed', data, bodies: [] }, null), number);
      return number;
    },
  };
}

const short = ({ id, state, amount, cash }: ReturnType<typeof handOver>): ClosedData['handedOver'][number] => [
  id,
  state,
  amount,
  cash,
];
