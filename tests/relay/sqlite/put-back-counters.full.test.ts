import { describe, expect, test, vi } from 'vitest';
import { hashToken } from '../../../src/server/credentials.ts';
import { countersOfShop, isReady } from '../../support/counters-of-shop.ts';
import { relayWithCopies } from '../../support/relay-copies.ts';

const patient = { timeout: 30_000, interval: 50 };
const customerNo = '081234567890';
const order = { productCode: 'TSEL10', customerNo };
const pin = '1234';
const at = '2026-01-01T00:00:00.000Z';

type Shop = Awaited<ReturnType<typeof countersOfShop>>;
type Counter = Shop['counters'][number];

/** What the relay's operator does about a counter, before the copy is made and after it. */
const changes: Record<
  string,
  (shop: Shop, counter: Counter) => { before(): Promise<unknown>; after(): Promise<unknown> }
> = {
  'joined the shop': ({ shops, shop }, { mailbox }) => ({
    before: () => shops.removeFromShop(shop, mailbox),
    after: () => shops.addToShop(shop, mailbox),
  }),
  'was enabled again': ({ mailboxes }, { mailbox }) => ({
    before: () => mailboxes.setDisabled(mailbox, at),
    after: () => mailboxes.setDisabled(mailbox, null),
  }),
  'got a new token': ({ mailboxes }, { mailbox, token }) => ({
    before: () => mailboxes.rotateToken(mailbox, hashToken('an earlier token'), at),
    after: () => mailboxes.rotateToken(mailbox, hashToken(token), at),
  }),
};

/** A shop whose relay was copied before an operator changed something about one of its counters; the first one has something open. */
async function soldSinceChange(name: keyof typeof changes, whose: 'seller' | 'next') {
  const { under, copy, putBack } = await relayWithCopies();
  const shop = await countersOfShop(['Front', 'Back', 'Third'], async () => under);
  const [front, back] = shop.counters;
  if (!front || !back) throw new Error('two counters');
  const change = changes[name]?.(shop, whose === 'seller' ? front : back);
  await change?.before();
  const copied = await copy();
  await change?.after();
  const [first, other] = await Promise.all(
    shop.counters.map(async (counter) => {
      const world = await counter.open();
      await world.call('settings.save', { supervisorPin: { next: pin } });
      await isReady(world, counter);
      return world;
    }),
  );
  if (!first || !other) throw new Error('two counters');
  shop.provider.simulator.control({ do: 'behave', customer_no: customerNo, behaviour: 'never-final', times: 9 });
  expect((await first.call('order', order)).value.state).toBe('pending');
  const shopAt = async () => (await other.call('status')).value.shop;
  return { ...shop, other, shopAt, putBack: (epoch?: null) => putBack(copied, epoch) };
}

describe.each([
  ['and nobody says so', null],
  ['and the command was run', undefined],
] as const)('a relay is put back to a copy from before a change of its counters, %s', (_, epoch) => {
  test.each(Object.keys(changes))(
    'what a counter has open that %s since is sent by no other one, until a supervisor goes on',
    async (name) => {
      const { other, shopAt, putBack, sent } = await soldSinceChange(name, 'seller');
      await putBack(epoch);
      await vi.waitFor(async () => expect(await shopAt()).toMatchObject({ lacksCounters: true }), patient);
      // One whose token is another in the copy is known there, and cannot say anything.
      const waitsFor = name === 'got a new token' ? ['Front'] : [];
      await vi.waitFor(async () => expect(await shopAt()).toMatchObject({ waitsFor }), patient);
      expect((await other.call('order', order)).error).toMatchObject({ reason: 'relay_restored' });
      expect(sent(customerNo)).toBe(1);
      expect((await other.call('safety.accept', { what: 'relay_restored', pin: '9999' })).ok).toBe(false);
      expect((await other.call('safety.accept', { what: 'relay_restored', pin })).ok).toBe(true);
      expect((await other.call('order', { ...order, customerNo: '081200000002' })).error).toBeUndefined();
      expect(await shopAt()).not.toHaveProperty('lacksCounters');
    },
    120_000,
  );

  test('a counter that joined the shop since sells nothing, until a supervisor says that it was taken out', async () => {
    const { other, shopAt, putBack, sent } = await soldSinceChange('joined the shop', 'next');
    await putBack(epoch);
    await vi.waitFor(async () => expect(await shopAt()).toMatchObject({ isLeft: true, isKeyMissing: false }), patient);
    expect((await other.call('order', order)).error).toMatchObject({ code: 'not_configured', reason: 'shop_left' });
    expect(sent(customerNo)).toBe(1);
    expect((await other.call('safety.accept', { what: 'shop_left', pin: '9999' })).ok).toBe(false);
    expect(await shopAt()).toMatchObject({ isLeft: true });
    expect((await other.call('safety.accept', { what: 'shop_left', pin })).ok).toBe(true);
    expect(await shopAt()).toBeUndefined();
    expect((await other.call('order', { ...order, customerNo: '081200000002' })).ok).toBe(true);
  }, 120_000);
});
