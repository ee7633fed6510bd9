import type Database from 'better-sqlite3';
import { z } from 'zod';
import { DatabaseError } from './database-error.ts';

/** Prepared at the first use: most starts never search, list or sum. */
export function lazy<T>(make: () => T): () => T {
  let cache: { thing: T } | null = null;
  return () => (cache ??= { thing: make() }).thing;
}

/**
 * A transaction of its own, all or nothing, IMMEDIATE: other writers wait. Inside another transaction it becomes a part of
 * that. Prepared at its first run; most are never run.
 */
export function immediateTransaction<Args extends unknown[], Answer>(
  db: Database.Database,
  work: (...args: Args) => Answer,
): (...args: Args) => Answer {
  const transaction = lazy(() => db.transaction(work));
  return (...args) => transaction().immediate(...args);
}

/**
 * A statement that is prepared at its first run: preparing all of them at once takes more than half of the time to open a
 * database.
 */
export function statement(db: Database.Database, sql: string): () => Database.Statement {
  return lazy(() => db.prepare(sql));
}

/** As `statement`, for one whose rows come as values in the order of the columns. */
export function rawStatement(db: Database.Database, sql: string): () => Database.Statement {
  return lazy(() => db.prepare(sql).raw());
}

/** As `statement`, for one that answers the first column alone. */
export function pluckStatement(db: Database.Database, sql: string): () => Database.Statement {
  return lazy(() => db.prepare(sql).pluck());
}

/**
 * Names the values of a row that was read with `.raw()`, in the order of its columns. For named rows SQLite's driver compiles a
 * function for every statement, which takes longer than most statements. Throws DatabaseError ("corrupt") when there is no such
 * row.
 */
export function positionalRow(names: readonly string[]): (row: unknown) => Record<string, unknown> {
  return (row) => {
    if (!Array.isArray(row) || row.length !== names.length)
      throw new DatabaseError('corrupt', 'a row has not the columns asked for');
    const values: readonly unknown[] = row;
    const named: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at++) named[names[at] ?? ''] = values[at];
    return named;
  };
}

/**
 * Hides a parameter from SQLite's planner. Beside ORDER BY or a join the planner re-prepares the whole statement for each new
 * value, which takes up to ten times as long as running it. Indexes are used all the same.
 * @param parameter as written in the statement: `?` or a name
 */
export const opaqueParam = (parameter = '?'): string => `(SELECT ${parameter})`;

/** A column that holds JSON, parsed; the next schema checks its content. */
export const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' });
    return z.NEVER;
  }
});

const ofConnections = new WeakMap<Database.Database, Map<string, Database.Statement>>();

/** A statement of functions that are called with any database, often: it is prepared once for each connection. */
export function statementOf(db: Database.Database, sql: string): Database.Statement {
  const statements = ofConnections.get(db) ?? new Map<string, Database.Statement>();
  ofConnections.set(db, statements);
  const before = statements.get(sql);
  if (before) return before;
  const prepared = db.prepare(sql);
  statements.set(sql, prepared);
  return prepared;
}
