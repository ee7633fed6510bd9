import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../../src/relay/open-store.ts';
import { folder } from '../../support/relay.ts';

const time = (day: number): string => `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`;

async function storeWith(days: readonly number[]) {
  const { store } = await openStore({ engine: 'sqlite', path: join(await folder(), 'relay.db') }, randomBytes(32));
  await store.createMailbox({ id: 'm', name: 'm', tokenHash: '00', sealedSecret: '', createdAt: time(1) });
  const rows = days.map((day, at) => ({
    mailbox: 'm',
    fingerprint: `${at}`,
    ref: null,
    event: null,
    signature: '',
    body: Buffer.from('{}'),
    receivedAt: time(day),
  }));
  await store.append(rows);
  return store;
}

test('drops what was acked sooner than what was not, from the oldest on, and remembers how far', async () => {
  const store = await storeWith([1, 2, 10, 20]);
  await store.ack('m', 2);
  expect(await store.drop({ ackedBefore: time(15), unackedBefore: time(5), limit: 1 })).toBe(1);
  expect(await store.drop({ ackedBefore: time(15), unackedBefore: time(5), limit: 10 })).toBe(1);
  expect((await store.read('m', 0, 10)).map((kept) => kept.place)).toEqual([3, 4]);
  expect(await store.reading('m')).toMatchObject({ droppedTo: 2, newest: 4 });
  expect(await store.drop({ ackedBefore: time(15), unackedBefore: time(5), limit: 10 })).toBe(0);
  await store.close();
});

test('never gives a place twice, also after everything was dropped', async () => {
  const store = await storeWith([1, 2]);
  expect(await store.drop({ ackedBefore: time(28), unackedBefore: time(28), limit: 10 })).toBe(2);
  expect(await store.reading('m')).toMatchObject({ droppedTo: 2, newest: 2 });
  const again = { mailbox: 'm', fingerprint: '0', ref: null, event: null, signature: '', receivedAt: time(3) };
  expect(await store.append([{ ...again, body: Buffer.from('{}') }])).toBe(1);
  expect((await store.read('m', 2, 10)).map((kept) => kept.place)).toEqual([3]);
  await store.close();
});

test('an ack never goes back', async () => {
  const store = await storeWith([1, 2]);
  await store.ack('m', 2);
  await store.ack('m', 1);
  expect(await store.drop({ ackedBefore: time(28), unackedBefore: time(1), limit: 10 })).toBe(2);
  await store.close();
});
