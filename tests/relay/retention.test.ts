import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/relay/store/open-store.ts';
import { newDatabase } from '../support/relay-databases.ts';

const time = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;

const webhook = (mailbox: string, fingerprint: string, day: number) => ({
  mailbox,
  fingerprint: `${mailbox} ${fingerprint}`,
  ref: null,
  event: null,
  signature: '',
  body: Buffer.from('{}'),
  receivedAt: time(day),
});

async function storeWith(days: readonly number[]) {
  const { store } = await openStore((await newDatabase()).database, randomBytes(32));
  onTestFinished(() => store.close());
  await store.createMailbox({ id: 'm', name: 'm', tokenHash: '00', ciphertext: '', createdAt: time(1) });
  await store.append(days.map((day, at) => webhook('m', `${at}`, day)));
  return store;
}

test('drops what was acked sooner than what was not, from the oldest on, and remembers how far', async () => {
  const store = await storeWith([1, 2, 10, 20]);
  await store.ack([{ mailbox: 'm', sequence: 2 }]);
  expect(await store.prune({ ackedBefore: time(15), unackedBefore: time(5), limit: 1 })).toBe(1);
  expect(await store.prune({ ackedBefore: time(15), unackedBefore: time(5), limit: 10 })).toBe(1);
  const left = await store.readPage('m', 0, 10);
  expect(left).toMatchObject({ prunedThrough: 2, newest: 4, webhooks: [{ sequence: 3 }, { sequence: 4 }] });
  expect(await store.prune({ ackedBefore: time(15), unackedBefore: time(5), limit: 10 })).toBe(0);
});

test('drops nothing behind what is to be kept, though it is old: a counter that has read less is notified of all that went', async () => {
  const store = await storeWith([1, 2, 20, 3]);
  await store.createMailbox({ id: 'n', name: 'n', tokenHash: '00', ciphertext: '', createdAt: time(1) });
  await store.append([webhook('n', '0', 4), webhook('n', '1', 20)]);
  expect(await store.prune({ ackedBefore: time(15), unackedBefore: time(15), limit: 10 })).toBe(3);
  expect(await store.readPage('m', 2, 10)).toMatchObject({
    prunedThrough: 2,
    webhooks: [{ sequence: 3 }, { sequence: 4 }],
  });
  expect(await store.readPage('n', 5, 10)).toMatchObject({ prunedThrough: 5, webhooks: [{ sequence: 6 }] });
  expect(await store.prune({ ackedBefore: time(15), unackedBefore: time(15), limit: 10 })).toBe(0);
});

test('never issues a sequence twice, also after everything was pruned', async () => {
  const store = await storeWith([1, 2]);
  expect(await store.prune({ ackedBefore: time(28), unackedBefore: time(28), limit: 10 })).toBe(2);
  expect(await store.readPage('m', 0, 10)).toMatchObject({
    prunedThrough: 2,
    newest: 2,
    cursorMatches: true,
    webhooks: [],
  });
  expect(await store.append([webhook('m', '0', 3)])).toBe(1);
  expect((await store.readPage('m', 2, 10))?.webhooks).toMatchObject([{ sequence: 3 }]);
});

test('the webhook of a cursor is distinguished from another with its sequence, also after pruning', async () => {
  const store = await storeWith([1, 2, 20]);
  const [read] = (await store.readPage('m', 1, 1))?.webhooks ?? [];
  expect(await store.prune({ ackedBefore: time(15), unackedBefore: time(15), limit: 10 })).toBe(2);
  expect(await store.readPage('m', 2, 10, read?.check)).toMatchObject({ prunedThrough: 2, cursorMatches: true });
  expect(await store.readPage('m', 2, 10, 'anothers')).toMatchObject({ prunedThrough: 2, cursorMatches: false });
});

test('an ack never goes back', async () => {
  const store = await storeWith([1, 2]);
  await store.ack([{ mailbox: 'm', sequence: 2 }]);
  await store.ack([{ mailbox: 'm', sequence: 1 }]);
  expect(await store.prune({ ackedBefore: time(28), unackedBefore: time(1), limit: 10 })).toBe(2);
});

test('drops of many mailboxes no more at once than was asked, and all of them in the end', async () => {
  const store = await storeWith([]);
  const ids = Array.from({ length: 70 }, (_, number) => `m${number}`);
  for (const id of ids) {
    await store.createMailbox({ id, name: id, tokenHash: '00', ciphertext: '', createdAt: time(1) });
  }
  const rows = ids.flatMap((mailbox) => [1, 2, 20].map((day) => webhook(mailbox, `${day}`, day)));
  await store.append(rows);
  const dropped: number[] = [];
  for (let last = 1; last > 0; dropped.push(last)) {
    last = await store.prune({ ackedBefore: time(15), unackedBefore: time(15), limit: 30 });
  }
  expect(Math.max(...dropped)).toBe(30);
  expect(dropped.reduce((sum, each) => sum + each)).toBe(140);
  for (const id of ids) expect((await store.readPage(id, 0, 10))?.webhooks).toMatchObject([{ receivedAt: time(20) }]);
});
