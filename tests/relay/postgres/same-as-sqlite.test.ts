import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../../src/relay/core/store.ts';
import { openStore } from '../../../src/relay/store/open-store.ts';
import type { Database } from '../../../src/server/database.ts';
import { chanceOf } from '../../simulation/engine/chance.ts';
import { anyAsk, askedMailbox, newDatabase } from '../../support/relay-databases.ts';
import { folder } from '../../support/temporary-folder.ts';

async function storeAt(database: Database): Promise<Store> {
  const { store } = await openStore(database, randomBytes(32));
  onTestFinished(() => store.close());
  await store.createMailbox(askedMailbox);
  return store;
}

test('PostgreSQL answers everything as SQLite does', async () => {
  for (let seed = 1; seed <= 6; seed++) {
    const sqlite = await storeAt({ engine: 'sqlite', path: join(await folder(), 'relay.db') });
    const postgres = await storeAt((await newDatabase()).database);
    const chance = chanceOf(`engines ${seed}`);
    for (let step = 0; step < 60; step++) {
      const operation = anyAsk(chance);
      expect(await operation(postgres), `seed ${seed}, step ${step}`).toEqual(await operation(sqlite));
    }
  }
});
