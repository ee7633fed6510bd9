import type Database from 'better-sqlite3';
import { z } from 'zod';
import { parseQuery } from '../../../shared/domain/search/parse-query.ts';
import { all } from '../../../shared/domain/search/query-terms.ts';
import {
  cashSql,
  filtersOf,
  giveSearchFunctions,
  joined,
  prepareExact,
  type Sql,
  spanOf,
  spanOfDays,
  spanSql,
  sql,
  sqlOf,
} from '../../search/index.ts';
import type { ExportTask } from './tasks.ts';

/**
 * Sales looked at in one read: each is a transaction of its own, so that the log of writes can be given back in between. As
 * few as that do not outlive a clearing of the young garbage: what is older is cleared up by V8's helpers, and those take the
 * processor from whoever sells.
 */
const slice = 250;

export interface ExportPage {
  /** rows of the columns asked for, newest first */
  rows: unknown[];
  /** sales looked at for them */
  looked: number;
}

const Place = z.tuple([z.string(), z.string()]);

/**
 * The sales that the filter means, newest first, in slices of the list: however many there are, one slice is in memory.
 * @param columns as SQL; rows come as arrays of their values
 */
export function preparePages(
  db: Database.Database,
  columns: string,
  task: Pick<ExportTask, 'filter' | 'today' | 'overdue'>,
): { total: number; pages: Generator<ExportPage, void> } {
  giveSearchFunctions(db);
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
  // Compiled once each: one that nobody needs any more holds its memory until V8 clears up old garbage, which is seldom.
  const known = new Map<string, Statement>();
  const prepared = (text: string): Statement => {
    const statement = known.get(text) ?? db.prepare(text).raw();
    known.set(text, statement);
    return statement;
  };
  const read = db.transaction((bounds: Sql) => readSlice(prepared, columns, bounds, condition));
  function* pages(): Generator<ExportPage, void> {
    let behind: z.infer<typeof Place> | null = null;
    for (;;) {
      const bounds = joined([where, ...(behind ? [sql('(created_at, id) < (?, ?)', ...behind)] : [])], 'AND');
      const { page, last } = read.deferred(bounds);
      yield page;
      if (!last) return;
      behind = last;
    }
  }
  return { total, pages: pages() };
}

type Statement = Database.Statement;

function readSlice(prepared: (text: string) => Statement, columns: string, bounds: Sql, condition: Sql) {
  const edge = prepared(
    `SELECT created_at, id FROM transactions WHERE ${bounds.text}
     ORDER BY created_at DESC, id DESC LIMIT 1 OFFSET ${slice - 1}`,
  ).get(...bounds.values);
  const last = edge === undefined ? null : Place.parse(edge);
  const within = joined([bounds, ...(last ? [sql('(created_at, id) >= (?, ?)', ...last)] : []), condition], 'AND');
  const rows = prepared(
    `SELECT ${columns} FROM transactions WHERE ${within.text} ORDER BY created_at DESC, id DESC`,
  ).all(...within.values);
  return { page: { rows, looked: slice }, last };
}

function conditionOf(db: Database.Database, { filter, today, overdue }: Parameters<typeof preparePages>[2]): Sql {
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
