import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Books } from '../../ports/books.ts';
import { lazily, pluckStatement } from '../lazily.ts';
import { prepareFill } from './fill.ts';
import { prepareReadFill } from './filled.ts';
import { prepareSlices } from './slices.ts';

interface Parts {
  db: Database.Database;
  read<T>(work: () => T): Promise<T>;
  write<T>(work: () => T): Promise<T>;
}

/** The port over one open connection. */
export function sqliteBooks({ db, read, write }: Parts): Books {
  const slices = lazily(() => prepareSlices(db));
  const filler = lazily(() => prepareFill(db));
  const readFill = prepareReadFill(db);
  // One step along the key for each day, instead of a walk over all its rows.
  const days = pluckStatement(
    db,
    `WITH RECURSIVE found (day) AS (
       SELECT max(day) FROM book_hours
       UNION ALL SELECT (SELECT max(day) FROM book_hours WHERE day < found.day) FROM found WHERE found.day IS NOT NULL
     ) SELECT day FROM found WHERE day IS NOT NULL LIMIT ?`,
  );
  return {
    slices: (ask) => read(() => db.transaction(() => slices()(ask))()),
    days: (limit) => read(() => z.array(z.string()).parse(days().all(limit))),
    filling: () =>
      read(() => {
        const fill = readFill();
        return fill && { done: fill.done, total: fill.total };
      }),
    fill: () => write(() => filler().step()),
    startOver: () => write(() => filler().startOver()),
  };
}
