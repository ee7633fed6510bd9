import type Database from 'better-sqlite3';
import { z } from 'zod';
import { customerKey } from '../db/sale-rows.ts';
import { statement } from '../db/statements.ts';
import { nameKey, wordsOf } from './name-key.ts';
import type { BookEntry } from './saved-customers-types.ts';

const Row = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string().nullable(),
  consentAt: z.string(),
  consentBy: z.string(),
  purgeAt: z.string(),
});
const NumberRow = z.object({ customerNo: z.string(), label: z.string(), productCode: z.string().nullable() });
const Id = z.string();

/** The entries of the book; writing is for inside of a transaction. */
export interface Entries {
  get(id: string): BookEntry | null;
  /** ids of the entries that hold a number, in any spelling */
  idsOf(customerNo: string): string[];
  /** every number of the book, with its entry */
  numbers(): Iterable<{ id: string; customerNo: string; consentAt: string }>;
  put(entry: BookEntry): void;
  /** @returns whether there was one */
  remove(id: string): boolean;
  /** @returns how many went */
  purge(today: string, limit: number): number;
  count(): number;
}

const NumberOf = z.object({ id: z.string(), customerNo: z.string(), consentAt: z.string() });

export function prepareEntries(db: Database.Database): Entries {
  const one = statement(
    db,
    `SELECT id, name, note, consent_at AS consentAt, consent_by AS consentBy, purge_at AS purgeAt
     FROM customers WHERE id = ?`,
  );
  const numbersOf = statement(
    db,
    `SELECT customer_no AS customerNo, label, product_code AS productCode FROM customer_numbers
     WHERE customer_id = ? ORDER BY position`,
  );
  const holding = statement(db, 'SELECT customer_id FROM customer_numbers WHERE customer_key = ? ORDER BY 1');
  const every = statement(
    db,
    `SELECT n.customer_id AS id, n.customer_no AS customerNo, c.consent_at AS consentAt
     FROM customer_numbers n JOIN customers c ON c.id = n.customer_id`,
  );
  const insert = statement(
    db,
    `INSERT INTO customers (id, name, name_key, note, consent_at, consent_by, purge_at)
     VALUES (@id, @name, @nameKey, @note, @consentAt, @consentBy, @purgeAt)`,
  );
  const addNumber = statement(
    db,
    `INSERT INTO customer_numbers (customer_key, customer_id, position, customer_no, label, product_code)
     VALUES (?, ?, ?, ?, ?, ?)`,
  );
  const addWord = statement(db, 'INSERT INTO customer_words (word, customer_id) VALUES (?, ?)');
  const drop = statement(db, 'DELETE FROM customers WHERE id = ?');
  const due = statement(db, 'SELECT id FROM customers WHERE purge_at <= ? LIMIT ?');
  const size = statement(db, 'SELECT count(*) FROM customers');

  // Its numbers and words go with it.
  const remove = (id: string): boolean => drop().run(id).changes > 0;
  return {
    get(id) {
      const row = Row.safeParse(one().get(id)).data;
      if (!row) return null;
      const numbers = numbersOf()
        .all(id)
        .map((number) => NumberRow.parse(number));
      return { ...row, numbers };
    },
    idsOf: (customerNo) =>
      holding()
        .pluck()
        .all(customerKey(customerNo))
        .map((id) => Id.parse(id)),
    *numbers() {
      for (const row of every().iterate()) yield NumberOf.parse(row);
    },
    put(entry) {
      remove(entry.id);
      const { numbers, ...row } = entry;
      insert().run({ ...row, nameKey: nameKey(entry.name) });
      for (const [position, { customerNo, label, productCode }] of numbers.entries()) {
        addNumber().run(customerKey(customerNo), entry.id, position, customerNo, label, productCode);
      }
      for (const word of wordsOf(entry.name)) addWord().run(word, entry.id);
    },
    remove,
    purge(today, limit) {
      const ids = due().pluck().all(today, limit);
      for (const id of ids) remove(Id.parse(id));
      return ids.length;
    },
    count: () => z.int().parse(size().pluck().get()),
  };
}
