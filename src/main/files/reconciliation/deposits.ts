import type Database from 'better-sqlite3';
import { z } from 'zod';
import { asDialled } from '../../../shared/domain/customer-no.ts';
import { numberSpellings } from './statement-numbers.ts';
import { isCorrection } from './statement-status.ts';

const LineText = z.tuple([z.int(), z.string()]);

/**
 * Money that came in without an id is no plain deposit where its texts speak of a refund, or hold the id or the customer's number of a
 * sale or of another line.
 */
export function doubtDeposits(scratch: Database.Database, db: Database.Database, throwIfCancelled: () => void): void {
  const remarks = scratch
    .prepare('SELECT line, remark FROM lines WHERE remark IS NOT NULL AND unclear = 0')
    .raw()
    .all()
    .map((row) => LineText.parse(row));
  const doubt = scratch.prepare('UPDATE lines SET unclear = 1 WHERE line = ?');
  const sale = db.prepare('SELECT 1 FROM transactions WHERE transaction_id = ? LIMIT 1').pluck();
  const there = scratch
    .prepare('SELECT 1 FROM lines WHERE transaction_id = @word OR number IN (@word, @number) LIMIT 1')
    .pluck();
  const customers = customersOf(db, remarks);
  const names = (word: string): boolean =>
    sale.get(word) !== undefined ||
    customers.has(asDialled(word)) ||
    there.get({ word, number: asDialled(word) }) !== undefined;
  for (const [line, remark] of remarks) {
    throwIfCancelled();
    if (isCorrection(remark) || wordsOf(remark).some(names)) doubt.run(line);
  }
}

/** Those of the words that are customers' numbers; the book is read through once for all of them. */
function customersOf(db: Database.Database, remarks: readonly z.infer<typeof LineText>[]): Set<string> {
  const words = new Set(remarks.flatMap(([, remark]) => wordsOf(remark).map(asDialled)));
  const find = db
    .prepare('SELECT DISTINCT customer_key FROM transactions WHERE customer_key IN (SELECT value FROM json_each(?))')
    .pluck();
  return new Set(z.array(z.string()).parse(words.size === 0 ? [] : find.all(JSON.stringify([...words]))));
}

/** Fewer digits are those of a date or a product. */
const minDigits = 5;

/**
 * What may be an id or a number within a text: words with digits, whole and without the signs around and between, and digits alone, also
 * in groups. A number that lost its 0 stands beside the one that has it.
 */
function wordsOf(text: string): string[] {
  const words = text.split(/\s+/);
  const bare = words.map((word) => word.replace(/^\W+|\W+$/g, ''));
  const grouped = text.match(/\+?\d[\d\s().-]{8,}\d/g)?.map((number) => number.replace(/\D/g, '')) ?? [];
  const digits = [...(text.match(/\d+/g) ?? []), ...grouped].filter((each) => each.length >= minDigits);
  const pieces = words.concat(bare, text.split(/[^\p{L}\p{N}]+/u), digits.flatMap(numberSpellings));
  return [...new Set(pieces)].filter((word) => /\d/.test(word));
}
