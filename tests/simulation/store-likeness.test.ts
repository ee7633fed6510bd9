import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { NewWebhook, Store } from '../../src/relay/core/store.ts';
import { openSqlite } from '../../src/relay/store/sqlite/open.ts';
import { createStore } from '../../src/relay/store/store.ts';
import { type Chance, chanceOf } from './engine/chance.ts';
import { emptyRelayDisk, memoryStore } from './world/memory-store.ts';

const mailbox = {
  id: 'm1',
  name: 'shop',
  tokenHash: 'ab',
  sealedSecret: 'sealed',
  createdAt: '2026-01-01T00:00:00.000Z',
};

test('the simulated relay’s store answers everything as the real one does', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const real = await realStore();
    const memory = memoryStore(emptyRelayDisk());
    const chance = chanceOf(`store ${seed}`);
    await real.createMailbox(mailbox);
    await memory.createMailbox(mailbox);
    for (let step = 0; step < 60; step++) {
      const ask = anything(chance);
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

type Ask = (store: Store) => Promise<unknown>;

function anything(chance: Chance): Ask {
  const id = chance.happens(0.9) ? mailbox.id : 'unknown';
  const place = chance.between(0, 40);
  switch (chance.between(0, 8)) {
    case 0:
      return (store) => store.secretsOf(id);
    case 1:
      return (store) => store.reading(id);
    case 2: {
      const limit = chance.between(1, 5);
      return async (store) =>
        (await store.read(id, place, limit)).map(({ body, ...kept }) => [kept, Buffer.from(body).toString('hex')]);
    }
    case 3:
      return (store) => store.ack(id, place);
    case 4: {
      const [ackedBefore, unackedBefore] = [at(chance), at(chance)];
      const limit = chance.between(1, 4);
      return (store) => store.drop({ ackedBefore, unackedBefore, limit });
    }
    case 5:
      return (store) => store.mailbox(id);
    case 6: {
      const limit = chance.between(1, 5);
      return async (store) => {
        const part = await store.part(id, place, limit);
        return (
          part && { ...part, kept: part.kept.map(({ body, ...kept }) => [kept, Buffer.from(body).toString('hex')]) }
        );
      };
    }
    case 7:
      return (store) => store.directoryVersion();
    default: {
      const webhooks = Array.from({ length: chance.between(1, 4) }, () => webhook(chance));
      return (store) => store.append(webhooks);
    }
  }
}

const at = (chance: Chance): string => new Date(Date.parse('2026-01-01') + chance.between(0, 200) * 1000).toISOString();

function webhook(chance: Chance): NewWebhook {
  const number = chance.between(0, 30);
  const body = new TextEncoder().encode(`{"n":${number}}`);
  const ref = chance.pick(['a', 'b', null]);
  const fingerprint = `${ref}/${number}`;
  return { mailbox: mailbox.id, ref, event: 'e', signature: 's', body, fingerprint, receivedAt: at(chance) };
}
