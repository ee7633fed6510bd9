import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openStore } from '../../src/relay/store/open-store.ts';
import { temporaryFolder } from './database-files.ts';
import { masterKey, startRelay } from './relay.ts';

/** A relay over SQLite whose database can be copied while it runs, and put back as docs/relay.md says. */
export async function relayWithCopies() {
  const under = await startRelay();
  if (under.database.engine !== 'sqlite') throw new Error('a file is copied');
  const { path } = under.database;
  return {
    under,
    async copy(): Promise<string> {
      const copy = join(temporaryFolder(), 'relay.db');
      const db = new Database(path, { readonly: true });
      await db.backup(copy);
      db.close();
      return copy;
    },
    /** @param epoch of the copy from now on: 32 hexadecimal digits, another one each time; null: nobody says that it was put back */
    async putBack(copy: string, epoch: string | null = 'f'.repeat(32)): Promise<void> {
      await under.relay.close();
      for (const companion of ['', '-wal', '-shm']) rmSync(path + companion, { force: true });
      cpSync(copy, path);
      if (epoch !== null) {
        const { store, mailboxes } = await openStore(under.database, masterKey);
        await mailboxes.beginEpoch(epoch, Date.now());
        await store.close();
      }
      await under.restart();
    },
  };
}
