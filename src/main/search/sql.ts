import type Database from 'better-sqlite3';
import { z } from 'zod';
import { compact, fold, nominalOf } from '../../shared/domain/search/matching.ts';
import { addDays } from '../../shared/domain/search/query-days.ts';
import type { Condition, Leaf } from '../../shared/domain/search/query-terms.ts';
import { fieldsWith } from '../../shared/domain/transaction.ts';
import { columnOf, lateBillSql } from '../db/sale-rows.ts';
import { jsonText } from '../db/statements.ts';

/** A condition on transactions as SQL, and the values of its parameters in order. */
export interface Sql {
  text: string;
  values: ReadonlyArray<string | number>;
}

export const sql = (text: string, ...values: ReadonlyArray<string | number>): Sql => ({ text, values });

export function joined(conditions: readonly Sql[], word: 'AND' | 'OR'): Sql {
  const parts = word === 'AND' ? conditions.filter(({ text }) => text !== 'true') : conditions;
  if (parts.length === 0) return sql(word === 'AND' ? 'true' : 'false');
  const text = parts.map((condition) => condition.text).join(` ${word} `);
  return { text: parts.length === 1 ? text : `(${text})`, values: parts.flatMap((condition) => condition.values) };
}

const foldFunction = 'konter_fold';
const nominalFunction = 'konter_nominal';
const maxNominals = 10_000;

/** Registers the functions that the conditions of a search call. */
export function registerSearchFunctions(db: Database.Database): void {
  db.function(foldFunction, { deterministic: true }, (text: unknown) => (typeof text === 'string' ? fold(text) : null));
  // A shop sells few products many times.
  const nominals = new Map<string, number | null>();
  db.function(nominalFunction, { deterministic: true }, (code: unknown, name: unknown) => {
    const key = `${String(code)}\0${String(name)}`;
    const cachedNominal = nominals.get(key);
    if (cachedNominal !== undefined) return cachedNominal;
    const nominal = nominalOf(typeof code === 'string' ? code : '', typeof name === 'string' ? name : null);
    if (nominals.size < maxNominals) nominals.set(key, nominal);
    return nominal;
  });
}

export function sqlOf(condition: Condition): Sql {
  switch (condition.is) {
    case 'all':
      return joined(condition.of.map(sqlOf), 'AND');
    case 'any':
      return joined(condition.of.map(sqlOf), 'OR');
    case 'text':
      return textSql(condition.text);
    case 'product':
      return joined(
        condition.texts.map((text) => like(productColumns, text)),
        'OR',
      );
    case 'amount': {
      const price = condition.costs === false ? billPrice : 'price = ?';
      const test = `(total = ? OR ${price} OR ${nominalFunction}(product_code, product_name) = ?)`;
      return sql(test, condition.amount, condition.amount, condition.amount);
    }
    case 'days':
      return sql('day BETWEEN ? AND ?', condition.from, condition.to);
    case 'states':
      return joined(condition.states.map(stateSql), 'OR');
    case 'kind':
      return sql('kind = ?', condition.kind);
    case 'cashier':
      return soldBy(condition.name);
  }
}

/** The price of a bill is known to its customer, so everybody may search for it. */
const billPrice = `(kind = 'postpaid' AND price = ?)`;

/** Only the journal knows who sent a sale: each candidate's events are read. */
function soldBy(name: string): Sql {
  const { text, values } = like([`e.data ->> '$.by.name'`], name);
  return sql(
    `EXISTS (SELECT 1 FROM events e WHERE e.sale_id = transactions.id AND e.type = 'sale.submitted' AND ${text})`,
    ...values,
  );
}

/** The state is part of the text, from a fixed list: SQLite uses a partial index only for literals that it can see. */
export function stateSql(state: string): Sql {
  if (!/^[a-z]+$/.test(state)) throw new Error('not a state');
  return sql(state === 'success' ? `state = 'success'` : `(state = '${state}' AND state <> 'success')`);
}

/** The columns that a text is looked for in. */
export const textColumns = fieldsWith('search', ['text', 'grouped']).map(columnOf);
export const productColumns = fieldsWith('search', ['product']).map(columnOf);
const columns = [...textColumns, ...productColumns];
/** The key of the customer's number has no separators. */
const groupedColumns = fieldsWith('search', ['grouped'])
  .filter((field) => field !== 'customerNo')
  .map(columnOf);
const minGrouped = 3;

/** Any part of any searched field; numbers, serial numbers and ids also however they are grouped. */
function textSql(text: string): Sql {
  const bare = compact(text);
  if (bare.length < minGrouped) return like(columns, text);
  return joined([like(columns, text), like(['customer_key', ...groupedColumns.map(ungrouped)], bare)], 'OR');
}

