import { expect, test } from 'vitest';
import { newCounters } from '../../../../src/relay/core/ports.ts';
import type { NewWebhook, Store } from '../../../../src/relay/core/store.ts';
import { createGroupCommit } from '../../../../src/relay/core/webhook-writer.ts';
import { systemClock } from '../../../../src/relay/system.ts';

const webhook = (mailbox: string, fingerprint: string): NewWebhook => ({
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
    ['a', 'a', 'b'].map((mailbox, at) => keep(webhook(mailbox, `${at}`)).then(() => happened.push('answer'))),
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
  const one = keep(webhook('a', '1'));
  await new Promise((resolve) => setImmediate(resolve));
  const others = Promise.all([keep(webhook('a', '2')), keep(webhook('a', '3'))]);
  release();
  await Promise.all([one, others]);
  expect(happened.filter((what) => what.startsWith('commit'))).toEqual(['commit 1', 'commit 2']);
});

test('a failed commit fails all of its webhooks and wakes no poll, and the next commit works', async () => {
  let full = true;
  const { happened, keep } = setUp(async (webhooks) => {
    if (full) throw new Error('disk full');
    return webhooks.length;
  });
  const failed = await Promise.allSettled([keep(webhook('a', '1')), keep(webhook('b', '2'))]);
  expect(failed.map((one) => one.status)).toEqual(['rejected', 'rejected']);
  expect(happened).toEqual([]);
  full = false;
  await keep(webhook('a', '1'));
  expect(happened).toEqual(['commit 1', 'batch 1', 'wake a']);
});

test('answers the senders after the pollers that they woke', async () => {
  const { happened, keep } = setUp(
    async (webhooks) => webhooks.length,
    () =>
      new Promise((heard) => {
        setImmediate(() => {
          happened.push('poller answered');
          heard();
        });
      }),
  );
  await keep(webhook('a', '1')).then(() => happened.push('answer'));
  expect(happened.slice(-3)).toEqual(['wake a', 'poller answered', 'answer']);
});

test('a slow poller delays no commit', async () => {
  const { happened, keep } = setUp(
    async (webhooks) => webhooks.length,
    () => new Promise(() => {}),
  );
  await keep(webhook('a', '1'));
  expect(happened.at(-1)).toBe('wake a');
});
