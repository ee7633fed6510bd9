import { createServer } from 'node:http';
import { setImmediate as breathe } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock, systemRandom } from '../../../src/main/base/system/clock-and-random.ts';
import { createNodeTransport } from '../../../src/main/base/system/http-transport.ts';
import { createShopClient } from '../../../src/main/relay-client/shop-client.ts';
import { type Notice, type NoticeHandlers, ShopNotices } from '../../../src/main/shop/notices.ts';
import { readShopKey } from '../../../src/main/shop/shop-key.ts';
import type { ShopMembership } from '../../../src/main/shop/shop-membership.ts';
import type { ShopOfMailbox } from '../../../src/shared/wire/shop.ts';
import { fakeShopKey, fakeShopRelay, memberOf } from '../../support/fake-shop.ts';
import { recordingLog, seededRandom, virtualClock } from '../../support/fake-system.ts';
import { listenLocally } from '../../support/local-server.ts';

const idOf = (n: number): string => `0195f0aa-0000-7000-8000-${String(n).padStart(12, '0')}`;

function world() {
  const relay = fakeShopRelay();
  relay.shop.keyId = fakeShopKey().key.id;
  const clock = virtualClock();
  const counter = (
    name: string,
    options: { membership?: Pick<ShopMembership, 'shop'>; position?: number; fails?: () => boolean } = {},
  ) => {
    const state = { upTo: options.position ?? 0, arrived: [] as Notice[], toPost: [] as Omit<Notice, 'seq'>[] };
    const handlers: NoticeHandlers = {
      readUpTo: async () => state.upTo,
      async arrived(notices, { upTo }) {
        if (options.fails?.()) throw new Error('the disk is full');
        state.arrived.push(...notices);
        state.upTo = upTo;
      },
      toPost: async () => state.toPost,
      async posted(id) {
        state.toPost = state.toPost.filter((one) => one.id !== id);
      },
    };
    const log = recordingLog();
    const notices = new ShopNotices({
      membership: options.membership ?? memberOf(),
      relay: relay.counter(name),
      handlers,
      clock,
      random: seededRandom(name),
      log,
    });
    onTestFinished(() => notices.stop());
    const page = async (shop: ShopOfMailbox | null = relay.page()): Promise<void> => {
      notices.learn(shop);
      for (let turn = 0; turn < 50; turn += 1) await breathe();
    };
    const says = (n: number) =>
      state.toPost.push({ id: idOf(n), topic: 'erasure', plain: Buffer.from(`erasure ${n}`) });
    const texts = () => state.arrived.map(({ plain }) => Buffer.from(plain).toString());
    return { notices, state, log, page, says, texts };
  };
  return { relay, clock, counter };
}

test('what one counter posts reaches the others once, in order and page by page', async () => {
  const { relay, counter } = world();
  const [one, two] = [counter('kasir 1'), counter('kasir 2')];
  for (let n = 1; n <= 8; n += 1) one.says(n);
  await one.page();
  expect(one.state.toPost).toEqual([]);
  await two.page();
  expect(two.texts()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `erasure ${n}`));
  await two.page();
  expect(two.texts()).toHaveLength(8);
  expect(JSON.stringify(relay.notices)).not.toContain('erasure 1');
});

test('what the relay did not get, or whose answer was lost, is posted again and stays one notice', async () => {
  const { relay, clock, counter } = world();
  const one = counter('kasir 1');
  await one.page();
  one.says(1);
  for (const behaviour of ['loses_requests', 'loses_answers', 'refuses', 'answers'] as const) {
    relay.state.behaviour = behaviour;
    await one.page();
    await clock.pass(6000);
  }
  expect(one.state.toPost).toEqual([]);
  expect(relay.notices).toHaveLength(1);
});

