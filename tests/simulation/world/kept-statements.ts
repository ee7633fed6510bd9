import type Database from 'better-sqlite3';

/** A connection that keeps what was prepared on it for the next one who asks for the same. */
export interface KeptStatements {
  db: Database.Database;
  /** Nobody uses any of them any more. */
  freeAll(): void;
}

interface Kept {
  statements: Database.Statement[];
  /** how many of them somebody has */
  given: number;
}

/** Two who ask for the same at one time get a statement each, as each says how its rows come. */
export function keepStatements(db: Database.Database): KeptStatements {
  const kept = new Map<string, Kept>();
  const prepare = db.prepare.bind(db);

  const given = (sql: string): Database.Statement => {
    let of = kept.get(sql);
    if (!of) kept.set(sql, (of = { statements: [], given: 0 }));
    const statement = (of.statements[of.given] ??= prepare(sql));
    of.given += 1;
    return statement;
  };
  // What a statement takes and gives is only claimed by whoever prepares it: the types say nothing that holds here.
  db.prepare = given as typeof db.prepare;
  return {
    db,
    freeAll() {
      for (const of of kept.values()) {
        for (const statement of of.statements.slice(0, of.given)) asPrepared(statement);
        of.given = 0;
      }
    },
  };
}

function asPrepared(statement: Database.Statement): void {
  if (statement.reader) statement.raw(false).pluck(false).safeIntegers(false);
}
