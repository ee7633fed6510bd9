import { v7 } from 'uuid';
import { expect, test, vi } from 'vitest';
import { counterWorld } from '../support/counter-world.ts';
import { webhookBody } from '../support/provider-answers.ts';
import { body, hook, poll, type RelayUnderTest, sign, startRelay } from '../support/relay.ts';
import { pollRelay } from '../support/relay-poller.ts';

const words = (fields: object): string => JSON.stringify(webhookBody(fields));
const refuse = (under: RelayUnderTest, ref: string, ip = '192.0.2.1') =>
  hook(under, body(ref), { ref, signature: sign(body(ref), 'another key'), headers: { 'x-forwarded-for': ip } });
const refusedRefs = async (under: RelayUnderTest): Promise<unknown[]> => {
  const { json } = await poll(under);
  return ((json['unverified'] ?? []) as { ref: string }[]).map(({ ref }) => ref);
};

test('hands on the refs of refused webhooks, newest first, only in the form of order ids', async () => {
  const under = await startRelay();
  const [one, two] = [v7(), v7()];
  for (const ref of [one, 'order-1', two, 'f47ac10b-58cc-4372-a567-0e02b2c3d479']) await refuse(under, ref);
  expect(await refusedRefs(under)).toEqual(expect.arrayContaining([one, two]));
  expect(await refusedRefs(under)).toHaveLength(2);
});

test('keeps at most 64, and a flood from one network pushes out nothing but itself', async () => {
  const under = await startRelay();
  const real = v7();
  await refuse(under, real);
  for (let n = 0; n < 200; n++) await refuse(under, v7(), '203.0.113.9');
  const refs = await refusedRefs(under);
  expect(refs).toHaveLength(64);
  expect(refs).toContain(real);
});

test('a refused webhook that comes between two polls ends the second one early, once', {
  timeout: 25_000,
}, async () => {
  const under = await startRelay();
  await poll(under);
  const ref = v7();
  await refuse(under, ref);
  expect((await poll(under, { wait: 60 })).json['unverified']).toMatchObject([{ ref }]);
  const began = performance.now();
  await poll(under, { wait: 2.5 });
  expect(performance.now() - began).toBeGreaterThan(2_400);
});

test('two orders whose webhooks fit no key stop orders, and a right webhook ends that', {
  timeout: 60_000,
}, async () => {
  const under = await startRelay();
  const world = await counterWorld();
  const first = await world.ordered();
  world.says.order({ transaction_id: 'T-2' });
  const second = await world.ordered({ customerNo: '081234567891' });
  world.says.order({ transaction_id: 'T-3' });
  pollRelay(under, world);
  for (let n = 0; n < 5; n++) await refuse(under, v7());
  await refuse(under, first.id);
  await vi.waitFor(async () => expect(await world.counter.keyChange()).toEqual({ orders: 1, stopped: false }), {
    timeout: 20_000,
  });
  await refuse(under, second.id);
  await vi.waitFor(async () => expect(await world.counter.keyChange()).toEqual({ orders: 2, stopped: true }), {
    timeout: 20_000,
  });
  expect(await world.order({ customerNo: '081234567892' })).toMatchObject({
    ok: false,
    error: { code: 'relay_unreachable', reason: 'key_changed' },
  });
  expect((await world.counter.refusedOrders()).map(({ id }) => id)).toEqual([second.id, first.id]);
  await hook(under, words({ transaction_id: 'T-1' }), { ref: first.id });
  await vi.waitFor(async () => expect(await world.counter.keyChange()).toBeNull(), { timeout: 20_000 });
  expect(await world.order({ customerNo: '081234567892' })).toMatchObject({ ok: true });
  expect((await world.counter.refusedOrders()).map(({ id }) => id)).toEqual([second.id]);
});
