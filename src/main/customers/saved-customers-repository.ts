import type Database from 'better-sqlite3';
import { z } from 'zod';
import { immediateTransaction, statement } from '../db/statements.ts';
import { afterAll, nameKey, numberPrefix, wordsOf } from './name-key.ts';
import type { Entries } from './saved-customer-entries.ts';
import type { BookEntry, SavedCustomers, SuggestedNumber } from './saved-customers-types.ts';

const Found = z.object({ id: z.string(), name: z.string() });

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

/** More words than these say nothing new. */
const mostWords = 4;

const word = 'SELECT customer_id FROM customer_words WHERE word >= ? AND word < ?';

const number = 'SELECT customer_id FROM customer_numbers WHERE customer_key >= ? AND customer_key < ?';

const ofNumbers = `SELECT n.customer_id AS id, c.name, n.customer_no AS customerNo, n.label, n.product_code AS productCode
  FROM customer_numbers n JOIN customers c ON c.id = n.customer_id`;

interface Parts {
  db: Database.Database;
  entries: Entries;
  /** remembers that an entry went, for older copies that are put back; inside a transaction */
  recordForgotten(id: string, at: string): void;
  read<T>(work: () => T): Promise<T>;
  write<T>(work: () => T): Promise<T>;
}

/** Some milliseconds on a slow PC: a sale that comes in between hardly waits. */
const perPurge = 50;

/** The port over one open connection. */
export function sqliteSavedCustomers({ db, entries, recordForgotten, read, write }: Parts): SavedCustomers {
  const find = prepareFindInBook(db);
  const put = immediateTransaction(db, (entry: BookEntry) => entries.put(entry));
  const purge = immediateTransaction(db, (today: string) => entries.purge(today, perPurge));
  const forget = immediateTransaction(db, (id: string, at: string): boolean => {
    if (!entries.remove(id)) return false;
    recordForgotten(id, at);
    return true;
  });
  const whole = (ids: readonly string[]): BookEntry[] => ids.flatMap((id) => entries.get(id) ?? []);
  return {
    save: (entry) => write(() => put(entry)),
    get: (id) => read(() => entries.get(id)),
    list: (ask) =>
      read(() => {
        const { ids, next } = find.page(ask);
        return { entries: whole(ids), next };
      }),
    ofNumber: (customerNo) => read(() => whole(entries.idsOf(customerNo))),
    suggest: (text, limit) => read(() => find.suggest(text, limit)),
    count: () => read(() => entries.count()),
    forget: (id, at) => write(() => forget(id, at)),
    purge: (today) => write(() => purge(today) === perPurge),
  };
}

interface FindInBook {
  /** ids, by name */
  page(ask: { text: string; after: string | null; limit: number }): { ids: string[]; next: string | null };
  suggest(text: string, limit: number): SuggestedNumber[];
}

export function prepareFindInBook(db: Database.Database): FindInBook {
  const byName = (among: string): (() => Database.Statement) =>
    statement(
      db,
      `SELECT id, name FROM customers WHERE (name_key, id) > (?, ?) ${among && `AND id IN (${among})`}
       ORDER BY name_key, id LIMIT ?`,
    );
  const everybody = byName('');
  const withNumber = byName(number);
  /** by how many words are looked for, from one on; every one of them must be begun with */
  const withWords = Array.from({ length: mostWords }, (_, at) =>
    byName(Array.from({ length: at + 1 }, () => word).join(' INTERSECT ')),
  );
  const byNumber = statement(
    db,
    `${ofNumbers} WHERE n.customer_key >= ? AND n.customer_key < ? ORDER BY n.customer_key, n.customer_id LIMIT ?`,
  );
  /** along the words, for every key that is pressed: what begins so is not gathered first */
  const alongWords = statement(db, `${word} ORDER BY word, customer_id LIMIT ?`);
  const ofEntry = statement(db, `${ofNumbers} WHERE n.customer_id = ? ORDER BY n.position`);

  const find = (text: string, place: readonly [string, string], limit: number): z.infer<typeof Found>[] => {
    const digits = numberPrefix(text);
    const words = digits === null ? wordsOf(text).slice(0, mostWords) : [];
    const begins = digits === null ? words : [digits];
    const run = digits === null ? (withWords[words.length - 1] ?? everybody) : withNumber;
    return run()
      .all(...place, ...begins.flatMap((prefix) => [prefix, afterAll(prefix)]), limit)
      .map((row) => Found.parse(row));
  };

  return {
    page({ text, after, limit }) {
      const found = find(text, placeOf(after), limit + 1);
      const last = found[limit - 1];
      return {
        ids: found.slice(0, limit).map(({ id }) => id),
        next: found.length > limit && last ? JSON.stringify([nameKey(last.name), last.id]) : null,
      };
    },
    suggest(text, limit) {
      const digits = numberPrefix(text);
      if (digits !== null) {
        const rows = digits.length < leastDigits ? [] : byNumber().all(digits, afterAll(digits), limit);
        return rows.map((row) => Suggested.parse(row));
      }
      const words = wordsOf(text);
      const [only] = words;
      if (only === undefined || !words.some(({ length }) => length >= leastLetters)) return [];
      const ids =
        words.length === 1
          ? alongWords().pluck().all(only, afterAll(only), limit)
          : find(text, ['', ''], limit).map(({ id }) => id);
      return ids
        .flatMap((id) => ofEntry().all(id))
        .slice(0, limit)
        .map((row) => Suggested.parse(row));
    },
  };
}

/** A cursor that is none of ours begins anew: there is no harm in it. */
function placeOf(after: string | null): [string, string] {
  try {
    return Place.parse(JSON.parse(after ?? ''));
  } catch {
    return ['', ''];
  }
}
