import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/relay/store/open-store.ts';
import { folder } from '../../support/temporary-folder.ts';

const masterKey = Buffer.alloc(32);

/** The files that this process has open below a folder. */
const openBelow = (path: string): string[] =>
  readdirSync('/proc/self/fd').flatMap((one) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${one}`);
      return file.startsWith(path) ? [file] : [];
    } catch {
      // The one that the listing itself was read through is gone by now.
      return [];
    }
  });

/** The first is found missing when the engine prepares what it writes, the second when the store prepares what it asks. */
test.runIf(process.platform === 'linux').each(['webhooks', 'mailbox_secrets'])(
  'a database that has lost its table of %s is not opened, and no file stays open',
  async (table) => {
    const place = await folder();
    const database = { engine: 'sqlite', path: join(place, 'relay.db') } as const;
    await (await openStore(database, masterKey)).store.close();
    const file = new Database(database.path);
    file.pragma('foreign_keys = OFF');
    file.exec(`drop table ${table}`);
    file.close();
    await expect(openStore(database, masterKey)).rejects.toThrow(`no such table: ${table}`);
    expect(openBelow(place)).toEqual([]);
  },
);
