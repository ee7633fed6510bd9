import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { SavedNumber } from '../../shared/contract/customers.ts';
import { tabCustomer } from '../../shared/domain/cash.ts';
import { asDialled } from '../../shared/domain/customer-no.ts';
import { fold } from '../../shared/domain/search/matching.ts';
import type { CommitHook } from '../db/commit.ts';
import { customerKey, tabSql } from '../db/sale-rows.ts';
import { immediateTransaction, pluckStatement, statement } from '../db/statements.ts';

/** A saved customer as stored. */
export interface SavedCustomerEntry {
  id: string;
  name: string;
  note: string | null;
  numbers: readonly SavedNumber[];
  /** ISO 8601 UTC */
  consentAt: string;
  /** null: the customer has not agreed yet; stored as an empty text */
  consentBy: string | null;
  /** the shop's day, YYYY-MM-DD */
  purgeAt: string;
}

interface SuggestedNumber extends SavedNumber {
  id: string;
  name: string;
}

/**
 * Customers who agreed to be saved. They are not part of the journal: a removed entry leaves no trace of its
 * customer. Methods reject with DatabaseError; each is durable when it resolves.
 */
export interface SavedCustomers {
  /** Inserts or replaces the entry of this id. */
  save(entry: SavedCustomerEntry): Promise<void>;
  /** Inserts a new entry. @returns false, and nothing is done: an entry has this name */
  addNewName(entry: SavedCustomerEntry): Promise<boolean>;
  /** Inserts the entry of a customer whose tab is open and who is not saved any more. Else nothing is done. */
  nameTab(entry: SavedCustomerEntry): Promise<'named' | 'name_taken' | 'not_found'>;
  get(id: string): Promise<SavedCustomerEntry | null>;
  /** @param after the previous page's `next` */
  list(query: { text: string; after: string | null; limit: number }): Promise<{
    entries: SavedCustomerEntry[];
    next: string | null;
  }>;
  /** every entry that holds the number, in any spelling */
  ofNumber(customerNo: string): Promise<SavedCustomerEntry[]>;
  /** the same of groups of bills */
  membersOf(customerNo: string): Promise<SavedMember[]>;
  suggest(text: string, limit: number): Promise<SuggestedNumber[]>;
  count(): Promise<number>;
  /** Removes an entry, in restored older backups too; not while the customer’s tab is open */
  forget(id: string, at: string): Promise<'forgotten' | 'not_found' | 'tab_open'>;
  /** Removes groups and some of the entries whose purge day has come; no entry whose tab is open. @returns whether there may be more */
  purge(today: string): Promise<boolean>;
}

/** A name in the form that is sorted and compared. */
const nameKey = (name: string): string => fold(name).trim();

/** The distinct words of a name. */
function wordsOf(name: string): string[] {
  return [...new Set(nameKey(name).split(/[^\p{L}\p{N}\p{M}]+/u))].filter((word) => word !== '');
}

/** Upper bound of all texts that begin with the prefix. */
const prefixEnd = (prefix: string): string => `${prefix}\u{10ffff}`;

/** The text as the beginning of a customer number; null where it is none. */
function numberPrefix(text: string): string | null {
  const dialled = asDialled(text);
  return /^\d[0-9A-Z]*$/.test(dialled) ? dialled : null;
}

const EntryRow = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string().nullable(),
  consentAt: z.string(),
  consentBy: z.string().transform((by) => (by === '' ? null : by)),
  purgeAt: z.string(),
});
const NumberRow = z.object({ customerNo: z.string(), label: z.string(), productCode: z.string().nullable() });
const Id = z.string();

/** Access to the tables of saved customers; writes belong inside a transaction. */
export interface SavedCustomerTable {
  get(id: string): SavedCustomerEntry | null;
  /** ids of the entries, and of the members of groups (bill-groups), that hold a number, in any spelling */
  idsOf(customerNo: string): string[];
  /** when an entry, or the group of a member, was agreed to, ISO 8601 UTC; null: there is none such */
  consentAt(id: string): string | null;
  /** the members of groups that hold a number, in any spelling */
  membersOf(customerNo: string): SavedMember[];
  put(entry: SavedCustomerEntry): void;
  hasName(name: string): boolean;
  /** Also a group or a member of one. @returns whether there was one */
  remove(id: string): boolean;
  /** whether something is left on the customer’s tab, also of a sale that may still fail, or comes on it with a batch that waits */
  hasTab(id: string): boolean;
  /** @returns how many were removed */
  purge(today: string, limit: number): number;
  count(): number;
}

