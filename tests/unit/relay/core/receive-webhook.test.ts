import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { newCounters } from '../../../../src/relay/core/ports.ts';
import { createGroupCommit, fingerprintOf } from '../../../../src/relay/core/receive-webhook.ts';
import { createRelay } from '../../../../src/relay/core/relay.ts';
import type { NewWebhook, Store } from '../../../../src/relay/core/store.ts';
import { openStore } from '../../../../src/relay/store/open-store.ts';
import { systemClock } from '../../../../src/server/system.ts';
import { body, secret, sign } from '../../../support/relay.ts';
import { folder } from '../../../support/temporary-folder.ts';

async function relayOver(change: (store: Store) => Partial<Store>) {
  const { store, vault } = await openStore(
    { engine: 'sqlite', path: join(await folder(), 'relay.db') },
    randomBytes(32),
  );
  await store.createMailbox({
    id: 'm',
    name: 'm',
    tokenHash: '00',
    ciphertext: vault.encrypt(secret, 'm'),
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  const reported: string[] = [];
  const relay = createRelay({
    store: { ...store, ...change(store) },
    vault,
    clock: systemClock,
    errors: { report: (message) => void reported.push(message) },
  });
  const bytes = Buffer.from(body('T1'));
  const receive = (posted: Buffer = bytes) =>
    relay.receive({ mailbox: 'm', ref: 'r', event: null, signature: sign(posted), body: posted });
  return { receive, store, reported };
}

test('answers 500 while the disk fails, and 200 only after the commit', async () => {
  let full = true;
  const { receive, store, reported } = await relayOver((store) => ({
    append: async (webhooks) => {
      if (full) throw new Error('disk full');
      return store.append(webhooks);
    },
  }));
  expect((await receive()).status).toBe(500);
  expect(reported).toHaveLength(1);
  expect((await store.readPage('m', 0, 10))?.webhooks).toEqual([]);
  full = false;
  expect((await receive()).status).toBe(200);
  expect((await store.readPage('m', 0, 10))?.webhooks).toHaveLength(1);
  await store.close();
});

test('answers 500, and not 401, when the database cannot be asked for the secret', async () => {
  const { receive, store } = await relayOver(() => ({ findMailbox: () => Promise.reject(new Error('locked')) }));
  expect((await receive()).status).toBe(500);
  await store.close();
});

test.each(['findMailbox', 'append'] as const)(
  'refuses at once what a database that does not answer %s would let pile up',
  async (operation) => {
    const { receive, store, reported } = await relayOver(() => ({ [operation]: () => new Promise(() => {}) }));
    const large = Buffer.alloc(60 * 1024 * 1024, '1');
    const waiting = [receive(large), receive(large)];
    expect((await receive(large)).status).toBe(500);
    expect((await receive(large)).status).toBe(500);
    expect(reported).toHaveLength(2);
    expect(await Promise.race([...waiting, Promise.resolve('none')])).toBe('none');
    await store.close();
  },
);

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

test.each([
  ['in any script', Buffer.from('{"name":"Łukasz 李 😀"}'), 200],
  ['with a broken letter in a text', Buffer.from([0x22, 0xc3, 0x22]), 200],
  ['behind a byte order mark', Buffer.from('\ufeff{}'), 200],
  ['behind two', Buffer.from('\ufeff\ufeff{}'), 400],
  ['behind a space that is none of its own', Buffer.from('\u00a0{}'), 400],
  ['behind the same space in one byte', Buffer.from([0xa0, 0x7b, 0x7d]), 400],
  ['with a line break in a text', Buffer.from('"a\nb"'), 400],
  ['with a letter beside a text', Buffer.from('{"a":é}'), 400],
])('takes JSON %s as what it is', async (_how, posted, status) => {
  const { receive, store } = await relayOver(() => ({}));
  expect((await receive(posted)).status).toBe(status);
  await store.close();
});

const webhook = {
  mailbox: 'box',
  ref: '0192f0c1-2b3c-7000-8000-000000000001',
  event: 'transaction.update',
  signature: 'ef',
  body: Buffer.from('{"status":"success"}'),
};

describe('the fingerprint of a webhook', () => {
  it('is another one when mailbox, ref, event, body or signature is another', () => {
    const others = [
      { ...webhook, mailbox: 'box2' },
      { ...webhook, ref: '0192f0c1-2b3c-7000-8000-000000000002' },
      { ...webhook, ref: null },
      { ...webhook, event: null },
      { ...webhook, body: Buffer.from('{"status":"failed"}') },
      { ...webhook, signature: 'ab' },
      { ...webhook, signature: 'cd' },
    ];
    expect(fingerprintOf({ ...webhook })).toBe(fingerprintOf(webhook));
    expect(fingerprintOf({ ...webhook, signature: 'EF' })).toBe(fingerprintOf(webhook));
    expect(new Set([webhook, ...others].map(fingerprintOf)).size).toBe(others.length + 1);
  });

  it('stands where its order was sent: those of orders sent one after the other are in that order', () => {
    const sent = ['0192f0c1-2b3c', '0192f0c1-2b3d', '0192f0c2-0000', '0192f100-0000'];
    const fingerprints = sent.map((time, index) =>
      fingerprintOf({ ...webhook, ref: `${time}-7000-8000-00000000000${9 - index}`, body: Buffer.from(`[${index}]`) }),
    );
    expect(fingerprints.toSorted()).toEqual(fingerprints);
  });
});

const webhookOf = (mailbox: string, fingerprint: string): NewWebhook => ({
  mailbox,
  fingerprint,
  ref: null,
  event: null,
  signature: '',
  body: new Uint8Array(),
  receivedAt: '2026-01-01T00:00:00.000Z',
});

function setUp(append: Store['append'], wake: (mailbox: string) => Promise<void> | null = () => null) {
  const happened: string[] = [];
  const counters = newCounters();
  const store = {
    append: async (webhooks: readonly NewWebhook[]) => {
      const fresh = await append(webhooks);
      happened.push(`commit ${webhooks.length}`);
      return fresh;
    },
  } as Store;
  const histograms = { committed: (size: number) => void happened.push(`batch ${size}`), delivered: () => undefined };
  const keep = createGroupCommit({
    store,
    clock: systemClock,
    counters,
    histograms,
    wake: (mailbox) => {
      happened.push(`wake ${mailbox}`);
      return wake(mailbox);
    },
  });
  return { happened, counters, keep };
}

test('commits together what arrives together, wakes each mailbox once, and only then answers', async () => {
  const { happened, keep } = setUp(async (webhooks) => webhooks.length);
  await Promise.all(
    ['a', 'a', 'b'].map((mailbox, at) => keep(webhookOf(mailbox, `${at}`)).then(() => happened.push('answer'))),
  );
  expect(happened).toEqual(['commit 3', 'batch 3', 'wake a', 'wake b', 'answer', 'answer', 'answer']);
});

test('what arrives during a commit goes into the next one', async () => {
  let release = (): void => {};
  const first = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { happened, keep } = setUp(async (webhooks) => {
    await first;
    return webhooks.length;
  });
  const one = keep(webhookOf('a', '1'));
  await new Promise((resolve) => setImmediate(resolve));
  const others = Promise.all([keep(webhookOf('a', '2')), keep(webhookOf('a', '3'))]);
  release();
  await Promise.all([one, others]);
  expect(happened.filter((entry) => entry.startsWith('commit'))).toEqual(['commit 1', 'commit 2']);
});

test('a failed commit fails all of its webhooks and wakes no poll, and the next commit works', async () => {
  let full = true;
  const { happened, keep } = setUp(async (webhooks) => {
    if (full) throw new Error('disk full');
    return webhooks.length;
  });
  const failed = await Promise.allSettled([keep(webhookOf('a', '1')), keep(webhookOf('b', '2'))]);
  expect(failed.map((one) => one.status)).toEqual(['rejected', 'rejected']);
  expect(happened).toEqual([]);
  full = false;
  await keep(webhookOf('a', '1'));
  expect(happened).toEqual(['commit 1', 'batch 1', 'wake a']);
});

test('answers the senders after the pollers that they woke', async () => {
  const { happened, keep } = setUp(
    async (webhooks) => webhooks.length,
    () =>
      new Promise((resolve) => {
        setImmediate(() => {
          happened.push('poller answered');
          resolve();
        });
      }),
  );
  await keep(webhookOf('a', '1')).then(() => happened.push('answer'));
  expect(happened.slice(-3)).toEqual(['wake a', 'poller answered', 'answer']);
});

test('a slow poller delays no commit', async () => {
  const { happened, keep } = setUp(
    async (webhooks) => webhooks.length,
    () => new Promise(() => {}),
  );
  await keep(webhookOf('a', '1'));
  expect(happened.at(-1)).toBe('wake a');
});
