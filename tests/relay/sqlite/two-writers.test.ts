import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { NewWebhook, Store } from '../../../src/relay/core/store.ts';
import { openStore } from '../../../src/relay/store/open-store.ts';
import { askedMailbox } from '../../support/relay-databases.ts';
import { folder } from '../../support/temporary-folder.ts';

async function storeAt(path: string): Promise<Store> {
  const { store } = await openStore({ engine: 'sqlite', path }, Buffer.alloc(32, 7));
  onTestFinished(() => store.close());
  return store;
}

const webhook = (name: string, mailbox = askedMailbox.id): NewWebhook => ({
  mailbox,
  ref: name,
  event: 'e',
  signature: 's',
  body: randomBytes(300),
  fingerprint: name,
  receivedAt: askedMailbox.createdAt,
});

test('webhooks that come one by one to two relays over one file have each a place of their own, in their order', async () => {
  const path = join(await folder(), 'relay.db');
  const [one, other] = [await storeAt(path), await storeAt(path)];
  await one.createMailbox(askedMailbox);
  // Each has seen the file before the other writes to it.
  for (let number = 0; number < 20; number++) {
    expect(await (number % 2 === 0 ? one : other).append([webhook(`w${number}`)])).toBe(1);
  }
  const webhooks = (await one.readPage(askedMailbox.id, 0, 100))?.webhooks ?? [];
  expect(webhooks.map(({ sequence, ref }) => [sequence, ref])).toEqual(
    Array.from({ length: 20 }, (_none, number) => [number + 1, `w${number}`]),
  );
});

test('a single webhook that is not stored uses up a sequence that is never issued again', async () => {
  const store = await storeAt(join(await folder(), 'relay.db'));
  await store.createMailbox(askedMailbox);
  expect(await store.append([webhook('first')])).toBe(1);
  expect(await store.append([webhook('first')])).toBe(0);
  expect(await store.append([webhook('lost', 'deleted-meanwhile')])).toBe(0);
  expect(await store.append([webhook('second')])).toBe(1);
  const webhooks = (await store.readPage(askedMailbox.id, 0, 100))?.webhooks ?? [];
  expect(webhooks.map(({ sequence, ref }) => [sequence, ref])).toEqual([
    [1, 'first'],
    [4, 'second'],
  ]);
});
