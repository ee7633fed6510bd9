import type Database from 'better-sqlite3';
import { z } from 'zod';

const halfHourMs = 30 * 60_000;
const halfDayMs = 12 * 60 * 60_000;

const Lines = z.array(
  z.tuple([z.int(), z.string().nullable(), z.string().nullable(), z.int().nullable(), z.int().nullable(), z.int()]),
);
const Id = z.string().nullish();

/**
 * Finds each line's sale, each sale for one line only: first by the provider's id; then, where one of the two has no id, by
 * number, amount and time (half an hour apart at most, or the same day where the line names no time of day), the nearest first.
 * An amount or a time that one side does not know stands in nobody's way.
 */
export function matchLines(scratch: Database.Database, stillWanted: () => void): void {
  const byId = scratch
    .prepare('SELECT id FROM ours WHERE transaction_id = ? AND taken = 0 ORDER BY abs(at - coalesce(?, at)) LIMIT 1')
    .pluck();
  const byNumber = scratch
    .prepare(
      `SELECT id FROM ours WHERE number = @number AND taken = 0
         AND at BETWEEN coalesce(@at, at) - @apart AND coalesce(@at, at) + @apart
         AND (amount IS NULL OR @amount IS NULL OR amount = @amount)
         AND (transaction_id IS NULL OR @transactionId IS NULL)
       ORDER BY amount IS NULL, abs(at - coalesce(@at, at)) LIMIT 1`,
    )
    .pluck();
  const take = scratch.prepare('UPDATE ours SET taken = 1 WHERE id = ?');
  const settle = scratch.prepare('UPDATE lines SET here = ? WHERE line = ?');
  const all = (find: (line: z.infer<typeof Lines>[number]) => unknown): void => {
    const page = scratch
      .prepare(
        `SELECT line, transaction_id, number, amount, at, whole_day FROM lines WHERE line > ? AND here IS NULL
         ORDER BY line LIMIT 1000`,
      )
      .raw();
    const settleAll = scratch.transaction((lines: z.infer<typeof Lines>) => {
      for (const line of lines) {
        const id = Id.parse(find(line));
        if (id === null || id === undefined) continue;
        take.run(id);
        settle.run(id, line[0]);
      }
    });
    for (let after = 0; ; ) {
      stillWanted();
      const lines = Lines.parse(page.all(after));
      const last = lines.at(-1);
      if (!last) return;
      settleAll(lines);
      after = last[0];
    }
  };
  all(([, transactionId, , , at]) => (transactionId === null ? null : byId.get(transactionId, at)));
  all(([, transactionId, number, amount, at, wholeDay]) =>
    number === null || number === ''
      ? null
      : byNumber.get({ transactionId, number, amount, at, apart: wholeDay === 1 ? halfDayMs : halfHourMs }),
  );
}
