import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { BookEntry, SuggestedNumber } from '../../ports/customer-book.ts';
import { statement } from '../lazily.ts';
import { afterAll, nameKey, numberPrefix, wordsOf } from './words.ts';

const Id = z.string();
const Suggested = z.object({
  id: z.string(),
  name: z.string(),
  customerNo: z.string(),
  label: z.string(),
  productCode: z.string().nullable(),
});
/** A place in the list by name. */
const Place = z.tuple([z.string(), z.string()]);

/** Fewer would suggest half of the book. */
const leastDigits = 3;
const leastLetters = 2;
const ofNumber = `SELECT n.customer_id AS id, c.name, n.customer_no AS customerNo, n.label, n.product_code AS productCode
  FROM customer_numbers n JOIN customers c ON c.id = n.customer_id`;
const wordBegins = 'SELECT customer_id FROM customer_words WHERE word >= ? AND word < ?';
const numberBegins = 'SELECT customer_id FROM customer_numbers WHERE customer_key >= ? AND customer_key < ?';

export interface FindInBook {
  /** ids, by name */
  page(ask: { text: string; after: string | null; limit: number }): { ids: string[]; next: string | null };
  suggest(text: string, limit: number): SuggestedNumber[];
}

export function prepareFindInBook(db: Database.Database, get: (id: string) => BookEntry | null): FindInBook {
  const byNumber = statement(db, `${ofNumber} WHERE n.customer_key >= ? AND n.customer_key < ? ORDER BY 3, 1 LIMIT ?`);
  const ofEntry = statement(db, `${ofNumber} WHERE n.customer_id = ? ORDER BY n.position`);
  const nameStep = 'SELECT id FROM customers WHERE (name_key, id) > (?, ?)';
  const all = statement(db, `${nameStep} ORDER BY name_key, id LIMIT ?`);
  const withWord = statement(db, `${nameStep} AND id IN (${wordBegins}) ORDER BY name_key, id LIMIT ?`);
  const withNumber = statement(db, `${nameStep} AND id IN (${numberBegins}) ORDER BY name_key, id LIMIT ?`);

  /** The longest word picks the rows, the others are looked for in those names. */
  const range = (text: string): { sql: 'number' | 'word' | 'all'; prefix: string; others: string[] } => {
    const number = numberPrefix(text);
    if (number !== null) return { sql: 'number', prefix: number, others: [] };
    const words = wordsOf(text).toSorted((one, other) => other.length - one.length);
    const [longest, ...others] = words;
    return longest === undefined ? { sql: 'all', prefix: '', others: [] } : { sql: 'word', prefix: longest, others };
  };
  const meets = (entry: BookEntry, others: readonly string[]): boolean => {
    const words = wordsOf(entry.name);
    return others.every((other) => words.some((word) => word.startsWith(other)));
  };

  return {
    page({ text, after, limit }) {
      const { sql, prefix, others } = range(text);
      let place = placeOf(after);
      const ids: string[] = [];
      for (;;) {
        const step = sql === 'all' ? all() : sql === 'word' ? withWord() : withNumber();
        const between = sql === 'all' ? [] : [prefix, afterAll(prefix)];
        const rows = step
          .pluck()
          .all(...place, ...between, limit + 1)
          .map((id) => Id.parse(id));
        for (const id of rows) {
          const entry = get(id);
          if (!entry || !meets(entry, others)) continue;
          // One more than asked for is there: the page ends at the one before.
          if (ids.length === limit) return { ids, next: JSON.stringify(place) };
          ids.push(id);
          place = [nameKey(entry.name), id];
        }
        const last = get(rows.at(-1) ?? '');
        if (rows.length <= limit || !last) return { ids, next: null };
        place = [nameKey(last.name), last.id];
      }
    },
    suggest(text, limit) {
      const { sql, prefix, others } = range(text);
      if (sql === 'number' && prefix.length >= leastDigits) {
        return byNumber()
          .all(prefix, afterAll(prefix), limit)
          .map((row) => Suggested.parse(row));
      }
      if (sql !== 'word' || prefix.length < leastLetters) return [];
      const found: SuggestedNumber[] = [];
      for (const id of withWord().pluck().iterate('', '', prefix, afterAll(prefix), mostNames)) {
        const entry = get(Id.parse(id));
        if (!entry || !meets(entry, others)) continue;
        for (const row of ofEntry().all(entry.id)) found.push(Suggested.parse(row));
        if (found.length >= limit) break;
      }
      return found.slice(0, limit);
    },
  };
}

/** Names that are looked through for a second word. */
const mostNames = 500;

/** A cursor that is none of ours begins anew: there is no harm in it. */
function placeOf(after: string | null): [string, string] {
  try {
    return Place.parse(JSON.parse(after ?? ''));
  } catch {
    return ['', ''];
  }
}
