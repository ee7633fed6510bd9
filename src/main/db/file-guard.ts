import { statSync } from 'node:fs';
import { type Journal, JournalFault } from './sales-store.ts';

/**
 * The journal, which begins no sale once its files are gone or others stand under their names: somebody tidied up, or a program
 * that keeps folders alike put another copy there. SQLite goes on writing into what nobody can find again, so that the intent of
 * a sale would be forgotten at the next start. Windows lets nobody move a file that is open.
 * @param path of the database that was just opened
 */
export function withFilesInPlace(journal: Journal, path: string): Journal {
  if (process.platform === 'win32') return journal;
  const paths = [path, `${path}-wal`];
  const opened = paths.map(fileUnder);
  const inPlace = (): boolean => paths.every((each, at) => fileUnder(each) === opened[at]);
  return {
    ...journal,
    async commit(change) {
      if (change.event.type === 'sale.sending' && !inPlace()) {
        throw new JournalFault('other', 'the database is not where it was opened');
      }
      return journal.commit(change);
    },
  };
}

/** Tells one file from another under the same name, as SQLite itself does; null where there is none. */
function fileUnder(path: string): bigint | null {
  return statSync(path, { throwIfNoEntry: false, bigint: true })?.ino ?? null;
}
