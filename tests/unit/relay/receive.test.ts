import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRelay } from '../../../src/relay/core/relay.ts';
import type { Store } from '../../../src/relay/core/store.ts';
import { openStore } from '../../../src/relay/open-store.ts';
import { systemClock } from '../../../src/relay/system.ts';
import { body, folder, secret, sign } from '../../support/relay.ts';

async function relayOver(change: (store: Store) => Partial<Store>) {
  const { store, vault } = await openStore(
    { engine: 'sqlite', path: join(await folder(), 'relay.db') },
    randomBytes(32),
  );
  await store.createMailbox({
    id: 'm',
    name: 'm',
    tokenHash: '00',
    sealedSecret: vault.seal(secret, 'm'),
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  const complaints: string[] = [];
  const relay = createRelay({
    store: { ...store, ...change(store) },
    vault,
    clock: systemClock,
    complaints: { failed: (what) => void complaints.push(what) },
  });
  const bytes = Buffer.from(body('T1'));
  const receive = () => relay.receive({ mailbox: 'm', ref: 'r', event: null, signature: sign(bytes), body: bytes });
  return { receive, store, complaints };
}

test('answers 500 while the disk refuses, and 200 only once it is kept', async () => {
  let full = true;
  const { receive, store, complaints } = await relayOver((store) => ({
    append: async (webhooks) => {
      if (full) throw new Error('disk full');
      return store.append(webhooks);
    },
  }));
  expect((await receive()).status).toBe(500);
  expect(complaints).toHaveLength(1);
  expect((await store.part('m', 0, 10))?.kept).toEqual([]);
  full = false;
  expect((await receive()).status).toBe(200);
  expect((await store.part('m', 0, 10))?.kept).toHaveLength(1);
  await store.close();
});

test('answers 500, and not 401, when the database cannot be asked for the secret', async () => {
  const { receive, store } = await relayOver(() => ({ mailbox: () => Promise.reject(new Error('locked')) }));
  expect((await receive()).status).toBe(500);
  await store.close();
});

test('is not answered before the commit is done', async () => {
  const happened: string[] = [];
  const { receive, store } = await relayOver((store) => ({
    append: async (webhooks) => {
      await new Promise((resolve) => setImmediate(resolve));
      const fresh = await store.append(webhooks);
      happened.push('committed');
      return fresh;
    },
  }));
  await receive().then(() => happened.push('answered'));
  expect(happened).toEqual(['committed', 'answered']);
  await store.close();
});
