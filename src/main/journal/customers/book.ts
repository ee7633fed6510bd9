import type Database from 'better-sqlite3';
import type { BookEntry, CustomerBook } from '../../ports/customer-book.ts';
import { immediately } from '../lazily.ts';
import type { Entries } from './entries.ts';
import { prepareFindInBook } from './find.ts';

interface Parts {
  db: Database.Database;
  entries: Entries;
  /** remembers that an entry went, for older copies that are put back; inside a transaction */
  recordForgotten(id: string, at: string): void;
  read<T>(work: () => T): Promise<T>;
  write<T>(work: () => T): Promise<T>;
}

/** Some milliseconds on a slow PC: a sale that comes in between hardly waits. */
const perPurge = 50;

/** The port over one open connection. */
export function sqliteCustomerBook({ db, entries, recordForgotten, read, write }: Parts): CustomerBook {
  const find = prepareFindInBook(db);
  const put = immediately(db, (entry: BookEntry) => entries.put(entry));
  const purge = immediately(db, (today: string) => entries.purge(today, perPurge));
  const forget = immediately(db, (id: string, at: string): boolean => {
    if (!entries.remove(id)) return false;
    recordForgotten(id, at);
    return true;
  });
  const whole = (ids: readonly string[]): BookEntry[] => ids.flatMap((id) => entries.get(id) ?? []);
  return {
    save: (entry) => write(() => put(entry)),
    get: (id) => read(() => entries.get(id)),
    list: (ask) =>
      read(() => {
        const { ids, next } = find.page(ask);
        return { entries: whole(ids), next };
      }),
    ofNumber: (customerNo) => read(() => whole(entries.idsOf(customerNo))),
    suggest: (text, limit) => read(() => find.suggest(text, limit)),
    count: () => read(() => entries.count()),
    forget: (id, at) => write(() => forget(id, at)),
    purge: (today) => write(() => purge(today) === perPurge),
  };
}
