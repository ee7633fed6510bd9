import type Database from 'better-sqlite3';
import { z } from 'zod';
import { FailedLine } from '../../../shared/domain/catalogue/work.ts';
import type { ListLine, ListTally, WaitingLine } from '../../ports/catalogue-book.ts';
import { immediately, statement } from '../lazily.ts';

const Waiting = z.object({
  line: z.int(),
  text: z.string(),
  productCode: z.string(),
  cost: z.int().nullable(),
  sellingPrice: z.int().nullable(),
  group: z.string().nullable(),
});
const TallyRow = z.object({ total: z.int(), waiting: z.int(), failed: z.int() });

/** The list of codes that is asked about: each line waits, is in the catalogue, or has failed and says why. */
export function prepareLines(db: Database.Database) {
  const clear = statement(db, 'DELETE FROM product_list');
  const insert = statement(
    db,
    `INSERT INTO product_list (line, text, product_code, cost, selling_price, group_name, state, reason)
     VALUES (@line, @text, @productCode, @cost, @sellingPrice, @group, @state, @reason)`,
  );
  const next = statement(
    db,
    `SELECT line, text, product_code AS productCode, cost, selling_price AS sellingPrice, group_name AS "group"
     FROM product_list WHERE state = 'waiting' ORDER BY line LIMIT 1`,
  );
  const added = statement(db, `UPDATE product_list SET state = 'added' WHERE line = ?`);
  const failed = statement(db, `UPDATE product_list SET state = 'failed', reason = ?, message = ? WHERE line = ?`);
  const tally = statement(
    db,
    `SELECT (SELECT count(*) FROM product_list) AS total,
       (SELECT count(*) FROM product_list WHERE state = 'waiting') AS waiting,
       (SELECT count(*) FROM product_list WHERE state = 'failed') AS failed`,
  );
  const listFailed = statement(
    db,
    `SELECT line, text, reason, message FROM product_list WHERE state = 'failed' AND line > ? ORDER BY line LIMIT ?`,
  );
  return {
    start: immediately(db, (lines: readonly ListLine[]): void => {
      clear().run();
      for (const [at, line] of lines.entries()) {
        insert().run({ ...line, line: at + 1, state: line.reason === null ? 'waiting' : 'failed' });
      }
    }),
    next: (): WaitingLine | null => Waiting.optional().parse(next().get()) ?? null,
    added: (line: number) => void added().run(line),
    failed: (line: number, reason: string, message: string | null) => void failed().run(reason, message, line),
    tally(): ListTally {
      const row = TallyRow.parse(tally().get());
      const done = row.total - row.waiting;
      return { done, total: row.total, added: done - row.failed, failed: row.failed };
    },
    listFailed: (after: number, limit: number) => z.array(FailedLine).parse(listFailed().all(after, limit)),
  };
}
