import type Database from 'better-sqlite3';

/** Made when it is first needed: most starts never search, list or sum. */
export function lazily<T>(make: () => T): () => T {
  let made: { thing: T } | null = null;
  return () => (made ??= { thing: make() }).thing;
}

/** A statement that is prepared when it is first run: preparing all of them at once is more than half of opening a journal. */
export function statement(db: Database.Database, sql: string): () => Database.Statement {
  return lazily(() => db.prepare(sql));
}

/** As `statement`, for one that answers the first column alone. */
export function pluckStatement(db: Database.Database, sql: string): () => Database.Statement {
  return lazily(() => db.prepare(sql).pluck());
}
