import type Database from 'better-sqlite3';
import { z } from 'zod';
import { type CashServiceSum, type ShiftPurse } from '../../shared/domain/cash-service-sums.ts';
import { lazy, pluckStatement, rawStatement } from '../db/statements.ts';
import { prepareSums } from './cash-service-repository.ts';

/** A stretch of the log, both ends excluded. */
interface Span {
  from: number;
  to: number;
}

/** What was recorded between two events of the log, by kind. */
export function prepareServicesBetween(db: Database.Database): (span: Span) => CashServiceSum[] {
  const sums = lazy(() => prepareSums(db));
  return ({ from, to }) => sums()('seq > ? AND seq < ?', [from, to]);
}

export type PurseFlow = Pick<ShiftPurse, 'openingBalance' | 'in' | 'out' | 'expected'>;

const LastCount = z.tuple([z.int(), z.int()]);
const Moved = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);

/**
 * The purse between two events of the log: nothing but a count says what is in it, so it begins with that of the last shift that was
 * closed with one. Without one only what moved is known.
 */
export function preparePurse(db: Database.Database): (span: Span) => PurseFlow {
  const lastCount = rawStatement(
    db,
    `SELECT c.seq, c.data ->> '$.purse.counted' FROM shifts s JOIN events c ON c.seq = s.closed_seq
     WHERE c.seq <= ? AND c.data ->> '$.purse.counted' IS NOT NULL ORDER BY c.seq DESC LIMIT 1`,
  );
  const moved = rawStatement(
    db,
    `SELECT coalesce(sum(max(0, purse)), 0), coalesce(sum(max(0, -purse)), 0) FROM cash_services WHERE seq > ? AND seq < ?`,
  );
  const flow = (from: number, to: number): [number, number] => Moved.parse(moved().get(from, to));
  return ({ from, to }) => {
    const row = lastCount().get(from);
    const [paidIn, paidOut] = flow(from, to);
    if (row === undefined) return { openingBalance: null, in: paidIn, out: paidOut, expected: null };
    const [seq, counted] = LastCount.parse(row);
    const [before, away] = flow(seq, from);
    const openingBalance = counted + before - away;
    return { openingBalance, in: paidIn, out: paidOut, expected: openingBalance + paidIn - paidOut };
  };
}

/** Whether a database has a purse at all: something moved it. */
export function preparePurseMoved(db: Database.Database): () => boolean {
  const first = pluckStatement(db, 'SELECT 1 FROM cash_services LIMIT 1');
  return () => first().get() !== undefined;
}

/** What was counted at a shift's end, or null, and what the shop calls it. */
export type PurseCount = Pick<ShiftPurse, 'name' | 'counted'>;

/** The purse as the closing of a shift keeps it. */
export function countedPurse({ name, counted }: PurseCount, flow: PurseFlow): ShiftPurse {
  const { expected } = flow;
  return { name, ...flow, counted, difference: counted === null || expected === null ? null : counted - expected };
}
