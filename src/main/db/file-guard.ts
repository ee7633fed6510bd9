import { statSync } from 'node:fs';
import type { CommitListener } from './on-commit.ts';
import { DatabaseError } from './sales-store.ts';

/**
 * Begins no sale once the database's files are gone or others stand under their names: somebody tidied up, or a program that keeps
 * folders alike put another copy there. SQLite goes on writing into files that nobody can find again, so the intent of a sale would be
 * forgotten at the next start. Windows does not let anybody move an open file.
 * @param path of the database that was just opened
 */
export function fileGuard(path: string): CommitListener {
  if (process.platform === 'win32') return {};
  const paths = [path, `${path}-wal`];
  const opened = paths.map(fileUnder);
  const inPlace = (): boolean => paths.every((each, at) => fileUnder(each) === opened[at]);
  return {
    before(change) {
      if (change.event.type === 'sale.sending' && !inPlace()) {
        throw new DatabaseError('other', 'the database is not where it was opened');
      }
      return change;
    },
  };
}

/** Tells one file from another under the same name, as SQLite itself does; null where there is none. */
function fileUnder(path: string): bigint | null {
  return statSync(path, { throwIfNoEntry: false, bigint: true })?.ino ?? null;
}
