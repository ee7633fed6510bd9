import type Database from 'better-sqlite3';
import { z } from 'zod';
import { parseQuery } from '../../../shared/domain/search/parse-query.ts';
import { all } from '../../../shared/domain/search/query-terms.ts';
import { cashSql } from '../../db/sale-rows.ts';
import {
  filtersOf,
  joined,
  prepareExact,
  registerSearchFunctions,
  type Sql,
  spanOf,
  spanOfDays,
  spanSql,
  sql,
  sqlOf,
} from '../../search/index.ts';
import type { ExportTask } from '../file-tasks.ts';

/**
 * Sales scanned per read transaction, so that the WAL can be checkpointed in between. Small enough to die in V8's young
 * generation: collecting the old one takes CPU time from selling.
 */
const slice = 250;

interface ExportPage {
  /** rows of the requested columns, newest first */
  rows: unknown[];
  /** sales scanned for them */
  scanned: number;
}

const Position = z.tuple([z.string(), z.string()]);

/**
 * The filtered sales, newest first, in slices: only one slice is in memory.
 * @param columns as SQL; rows are arrays of their values
 */
export function prepareSalePages(
  db: Database.Database,
  columns: string,
  task: Pick<ExportTask, 'filter' | 'today' | 'overdue'>,
): { total: number; pages: Generator<ExportPage, void> } {
  registerSearchFunctions(db);
  const condition = conditionOf(db, task);
  const { days } = task.filter;
  const span = spanOfDays(db, spanOf(task.filter), days ? [{ is: 'days', ...days }] : []);
  const where = spanSql(span);
  const total = z.int().parse(
    db
      .prepare(`SELECT count(*) FROM transactions WHERE ${where.text}`)
      .pluck()
      .get(...where.values),
  );
  // Prepared once: an unused statement holds its memory until V8 collects the old generation, which is rare.
  const statements = new Map<string, Statement>();
  const prepared = (text: string): Statement => {
    const statement = statements.get(text) ?? db.prepare(text).raw();
    statements.set(text, statement);
    return statement;
  };
  const read = db.transaction((bounds: Sql) => readSlice(prepared, columns, bounds, condition));
  function* pages(): Generator<ExportPage, void> {
    let after: z.infer<typeof Position> | null = null;
    for (;;) {
      const bounds = joined([where, ...(after ? [sql('(created_at, id) < (?, ?)', ...after)] : [])], 'AND');
      const { page, last } = read.deferred(bounds);
      yield page;
      if (!last) return;
      after = last;
    }
  }
  return { total, pages: pages() };
}

/**
 * The filtered sales of several databases as of one, newest first. A sale that is in more than one comes once, from the first of them.
 * @param sources each with its columns, as SQL
 */
export function prepareMergedPages(
  sources: ReadonlyArray<{ db: Database.Database; columns: string }>,
  task: Parameters<typeof prepareSalePages>[2],
): { total: number; pages: Generator<ExportPage, void> } {
  const [only, ...others] = sources;
  if (only && others.length === 0) return prepareSalePages(only.db, only.columns, task);
  const results = sources.map(({ db, columns }) => prepareSalePages(db, `created_at, id, ${columns}`, task));
  const total = results.reduce((sum, one) => sum + one.total, 0);
  return { total, pages: merged(results.map(({ pages }) => rowsIn(pages))) };
}

interface KeyedRow {
  createdAt: string;
  id: string;
  row: unknown[];
  /** sales that were scanned since the row before */
  scanned: number;
}

const Keyed = z.tuple([z.string(), z.string()], z.unknown());

/** Also says how much was scanned after the last row. */
function* rowsIn(pages: Generator<ExportPage, void>): Generator<KeyedRow, number> {
  let scanned = 0;
  for (const page of pages) {
    scanned += page.scanned;
    for (const values of page.rows) {
      const [createdAt, id, ...row] = Keyed.parse(values);
      yield { createdAt, id, row, scanned };
      scanned = 0;
    }
  }
  return scanned;
}

function* merged(streams: ReadonlyArray<Generator<KeyedRow, number>>): Generator<ExportPage, void> {
  let page: ExportPage = { rows: [], scanned: 0 };
  const advance = (stream: Generator<KeyedRow, number>): KeyedRow | null => {
    const { done, value } = stream.next();
    page.scanned += done ? value : value.scanned;
    return done ? null : value;
  };
  const heads = streams.map((stream) => ({ stream, row: advance(stream) }));
  const isNewer = (one: KeyedRow, other: KeyedRow): boolean =>
    one.createdAt === other.createdAt ? one.id > other.id : one.createdAt > other.createdAt;
  let last: string | null = null;
  for (;;) {
    let newest: { stream: Generator<KeyedRow, number>; row: KeyedRow } | null = null;
    for (const { stream, row } of heads) if (row && (!newest || isNewer(row, newest.row))) newest = { stream, row };
    if (!newest) break;
    const { stream, row } = newest;
    if (row.id !== last) page.rows.push(row.row);
    last = row.id;
    const head = heads.find((one) => one.stream === stream);
    if (head) head.row = advance(stream);
    if (page.rows.length < slice) continue;
    yield page;
    page = { rows: [], scanned: 0 };
  }
  yield page;
}

type Statement = Database.Statement;

function readSlice(prepared: (text: string) => Statement, columns: string, bounds: Sql, condition: Sql) {
  const edge = prepared(
    `SELECT created_at, id FROM transactions WHERE ${bounds.text}
     ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${slice - 1}`,
  ).get(...bounds.values);
  const last = edge === undefined ? null : Position.parse(edge);
  const within = joined([bounds, ...(last ? [sql('(created_at, id) >= (?, ?)', ...last)] : []), condition], 'AND');
  const rows = prepared(
    `SELECT ${columns} FROM transactions WHERE ${within.text} ORDER BY created_at DESC, id DESC`,
  ).all(...within.values);
  return { page: { rows, scanned: slice }, last };
}

function conditionOf(db: Database.Database, { filter, today, overdue }: Parameters<typeof prepareSalePages>[2]): Sql {
  const text = filter.text?.trim() ?? '';
  const search = text === '' ? null : parseQuery(text, today);
  const ids = search ? prepareExact(db)(search.receiptNo ?? text) : [];
  const parts = [sqlOf(all(filtersOf(filter)))];
  if (ids.length > 0) parts.push(sql('id IN (SELECT value FROM json_each(?))', JSON.stringify(ids)));
  else if (search) parts.push(sqlOf(search.condition));
  if (filter.days) parts.push(sqlOf({ is: 'days', ...filter.days }));
  if (filter.only === 'cashToReturn' || filter.only === 'cashToCollect') parts.push(sql(cashSql[filter.only]));
  if (filter.only === 'overdue') {
    const sentAt = 'coalesce(sent_at, created_at)';
    const late = `(state = 'pending' AND (${sentAt} <= ? OR ${sentAt} >= ?))`;
    parts.push(sql(late, overdue.before, overdue.after));
  }
  return joined(parts, 'AND');
}