const ungrouped = (column: string): string =>
  `CASE WHEN ${column} GLOB '*[-./ ]*' THEN replace(replace(replace(replace(${column}, '-', ''), ' ', ''), '.', ''), '/', '') END`;

/** Without letters there are no capitals, and comparing takes half as long. */
const hasNoLetters = /^[\d\-./+]+$/;

/** LIKE leaves capitals beyond A to Z alone, and knows no two ways to write one accent: such text is folded first. */
function like(columns: readonly string[], text: string): Sql {
  const any = (test: (column: string) => Sql): Sql => joined(columns.map(test), 'OR');
  if (hasNoLetters.test(text)) return any((column) => sql(`instr(${column}, ?) > 0`, text));
  const isPlain = Buffer.byteLength(text) === text.length;
  const pattern = `%${(isPlain ? text : fold(text)).replace(/[\\%_]/g, String.raw`\$&`)}%`;
  const value = (column: string): string => (isPlain ? column : `${foldFunction}(${column})`);
  return any((column) => sql(String.raw`${value(column)} LIKE ? ESCAPE '\'`, pattern));
}

const prepared = new WeakMap<Database.Database, Map<string, Database.Statement>>();
/** A search has few shapes; a caller with ever other ones starts with an empty cache. */
const maxPrepared = 200;

/** A raw statement of this text, prepared once: preparing takes as long as a search of a small index. */
export function rawStatement(db: Database.Database, text: string): Database.Statement {
  let statements = prepared.get(db);
  if (!statements || statements.size >= maxPrepared) prepared.set(db, (statements = new Map()));
  const statement = statements.get(text) ?? db.prepare(text).raw();
  statements.set(text, statement);
  return statement;
}

/** A sale's position in a list that is newest first. */
export interface Position {
  createdAt: string;
  id: string;
}

export function newestFirst(one: Position, other: Position): number {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt ? -1 : 1;
  return one.id === other.id ? 0 : one.id > other.id ? -1 : 1;
}

export const isNewer = (one: Position, other: Position): boolean => newestFirst(one, other) < 0;

const Cursor = jsonText.pipe(z.tuple([z.string(), z.string()]));

export function cursorOf({ createdAt, id }: Position): string {
  return Buffer.from(JSON.stringify([createdAt, id])).toString('base64url');
}

/** Throws RangeError for a text that is no cursor. */
export function positionOf(cursor: string): Position {
  const parsed = Cursor.safeParse(Buffer.from(cursor, 'base64url').toString());
  if (!parsed.success) throw new RangeError('not a cursor of this list');
  return { createdAt: parsed.data[0], id: parsed.data[1] };
}

/** The part of the list that is searched. */
export interface Span {
  /** createdAt, inclusive; null: from the beginning */
  from: string | null;
  /** createdAt, exclusive; null: up to now */
  to: string | null;
  /** only sales older than this position */
  behind: Position | null;
}

/**
 * The times within which a sale of some shop's days was made. A day begins up to 14 hours before that of UTC and ends up to 12
 * after it, and a bill that is paid the day after its inquiry is of the day it was paid. Bills that were paid later still have
 * an index of their own, with these days in it.
 */
const marginDays = 2;

const Time = z.string().nullable();

/** The creation time of the oldest bill that was paid on these days long after its inquiry; null: there is none. */
export function firstLateBill(db: Database.Database, from: string, to: string): string | null {
  const first = db
    .prepare(
      `SELECT min(created_at) FROM transactions INDEXED BY transactions_late
       WHERE ${lateBillSql} AND day BETWEEN ? AND ?`,
    )
    .pluck()
    .get(from, to);
  return Time.parse(first);
}

/** The span, narrowed to the times within which the sales of the searched days can have been created. */
export function spanOfDays(db: Database.Database, span: Span, leaves: readonly Leaf[]): Span {
  let { from, to } = span;
  for (const leaf of leaves) {
    if (leaf.is !== 'days') continue;
    const usual = `${addDays(leaf.from, -marginDays)}T00:00:00.000Z`;
    const late = firstLateBill(db, leaf.from, leaf.to);
    const first = late !== null && late < usual ? late : usual;
    const end = `${addDays(leaf.to, marginDays)}T00:00:00.000Z`;
    if (from === null || first > from) from = first;
    if (to === null || end < to) to = end;
  }
  return { ...span, from, to };
}

export function spanSql({ from, to, behind }: Span): Sql {
  return joined(
    [
      ...(from === null ? [] : [sql('created_at >= ?', from)]),
      ...(to === null ? [] : [sql('created_at < ?', to)]),
      ...(behind === null ? [] : [sql('(created_at, id) < (?, ?)', behind.createdAt, behind.id)]),
    ],
    'AND',
  );
}
