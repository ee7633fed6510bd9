import { expect, test, vi } from 'vitest';
import { countersOfShop, isReady } from '../../support/counters-of-shop.ts';
import { relayWithCopies } from '../../support/relay-copies.ts';

const customerNo = '081234567890';
const order = { productCode: 'TSEL10', customerNo };

test.each([0, 1500])(
  'a relay put back to a copy without a shop key, and without a counter that joined since (its list comes after %i ms)',
  async (beforeMs) => {
    const { under, copy, putBack } = await relayWithCopies();
    const { counters, shops, shop, provider, sent } = await countersOfShop(['Front', 'Back'], async () => under);
    const [front, back] = counters;
    if (!front || !back) throw new Error('two counters');
    await shops.removeFromShop(shop, back.mailbox);
    await shops.rotateShopKey(shop, null);
    const copied = await copy();
    await shops.addToShop(shop, back.mailbox);
    const first = await front.open();
    await isReady(first, front);
    const before = front.secrets.stored.get('shopKey');
    const keyOf = (): unknown => JSON.parse(front.secrets.stored.get('knownShop') ?? '{}').keyId;
    await vi.waitFor(() => expect(keyOf()).toEqual(expect.any(String)), { timeout: 20_000 });
    expect(before).toBeDefined();
    back.secrets.stored.set('shopKey', front.secrets.stored.get('shopKey') ?? '');
    const other = await back.open();
    await isReady(other, back);
    provider.simulator.control({ do: 'behave', customer_no: customerNo, behaviour: 'never-final', times: 9 });
    await vi.waitFor(async () => expect((await other.call('order', order)).error).toBeUndefined(), { timeout: 20_000 });
    front.line.fate = ({ method, url }) =>
      method === 'GET' && new URL(url).pathname.endsWith('/claims') ? { beforeMs } : {};
    await putBack(copied);
    await vi.waitFor(
      async () => {
        expect((await first.call('order', order)).ok).toBe(false);
        expect((await first.call('status')).value.shop).toMatchObject({ lacksCounters: true });
      },
      { timeout: 20_000 },
    );
    expect(sent(customerNo)).toBe(1);
  },
  120_000,
);
