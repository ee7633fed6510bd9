import { expect, test, vi } from 'vitest';
import type { AppWorld } from '../support/app-world.ts';
import { countersOfShop, type Fate, isReady, isShipped, type ShopCounter } from '../support/counters-of-shop.ts';
import { openClaims } from '../support/shop.ts';

const patient = { timeout: 30_000, interval: 20 };
const customerNo = '081234567890';
const order = { productCode: 'TSEL10', customerNo };

/** A shop of two counters, the first of which has sold something that stays open since its folder was copied. */
async function soldSinceCopy() {
  const shop = await countersOfShop(['Front', 'Back']);
  const [front, back] = shop.counters;
  if (!front || !back) throw new Error('two counters');
  const first = await front.open();
  await isReady(first, front);
  await isShipped(first);
  await first.app.close();
  const copy = front.copy();
  const running = await front.open();
  await isReady(running, front);
  shop.provider.simulator.control({ do: 'behave', customer_no: customerNo, behaviour: 'never-final', times: 9 });
  const sold = await running.call('order', order);
  expect(sold.value.state).toBe('pending');
  const other = await back.open();
  await isReady(other, back);
  const at = { relay: shop.under.relay, mailbox: front.mailbox, token: front.token };
  const isClaimed = async (): Promise<void> =>
    expect((await openClaims(at)).own).toMatchObject([{ id: sold.value.id, state: 'unresolved' }]);
  return { ...shop, front, copy, running, other, saleId: sold.value.id, isClaimed };
}

/** Until the counter has compared its claims with the relay's. */
const hasSale = ({ call }: AppWorld, id: string): Promise<void> =>
  vi.waitFor(async () => expect((await call('transactions.get', { id })).value?.state).toBe('unknown'), patient);

const ofLog =
  (fate: Fate): ShopCounter['line']['fate'] =>
  ({ url }) =>
    /\/log(\?|$)/.test(url) ? fate : {};

test.each<[string, Fate]>([
  ['comes at once', {}],
  ['comes late', { afterMs: 400 }],
  ['is lost', { lost: 'answer' }],
])('a folder that was put back takes back no claim, where what the relay says of the log %s', async (_, fate) => {
  const { front, copy, running, other, saleId, isClaimed, sent } = await soldSinceCopy();
  await running.app.close();
  front.putBack(copy);
  front.line.fate = ofLog(fate);
  const older = await front.open();
  await hasSale(older, saleId);
  await isClaimed();
  expect((await other.call('order', order)).error).toMatchObject({ code: 'in_flight', counter: { name: 'Front' } });
  expect(sent(customerNo)).toBe(1);
});

test('a copy of the folder that is opened beside the running counter takes back no claim', async () => {
  const { front, copy, running, other, saleId, isClaimed, sent } = await soldSinceCopy();
  const beside = front.beside(copy);
  const second = await beside.open();
  await hasSale(second, saleId);
  await isClaimed();
  expect((await other.call('order', order)).error).toMatchObject({ code: 'in_flight', counter: { name: 'Front' } });
  expect((await second.call('order', order)).ok).toBe(false);
  expect((await running.call('transactions.get', { id: saleId })).value.state).toBe('pending');
  expect(sent(customerNo)).toBe(1);
});
