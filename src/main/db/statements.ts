import type Database from 'better-sqlite3';

/** Made when it is first needed: most starts never search, list or sum. */
export function lazy<T>(make: () => T): () => T {
  let made: { thing: T } | null = null;
  return () => (made ??= { thing: make() }).thing;
}

/**
 * A transaction of its own that is all or nothing, IMMEDIATE: whoever else writes waits. Inside of another one it is a part of
 * that. Made when it is first run, as most are in no run of the program.
 */
export function immediateTransaction<Given extends unknown[], Answer>(
  db: Database.Database,
  work: (...given: Given) => Answer,
): (...given: Given) => Answer {
  const made = lazy(() => db.transaction(work));
  return (...given) => made().immediate(...given);
}

/** A statement that is prepared when it is first run: preparing all of them at once is more than half of opening a journal. */
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