/** A sale of which something is left on a customer’s tab. @param customer an expression */
const tabOf = (customer: string): string =>
  `SELECT 1 FROM transactions INDEXED BY transactions_tab WHERE tab_customer = ${customer} AND ${tabSql} LIMIT 1`;

/** How many batches may have lines that wait: a batch is begun when the one before is over. */
const openBatches = 5;

/** A line of a batch that waits for a person, and will be on a customer’s tab. @param customer an expression */
const waitingLineOf = (customer: string): string =>
  `SELECT 1 FROM (SELECT seq FROM batches WHERE stopped_at IS NULL ORDER BY seq DESC LIMIT ${openBatches}) b
   JOIN batch_lines l ON l.batch = b.seq JOIN transactions t ON t.id = l.sale_id
   WHERE t.tab_customer = ${customer} AND l.left_out = 0 AND t.sent_at IS NULL AND t.state IN ('unsent', 'inquired') LIMIT 1`;

/** What a group of bills holds of one of its members. */
const SavedMember = z.object({
  group: z.string(),
  name: z.string(),
  payer: z.string(),
  productCode: z.string(),
  customerNo: z.string(),
  consentAt: z.string(),
  consentBy: z.string(),
  purgeAt: z.string(),
});
export type SavedMember = z.infer<typeof SavedMember>;

