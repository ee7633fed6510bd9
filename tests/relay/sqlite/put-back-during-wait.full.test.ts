import { expect, test, vi } from 'vitest';
import { countersOfShop, isReady } from '../../support/counters-of-shop.ts';
import { relayWithCopies } from '../../support/relay-copies.ts';
import { openClaims } from '../../support/shop.ts';

const patient = { timeout: 30_000, interval: 50 };
const customerNo = '081234567890';
const order = { productCode: 'TSEL10', customerNo };

/** A copy of the relay from while its shop waited for one counter; that has compared since, and the other one has sold. */
async function copiedWhileWaiting(behaviour: 'never-final' | null, when: 'during' | 'after' = 'during') {
  const { under, copy, putBack } = await relayWithCopies();
  const shop = await countersOfShop(['Front', 'Back'], async () => under);
  const [front, back] = shop.counters;
  if (!front || !back) throw new Error('two counters');
  const first = await front.open();
  await isReady(first, front);
  await putBack(await copy());
  const waiting = async () =>
    (await openClaims({ relay: under.relay, mailbox: front.mailbox, token: front.token })).restore?.waiting ?? [];
  await vi.waitFor(async () => expect(await waiting()).toEqual(['Back']), patient);
  const during = await copy();
  const other = await back.open();
  await isReady(other, back);
  await vi.waitFor(async () => expect(await waiting()).toEqual([]), patient);
  const copied = when === 'during' ? during : await copy();
  if (behaviour) shop.provider.simulator.control({ do: 'behave', customer_no: customerNo, behaviour, times: 9 });
  const sold = await vi.waitFor(async () => {
    const answer = await first.call('order', order);
    expect(answer.error).toBeUndefined();
    return answer.value;
  }, patient);
  const state = behaviour === null ? 'success' : 'pending';
  await vi.waitFor(
    async () => expect((await first.call('transactions.get', { id: sold.id })).value.state).toBe(state),
    patient,
  );
  return { ...shop, front, back, first, other, waiting, putBack: (epoch?: null) => putBack(copied, epoch) };
}

test.each(['during', 'after'] as const)(
  'a relay put back to a copy from %s a wait lets no counter send what another one has open',
  async (when) => {
    const { front, back, other, putBack, sent } = await copiedWhileWaiting('never-final', when);
    await other.app.close();
    // Its answers are slow, as over a mobile line.
    front.line.fate = ({ url }) => (/\/claims/.test(url) ? { beforeMs: 6000 } : {});
    await putBack(null);
    const again = await back.open();
    await isReady(again, back);
    // It is refused until then.
    await vi.waitFor(
      async () => expect((await again.call('order', order)).error).toMatchObject({ code: 'in_flight' }),
      {
        timeout: 60_000,
        interval: 200,
      },
    );
    expect(sent(customerNo)).toBe(1);
  },
  120_000,
);

test('a relay put back to a copy from during a wait asks about what that one sold today', async () => {
  const { back, other, putBack, sent } = await copiedWhileWaiting(null);
  await other.app.close();
  await putBack(null);
  const again = await back.open();
  await isReady(again, back);
  const code = await vi.waitFor(async () => {
    const { error } = await again.call('order', order);
    if (error?.code === 'relay_unreachable') throw new Error(error.reason);
    return error?.code;
  }, patient);
  expect(code).toBe('duplicate');
  expect(sent(customerNo)).toBe(1);
}, 120_000);

test('a relay put back to a copy from during a wait waits for no counter that runs', async () => {
  const { other, putBack } = await copiedWhileWaiting('never-final');
  await putBack(null);
  await vi.waitFor(
    async () => expect((await other.call('order', { ...order, customerNo: '081200000002' })).error).toBeUndefined(),
    { timeout: 90_000, interval: 500 },
  );
}, 150_000);
