import Database from 'better-sqlite3';

const full = 2;

/** Opens a file durably: better-sqlite3 falls back to NORMAL on a WAL database unless it is told otherwise each time. */
export function openFile(path: string): Database.Database {
  const file = new Database(path, { timeout: 10_000 });
  // Of a new file only. A webhook touches a few pages far from each other: half their size is half of what is written.
  file.pragma('page_size = 2048');
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  // 4 MB of pages in memory instead of 2. With more, SQLite takes longer: after a commit that split a page of an index, which
  // is every other one, it goes through all that it has in memory.
  file.pragma('cache_size = -4096');
  // 8 MB of log instead of 2: pages that are written again and again go back into the file once. With more, a webhook that comes
  // alone takes a thirtieth longer, and many at once are no faster.
  file.pragma('wal_autocheckpoint = 4000');
  if (
    file.pragma('journal_mode', { simple: true }) !== 'wal' ||
    file.pragma('synchronous', { simple: true }) !== full
  ) {
    file.close();
    throw new Error('SQLite cannot be made to write durably here (WAL, synchronous=FULL)');
  }
  return file;
}

/** A second line to the same file, which reads what is committed and never waits for the first one. */
export const openReader = (path: string): Database.Database => new Database(path, { timeout: 10_000, readonly: true });
