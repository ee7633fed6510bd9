import { setTimeout } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { type Kysely, sql } from 'kysely';

export const busyTimeoutMs = 10_000;
const synchronousFull = 2;
const beginAgainMs = 10;

/** Opens a file for durable writes: better-sqlite3 uses synchronous = NORMAL on a WAL database by default. */
export function openWriter(path: string): Database.Database {
  const file = new Database(path, { timeout: busyTimeoutMs });
  // For a new file. A webhook changes a few distant pages: smaller pages halve what is written.
  file.pragma('page_size = 2048');
  file.pragma('journal_mode = WAL');
  file.pragma('synchronous = FULL');
  file.pragma('foreign_keys = ON');
  // Overwrites what is erased within its page, which is written anyway.
  file.pragma('secure_delete = FAST');
  // 4 MB of page cache instead of 2. A larger one is slower: SQLite scans it after each split of an index page.
  file.pragma('cache_size = -4096');
  // 8 MB of WAL instead of 2: pages that change often are copied to the file once. A larger one delays single webhooks.
  file.pragma('wal_autocheckpoint = 4000');
  const isDurable =
    file.pragma('journal_mode', { simple: true }) === 'wal' &&
    file.pragma('synchronous', { simple: true }) === synchronousFull;
  if (isDurable) return file;
  file.close();
  throw new Error('SQLite cannot be made to write durably here (WAL, synchronous=FULL)');
}

/** Waits without blocking the process: the lock may be held by another connection of it. */
async function begin(file: Database.Database): Promise<void> {
  const until = performance.now() + busyTimeoutMs;
  for (;;) {
    try {
      file.pragma('busy_timeout = 0');
      file.exec('begin immediate');
      return;
    } catch (error) {
      const isBusy = error instanceof Database.SqliteError && error.code === 'SQLITE_BUSY';
      if (!isBusy || performance.now() > until) throw error;
    } finally {
      file.pragma(`busy_timeout = ${busyTimeoutMs}`);
    }
    await setTimeout(beginAgainMs);
  }
}

/** Transactions on a file's only writing connection. Each holds the write lock from its start, so that it cannot fail half-way. */
export const writeOn =
  <Tables>(db: Kysely<Tables>, file: Database.Database) =>
  <Result>(work: (tx: Kysely<Tables>) => Promise<Result>): Promise<Result> =>
    db.connection().execute(async (tx) => {
      await begin(file);
      try {
        const result = await work(tx);
        await sql`commit`.execute(tx);
        return result;
      } catch (error) {
        if (file.inTransaction) await sql`rollback`.execute(tx);
        throw error;
      }
    });
