import type Database from 'better-sqlite3';
import { z } from 'zod';
import { DepositEntry, type DepositEstimate, type DepositKind } from '../../shared/contract/deposit.ts';
import { By } from '../../shared/domain/staff.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { CommitHook } from '../db/commit.ts';
import type { RepositoryDeps } from '../db/event-log.ts';
import { immediateTransaction, jsonText, opaqueParam, pluckStatement, statement } from '../db/statements.ts';

/**
 * What is left of the shop's deposit at the provider, estimated: the interface has no balance. What a person records is an event of
 * the log; what sales take is kept in one row, in the commits that change them. Everything is durable before it answers.
 */
export interface DepositRepository {
  /** null until something was recorded */
  estimate(): Promise<DepositEstimate | null>;
  /** @param entry.id what is recorded under it already is not recorded again; null: it has none */
  record(entry: {
    id: string | null;
    kind: DepositKind;
    amount: number;
    note: string | null;
    at: string;
  }): Promise<DepositEstimate>;
  /** newest first */
  entries(limit: number): Promise<DepositEntry[]>;
}

const Entry = DepositEntry.pick({ seq: true, at: true }).extend({
  data: jsonText.pipe(
    DepositEntry.pick({ kind: true, amount: true, balance: true, note: true }).extend({ by: By.optional() }),
  ),
});

/** The port over one open connection. */
export function sqliteDeposit({ db, append, read, write }: RepositoryDeps): DepositRepository {
  const find = prepareFind(db);
  const put = statement(
    db,
    `INSERT INTO deposit (only, balance, corrected_at) VALUES (1, @balance, @correctedAt)
     ON CONFLICT (only) DO UPDATE SET balance = @balance, corrected_at = @correctedAt`,
  );
  const newest = statement(
    db,
    `SELECT seq, at, data FROM events WHERE type = 'deposit.recorded' ORDER BY seq DESC LIMIT ?`,
  );
  const isRecorded = pluckStatement(
    db,
    `SELECT 1 FROM events WHERE type = 'deposit.recorded' AND data ->> '$.id' = ? LIMIT 1`,
  );
  const record = immediateTransaction(
    db,
    ({ id, kind, amount, note, at }: Parameters<DepositRepository['record']>[0]): DepositEstimate => {
      const before = find();
      if (before && id !== null && isRecorded().get(id) !== undefined) return before;
      const after =
        kind === 'corrected'
          ? { balance: amount, correctedAt: at }
          : { balance: (before?.balance ?? 0) + amount, correctedAt: before?.correctedAt ?? null };
      put().run(after);
      const data = { kind, amount, balance: after.balance, note, ...(id === null ? {} : { id }) };
      append({ type: 'deposit.recorded', at, actor: 'supervisor', data, bodies: [] }, null);
      return after;
    },
  );
  return {
    estimate: () => read(find),
    record: (entry) => write(() => record(entry)),
    entries: (limit) =>
      read(() =>
        newest()
          .all(limit)
          .map((row) => {
            const { seq, at, data } = Entry.parse(row);
            const { kind, amount, balance, note, by = null } = data;
            return { seq, at, kind, amount, balance, note, by };
          }),
      ),
  };
}

function prepareFind(db: Database.Database): () => DepositEstimate | null {
  const select = statement(db, 'SELECT balance, corrected_at AS correctedAt FROM deposit WHERE only = 1');
  return () => {
    const row = select().get();
    return row === undefined ? null : z.object({ balance: z.int(), correctedAt: z.string().nullable() }).parse(row);
  };
}

/** The provider has the money of these, or may have. */
const takes: ReadonlySet<Transaction['state']> = new Set(['sending', 'pending', 'success', 'unknown', 'disputed']);

/**
 * Moves the estimate in the commit that changes a sale. A sale that was under way when the balance was corrected is in that balance
 * already: what it took before is taken off what it takes then, and one that fails gives it back.
 */
export function depositHook(db: Database.Database): CommitHook {
  const isKept = pluckStatement(db, 'SELECT 1 FROM deposit WHERE only = 1');
  const costOf = pluckStatement(
    db,
    `SELECT data ->> '$.cost' FROM events WHERE sale_id = ${opaqueParam()} AND type = 'sale.submitted'
     ORDER BY seq DESC LIMIT 1`,
  );
  const move = statement(db, 'UPDATE deposit SET balance = balance - ? WHERE only = 1');
  /** What the provider says it took, else what the catalogue said when it was sent, else at most what the customer paid. */
  const taken = ({ id, state, price, total }: Transaction): number =>
    takes.has(state) ? (price ?? z.int().nullish().parse(costOf().get(id)) ?? total ?? 0) : 0;
  return {
    saleWritten(before, after) {
      if (before?.state === after.state && before.price === after.price) return;
      if (isKept().get() === undefined) return;
      const more = taken(after) - (before ? taken(before) : 0);
      if (more !== 0) move().run(more);
    },
  };
}
