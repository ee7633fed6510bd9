import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Flaw } from '../../../shared/contract/journal.ts';
import { ClosedText, OpenedData } from '../shifts/data.ts';
import { prepareDrawer } from '../shifts/figures.ts';
import type { Passed } from './report.ts';

const Kept = z.object({ number: z.int(), openedSeq: z.int(), closedSeq: z.int().nullable() });

interface Told {
  number: number;
  openedSeq: number;
  closedSeq: number | null;
}

/** The shifts are those that the log opens and closes, one after the other, each closed with the cash that the log has. */
export function checkShifts(db: Database.Database, { told: events }: Passed): Flaw | null {
  const told: Told[] = [];
  const drawer = prepareDrawer(db);
  let opening = 0;
  for (const { seq, type, data } of events) {
    if (!type.startsWith('shift.')) continue;
    const last = told.at(-1);
    const open = last?.closedSeq === null ? last : undefined;
    if (type === 'shift.opened') {
      const { shift, counted } = OpenedData.parse(data);
      if (open !== undefined || shift !== (last?.number ?? 0) + 1) return differs(shift);
      opening = counted;
      told.push({ number: shift, openedSeq: seq, closedSeq: null });
      continue;
    }
    const closed = ClosedText.parse(data);
    if (open === undefined || closed.shift !== open.number) return differs(closed.shift);
    const found = drawer({ number: open.number, from: open.openedSeq, to: seq, opening });
    const difference = closed.counted === null ? null : closed.counted - found.expected;
    if (JSON.stringify(found) !== JSON.stringify(closed.drawer) || difference !== closed.difference) {
      return differs(open.number);
    }
    open.closedSeq = seq;
  }
  return firstDifference(db, told);
}

function firstDifference(db: Database.Database, told: readonly Told[]): Flaw | null {
  const rows = db.prepare(
    'SELECT number, opened_seq AS openedSeq, closed_seq AS closedSeq FROM shifts ORDER BY number',
  );
  const kept = rows.all().map((row) => Kept.parse(row));
  for (let at = 0; at < Math.max(kept.length, told.length); at++) {
    if (JSON.stringify(kept[at]) !== JSON.stringify(told[at])) return differs(at + 1);
  }
  return null;
}

const differs = (number: number): Flaw => ({ row: `shift ${number}`, why: 'shift_differs' });
