import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { CashMove, Shift } from '../../shared/domain/shift.ts';
import { bodyText, prepareBodies } from '../db/event-log.ts';
import { statement } from '../db/statements.ts';
import { ClosedText, MovedData, OpenedData } from './shift-events.ts';

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

/** Who an event names, as they were called then; the actor where nobody was signed in. */
const nameIn = (event: string): string => `coalesce(${event}.data ->> '$.by.name', ${event}.actor)`;

const columns = `s.number, s.opened_seq AS openedSeq, o.at AS openedAt, ${nameIn('o')} AS openedBy, o.data AS opened,
  s.closed_seq AS closedSeq, c.at AS closedAt, ${nameIn('c')} AS closedBy, c.data AS closed, c.hash`;
const from = 'FROM shifts s JOIN events o ON o.seq = s.opened_seq LEFT JOIN events c ON c.seq = s.closed_seq';

export interface ReadShifts {
  open(): ShiftRow | null;
  get(number: number): ShiftRow | null;
  /** newest first; `before` is a shift's number */
  list(ask: { before?: number; limit: number }): ShiftRow[];
  /** oldest first, between two places of the log */
  moves(from: number, to: number): CashMove[];
}

/** The shifts as the log tells of them. */
export function prepareReadShifts(db: Database.Database): ReadShifts {
  const open = statement(db, `SELECT ${columns} ${from} WHERE s.closed_seq IS NULL`);
  const byNumber = statement(db, `SELECT ${columns} ${from} WHERE s.number = ?`);
  const newest = statement(db, `SELECT ${columns} ${from} WHERE s.number < ? ORDER BY s.number DESC LIMIT ?`);
  const moves = statement(
    db,
    `SELECT seq, at, coalesce(data ->> '$.by.name', actor) AS "by", CASE type WHEN 'cash.paid_in' THEN 'in' ELSE 'out' END AS direction, data FROM events
     WHERE seq > ? AND seq < ? AND type IN ('cash.paid_in', 'cash.paid_out') ORDER BY seq`,
  );
  const bodies = prepareBodies(db);
  const one = (row: unknown): ShiftRow | null => (row === undefined ? null : Row.parse(row));
  return {
    open: () => one(open().get()),
    get: (number) => one(byNumber().get(number)),
    list: ({ before = Number.MAX_SAFE_INTEGER, limit }) =>
      newest()
        .all(before, limit)
        .map((row) => Row.parse(row)),
    moves: (after, to) =>
      moves()
        .all(after, to)
        .map((row) => {
          const { seq, at, by, direction, data } = MoveRow.parse(row);
          return { seq, at, by, direction, amount: data.amount, reason: bodyText(bodies(seq)[0]?.bytes ?? null) };
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
    closed:
      closed === null || closedAt === null || closedBy === null
        ? null
        : {
            at: closedAt,
            by: closedBy,
            counted: closed.counted,
            expected: closed.drawer.expected,
            difference: closed.difference,
          },
  };
}
