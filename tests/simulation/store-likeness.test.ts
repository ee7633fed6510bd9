import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Store } from '../../src/relay/core/store.ts';
import { openSqlite } from '../../src/relay/store/sqlite/open.ts';
import { createStore } from '../../src/relay/store/store.ts';
import { anyAsk, askedMailbox } from '../support/store-asks.ts';
import { chanceOf } from './engine/chance.ts';
import { emptyRelayDisk, memoryStore } from './world/memory-store.ts';

test('the simulated relay’s store answers everything as the real one does', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const real = await realStore();
    const memory = memoryStore(emptyRelayDisk());
    const chance = chanceOf(`store ${seed}`);
    await real.createMailbox(askedMailbox);
    await memory.createMailbox(askedMailbox);
    for (let step = 0; step < 60; step++) {
      const ask = anyAsk(chance);
      expect(await ask(memory), `seed ${seed}, step ${step}`).toEqual(await ask(real));
    }
  }
}, 60_000);

async function realStore(): Promise<Store> {
  const folder = mkdtempSync(join(tmpdir(), 'konter-likeness-'));
  const { engine, epoch } = await openSqlite(join(folder, 'relay.db'));
  onTestFinished(async () => {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return createStore(engine, epoch);
}
