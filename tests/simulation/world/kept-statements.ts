import type Database from 'better-sqlite3';

/** A connection that keeps what was prepared on it for the next one who asks for the same. */
export interface KeptStatements {
  db: Database.Database;
  /** Nobody uses any of them any more. */
  freeAll(): void;
}

interface StatementPool {
  statements: Database.Statement[];
  /** how many of them somebody has */
  inUse: number;
}

/** Two who ask for the same at one time get a statement each, as each says how its rows come. */
export function keepStatements(db: Database.Database): KeptStatements {
  const pools = new Map<string, StatementPool>();
  const prepare = db.prepare.bind(db);

  const acquire = (sql: string): Database.Statement => {
    let of = pools.get(sql);
    if (!of) pools.set(sql, (of = { statements: [], inUse: 0 }));
    const statement = (of.statements[of.inUse] ??= prepare(sql));
    of.inUse += 1;
    return statement;
  };
  // What a statement takes and gives is only claimed by the code that prepares it: the types say nothing that holds here.
  db.prepare = acquire as typeof db.prepare;
  return {
    db,
    freeAll() {
      for (const of of pools.values()) {
        for (const statement of of.statements.slice(0, of.inUse)) asPrepared(statement);
        of.inUse = 0;
      }
    },
  };
}

function asPrepared(statement: Database.Statement): void {
  if (statement.reader) statement.raw(false).pluck(false).safeIntegers(false);
}
