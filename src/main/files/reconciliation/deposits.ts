import type Database from 'better-sqlite3';
import { z } from 'zod';
import { isCorrection } from './statement-status.ts';

const LineText = z.tuple([z.int(), z.string()]);

/** Money that came in without an id is no plain deposit where its texts speak of a refund or hold the id of a sale. */
export function doubtDeposits(
  scratch: Database.Database,
  journal: Database.Database,
  throwIfCancelled: () => void,
): void {
  const page = scratch
    .prepare(
      'SELECT line, remark FROM lines WHERE line > ? AND remark IS NOT NULL AND unclear = 0 ORDER BY line LIMIT 1000',
    )
    .raw();
  const doubt = scratch.prepare('UPDATE lines SET unclear = 1 WHERE line = ?');
  const sale = journal.prepare('SELECT 1 FROM transactions WHERE transaction_id = ? LIMIT 1').pluck();
  const there = scratch.prepare('SELECT 1 FROM lines WHERE transaction_id = ? LIMIT 1').pluck();
  const isId = (word: string): boolean => [sale, there].some((find) => find.get(word) !== undefined);
  for (let after = 0; ; ) {
    throwIfCancelled();
    const rows = page.all(after).map((row) => LineText.parse(row));
    for (const [line, remark] of rows) if (isCorrection(remark) || wordsOf(remark).some(isId)) doubt.run(line);
    const last = rows.at(-1);
    if (!last) return;
    after = last[0];
  }
}

/** What may be an id within a text: words with a digit, whole and without the signs around and between. */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/);
  const bare = words.map((word) => word.replace(/^\W+|\W+$/g, ''));
  const pieces = words.concat(bare, text.split(/[^\p{L}\p{N}]+/u));
  return [...new Set(pieces)].filter((word) => /\d/.test(word));
}