export function prepareSavedCustomerTable(db: Database.Database): SavedCustomerTable {
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
  const holding = statement(
    db,
    `SELECT customer_id FROM customer_numbers WHERE customer_key = @key
     UNION ALL SELECT id FROM bill_group_members WHERE customer_key = @key ORDER BY 1`,
  );
  const agreed = pluckStatement(
    db,
    `SELECT consent_at FROM customers WHERE id = @id UNION ALL
     SELECT consent_at FROM bill_groups WHERE id = coalesce((SELECT group_id FROM bill_group_members WHERE id = @id), @id)`,
  );
  const inGroups = statement(
    db,
    `SELECT g.name AS "group", m.name, m.payer, m.product_code AS productCode, m.customer_no AS customerNo,
       g.consent_at AS consentAt, g.consent_by AS consentBy, g.purge_at AS purgeAt
     FROM bill_group_members m JOIN bill_groups g ON g.id = m.group_id WHERE m.customer_key = ?`,
  );
  const leaveGroups = ['bill_groups', 'bill_group_members'].map((table) =>
    statement(db, `DELETE FROM ${table} WHERE id = ?`),
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
  const due = statement(
    db,
    `SELECT id FROM customers c WHERE purge_at <= ?
       AND NOT EXISTS (${tabOf('c.id')}) AND NOT EXISTS (${waitingLineOf('c.id')}) LIMIT ?`,
  );
  const openTab = pluckStatement(db, tabOf('?'));
  const waitingLine = pluckStatement(db, waitingLineOf('?'));
  const named = pluckStatement(db, 'SELECT 1 FROM customers WHERE name_key = ? LIMIT 1');
  const size = statement(db, 'SELECT count(*) FROM customers');

  // A slip that waits for its printer has the customer's name. One of a sale is counted there: the queue ends it with the sale's event.
  const cancelSlips = statement(
    db,
    `UPDATE print_jobs SET payload = NULL, state = CASE WHEN sale_id IS NULL THEN 'failed' ELSE state END,
       reason = CASE WHEN sale_id IS NULL THEN 'sale_changed' ELSE reason END
     WHERE state IN ('queued', 'checking', 'blocked') AND (tab_customer = @id
       OR EXISTS (SELECT 1 FROM transactions t WHERE t.id = sale_id AND t.tab_customer = @id))`,
  );

  // Its numbers and words are removed by the foreign keys.
  const drops = (id: string): boolean => drop().run(id).changes > 0;
  const remove = (id: string): boolean => {
    cancelSlips().run({ id });
    return [drops(id), ...leaveGroups.map((each) => each().run(id).changes > 0)].includes(true);
  };
  return {
    get(id) {
      const row = EntryRow.safeParse(one().get(id)).data;
      if (!row) return null;
      const numbers = numbersOf()
        .all(id)
        .map((number) => NumberRow.parse(number));
      return { ...row, numbers };
    },
    idsOf: (customerNo) =>
      holding()
        .pluck()
        .all({ key: customerKey(customerNo) })
        .map((id) => Id.parse(id)),
    consentAt: (id) => z.string().parse(agreed().get({ id }) ?? '') || null,
    membersOf: (customerNo) => z.array(SavedMember).parse(inGroups().all(customerKey(customerNo))),
    put(entry) {
      drops(entry.id);
      const { numbers, ...row } = entry;
      insert().run({ ...row, consentBy: row.consentBy ?? '', nameKey: nameKey(entry.name) });
      for (const [position, { customerNo, label, productCode }] of numbers.entries()) {
        addNumber().run(customerKey(customerNo), entry.id, position, customerNo, label, productCode);
      }
      for (const word of wordsOf(entry.name)) addWord().run(word, entry.id);
    },
    hasName: (name) => named().get(nameKey(name)) !== undefined,
    remove,
    hasTab: (id) => openTab().get(id) !== undefined || waitingLine().get(id) !== undefined,
    purge(today, limit) {
      const ids = due().pluck().all(today, limit);
      for (const id of ids) remove(Id.parse(id));
      return ids.length;
    },
    count: () => z.int().parse(size().pluck().get()),
  };
}

/** Refuses a sale on the tab of a customer who is not saved. */
export function tabHook(db: Database.Database): CommitHook {
  const isSaved = pluckStatement(db, 'SELECT 1 FROM customers WHERE id = ?');
  return {
    refuse({ event }, { next }) {
      const customer = next.state === 'sending' || event.type === 'sale.queued' ? tabCustomer(next) : null;
      return customer !== null && isSaved().get(customer) === undefined ? { kind: 'no_customer' } : null;
    },
  };
}

const CustomerRow = z.object({ id: z.string(), name: z.string() });

const Suggested = z.object({
  id: z.string(),
  name: z.string(),
  customerNo: z.string(),
  label: z.string(),
  productCode: z.string().nullable(),
});

/** A position in the list, which is sorted by name. */
const PageCursor = z.tuple([z.string(), z.string()]);

/** Fewer digits match too much to be useful. */
const minDigits = 3;

const minLetters = 2;

/** More words than these narrow the result no further. */
const maxWords = 4;

const idsWithWord = 'SELECT customer_id FROM customer_words WHERE word >= ? AND word < ?';

const idsWithNumber = 'SELECT customer_id FROM customer_numbers WHERE customer_key >= ? AND customer_key < ?';

const selectNumbers = `SELECT n.customer_id AS id, c.name, n.customer_no AS customerNo, n.label, n.product_code AS productCode
  FROM customer_numbers n JOIN customers c ON c.id = n.customer_id`;

interface SavedCustomersDeps {
  db: Database.Database;
  entries: SavedCustomerTable;
  /** records the removal for older backups that are restored; inside a transaction */
  recordForgotten(id: string, at: string): void;
  read<T>(work: () => T): Promise<T>;
  write<T>(work: () => T): Promise<T>;
}

/** Takes some milliseconds on a slow PC, so a sale hardly waits for it. */
const perPurge = 50;

/** SavedCustomers over one open connection. */
export function sqliteSavedCustomers({
  db,
  entries,
  recordForgotten,
  read,
  write,
}: SavedCustomersDeps): SavedCustomers {
  const find = prepareSavedCustomerQueries(db);
  const put = immediateTransaction(db, (entry: SavedCustomerEntry) => entries.put(entry));
  const addNewName = immediateTransaction(db, (entry: SavedCustomerEntry) => {
    if (entries.hasName(entry.name)) return false;
    entries.put(entry);
    return true;
  });
  const nameTab = immediateTransaction(db, (entry: SavedCustomerEntry) => {
    if (!entries.hasTab(entry.id) || entries.get(entry.id) !== null) return 'not_found' as const;
    if (entries.hasName(entry.name)) return 'name_taken' as const;
    entries.put(entry);
    return 'named' as const;
  });
  const purgeGroups = statement(db, 'DELETE FROM bill_groups WHERE purge_at <= ?');
  const purge = immediateTransaction(db, (today: string) => {
    purgeGroups().run(today);
    return entries.purge(today, perPurge);
  });
  const forget = immediateTransaction(db, (id: string, at: string) => {
    if (entries.hasTab(id)) return 'tab_open' as const;
    if (!entries.remove(id)) return 'not_found' as const;
    recordForgotten(id, at);
    return 'forgotten' as const;
  });
  const whole = (ids: readonly string[]): SavedCustomerEntry[] => ids.flatMap((id) => entries.get(id) ?? []);
  return {
    save: (entry) => write(() => put(entry)),
    addNewName: (entry) => write(() => addNewName(entry)),
    nameTab: (entry) => write(() => nameTab(entry)),
    get: (id) => read(() => entries.get(id)),
    list: (query) =>
      read(() => {
        const { ids, next } = find.page(query);
        return { entries: whole(ids), next };
      }),
    ofNumber: (customerNo) => read(() => whole(entries.idsOf(customerNo))),
    membersOf: (customerNo) => read(() => entries.membersOf(customerNo)),
    suggest: (text, limit) => read(() => find.suggest(text, limit)),
    count: () => read(() => entries.count()),
    forget: (id, at) => write(() => forget(id, at)),
    purge: (today) => write(() => purge(today) === perPurge),
  };
}

interface SavedCustomerQueries {
  /** ids, by name */
  page(query: { text: string; after: string | null; limit: number }): { ids: string[]; next: string | null };
  suggest(text: string, limit: number): SuggestedNumber[];
}

export function prepareSavedCustomerQueries(db: Database.Database): SavedCustomerQueries {
  const byName = (among: string): (() => Database.Statement) =>
    statement(
      db,
      `SELECT id, name FROM customers WHERE (name_key, id) > (?, ?) ${among && `AND id IN (${among})`}
       ORDER BY name_key, id LIMIT ?`,
    );
  const everybody = byName('');
  const withNumber = byName(idsWithNumber);
  /** by the number of words, from one on; a name must match the beginning of each */
  const withWords = Array.from({ length: maxWords }, (_, at) =>
    byName(Array.from({ length: at + 1 }, () => idsWithWord).join(' INTERSECT ')),
  );
  const byNumber = statement(
    db,
    `${selectNumbers} WHERE n.customer_key >= ? AND n.customer_key < ? ORDER BY n.customer_key, n.customer_id LIMIT ?`,
  );
  /** Runs at every key press: it reads along the index of words and stops at the limit. */
  const alongWords = statement(db, `${idsWithWord} ORDER BY word, customer_id LIMIT ?`);
  const ofEntry = statement(db, `${selectNumbers} WHERE n.customer_id = ? ORDER BY n.position`);

  const find = (text: string, place: readonly [string, string], limit: number): z.infer<typeof CustomerRow>[] => {
    const digits = numberPrefix(text);
    const words = digits === null ? wordsOf(text).slice(0, maxWords) : [];
    const begins = digits === null ? words : [digits];
    const run = digits === null ? (withWords[words.length - 1] ?? everybody) : withNumber;
    return run()
      .all(...place, ...begins.flatMap((prefix) => [prefix, prefixEnd(prefix)]), limit)
      .map((row) => CustomerRow.parse(row));
  };

  return {
    page({ text, after, limit }) {
      const rows = find(text, readPageCursor(after), limit + 1);
      const last = rows[limit - 1];
      return {
        ids: rows.slice(0, limit).map(({ id }) => id),
        next: rows.length > limit && last ? JSON.stringify([nameKey(last.name), last.id]) : null,
      };
    },
    suggest(text, limit) {
      const digits = numberPrefix(text);
      if (digits !== null) {
        const rows = digits.length < minDigits ? [] : byNumber().all(digits, prefixEnd(digits), limit);
        return rows.map((row) => Suggested.parse(row));
      }
      const words = wordsOf(text);
      const [only] = words;
      if (only === undefined || !words.some(({ length }) => length >= minLetters)) return [];
      const ids =
        words.length === 1
          ? alongWords().pluck().all(only, prefixEnd(only), limit)
          : find(text, ['', ''], limit).map(({ id }) => id);
      return ids
        .flatMap((id) => ofEntry().all(id))
        .slice(0, limit)
        .map((row) => Suggested.parse(row));
    },
  };
}

/** An invalid cursor starts from the beginning, which does no harm. */
function readPageCursor(after: string | null): [string, string] {
  try {
    return PageCursor.parse(JSON.parse(after ?? ''));
  } catch {
    return ['', ''];
  }
}
