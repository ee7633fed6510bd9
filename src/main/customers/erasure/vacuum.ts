import { z } from 'zod';
import { connect } from '../../db/open-database.ts';

const Checkpoint = z.array(z.object({ busy: z.int() }));

/**
 * Leaves nothing of what was erased in parts of the file that are no longer used, nor in the log of writes. Writing the file
 * anew takes as long as copying it, and nobody else writes meanwhile. Rows keep their numbers, by which the search index knows
 * them: SQLite gives new ones only in tables without an index.
 * @param anew writes the file anew; without, only the log of writes is emptied
 * @returns whether it is done: somebody who reads may be in the way
 */
export function cleanJournal(path: string, anew: boolean): boolean {
  const db = connect(path, false);
  try {
    if (anew) db.exec('VACUUM');
    const emptied = Checkpoint.parse(db.pragma('wal_checkpoint(TRUNCATE)')).every(({ busy }) => busy === 0);
    if (emptied && anew) db.exec('UPDATE erasing SET leftovers = 0 WHERE only = 1 AND leftovers = 1');
    return emptied;
  } finally {
    db.close();
  }
}