test('a relay that is silent is not asked with every page', async () => {
  const { relay, clock, counter } = world();
  const one = counter('kasir 1');
  one.says(1);
  relay.state.behaviour = 'loses_requests';
  await one.page();
  relay.state.behaviour = 'answers';
  await one.page();
  expect(relay.notices).toEqual([]);
  await clock.pass(6000);
  await one.page();
  expect(relay.notices).toHaveLength(1);
});

test('a notice that could not be stored is read again', async () => {
  const { clock, counter } = world();
  const one = counter('kasir 1');
  one.says(1);
  await one.page();
  let isFull = true;
  const two = counter('kasir 2', { fails: () => isFull });
  await two.page();
  expect(two.state.upTo).toBe(0);
  isFull = false;
  await clock.pass(6000);
  await two.page();
  expect(two.texts()).toEqual(['erasure 1']);
});

test('a relay that was put back to an older copy, whose numbers come again, is read from its oldest', async () => {
  const { counter } = world();
  const one = counter('kasir 1');
  one.says(1);
  await one.page();
  const two = counter('kasir 2', { position: 40 });
  await two.page();
  expect(two.texts()).toEqual(['erasure 1']);
  expect(two.state.upTo).toBe(1);
});

test('a counter without the key of the page reads nothing and posts nothing', async () => {
  const { relay, counter } = world();
  const other = readShopKey(Buffer.alloc(32, 8).toString('base64url'));
  const shop = memberOf().shop();
  const one = counter('kasir 1', { membership: { shop: () => shop && { ...shop, key: other } } });
  one.says(1);
  await one.page();
  expect(relay.notices).toEqual([]);
  expect(one.state.toPost).toHaveLength(1);
});

test('what was sealed with another key, or changed, is tried once more and then left', async () => {
  const { relay, clock, counter } = world();
  const one = counter('kasir 1');
  for (let n = 1; n <= 3; n += 1) one.says(n);
  await one.page();
  const [, second] = relay.notices;
  if (second) second.sealed = `AAAA${second.sealed.slice(4)}`;
  const two = counter('kasir 2');
  await two.page();
  expect(two.texts()).toEqual(['erasure 1']);
  expect(two.state.upTo).toBe(1);
  await clock.pass(6000);
  await two.page();
  expect(two.texts()).toEqual(['erasure 1', 'erasure 3']);
  expect(two.state.upTo).toBe(3);
});

test('a notice whose id or topic the relay has changed opens as nothing', async () => {
  const { relay, clock, counter } = world();
  const one = counter('kasir 1');
  one.says(1);
  await one.page();
  const [first] = relay.notices;
  if (first) first.topic = 'office';
  const two = counter('kasir 2');
  await two.page();
  await clock.pass(6000);
  await two.page();
  expect(two.texts()).toEqual([]);
});

test.each(['reads', 'posts'])(
  'a relay that holds its answer holds up no end, where the caller %s',
  async (does) => {
    const connected = Promise.withResolvers<void>();
    const server = createServer(() => connected.resolve());
    onTestFinished(() => {
      server.close().closeAllConnections();
    });
    const port = await listenLocally(server);
    const toPost = does === 'posts' ? [{ id: idOf(1), topic: 'erasure' as const, plain: Buffer.from('erasure') }] : [];
    const notices = new ShopNotices({
      membership: memberOf(),
      relay: createShopClient({
        transport: createNodeTransport(),
        url: `http://127.0.0.1:${port}`,
        mailbox: 'm',
        token: 't',
      }),
      handlers: {
        readUpTo: async () => 0,
        arrived: async () => undefined,
        toPost: async () => toPost,
        posted: async () => undefined,
      },
      clock: systemClock,
      random: systemRandom,
      log: recordingLog(),
    });
    const shop = { id: 's1', name: 'Toko', keyId: fakeShopKey().key.id };
    notices.learn(does === 'reads' ? { ...shop, notices: 3 } : shop);
    await connected.promise;
    await expect(notices.stop()).resolves.toBeUndefined();
  },
  10_000,
);
