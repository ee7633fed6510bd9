import { describe, expect, test, vi } from 'vitest';
import type { AppWorld } from '../support/app-world.ts';
import { countersOfShop, isReady } from '../support/counters-of-shop.ts';
import { relayWithCopies } from '../support/relay-copies.ts';

const patient = { timeout: 30_000, interval: 20 };
const customerNo = '081234567890';
const order = { productCode: 'TSEL10', customerNo };
const pin = '1234';

/** What the first counter has sold since the relay was copied. */
async function soldSinceCopy(behaviour: 'never-final' | null) {
  const { under, copy, putBack } = await relayWithCopies();
  const shop = await countersOfShop(['Front', 'Back'], async () => under);
  const [front, back] = shop.counters;
  if (!front || !back) throw new Error('two counters');
  const [first, other] = [await front.open(), await back.open()];
  await first.call('settings.save', { supervisorPin: { next: pin } });
  await other.call('settings.save', { supervisorPin: { next: pin } });
  await isReady(first, front);
  await isReady(other, back);
  const copied = await copy();
  if (behaviour) shop.provider.simulator.control({ do: 'behave', customer_no: customerNo, behaviour, times: 9 });
  const sold = await first.call('order', order);
  expect(sold.ok).toBe(true);
  return { ...shop, first, other, saleId: sold.value.id, putBack: (epoch?: null) => putBack(copied, epoch) };
}

/** Presses until the answer is another one than that the relay does not answer. */
async function pressed({ call }: AppWorld): Promise<{ code: string; reason: string | undefined }> {
  return vi.waitFor(async () => {
    const answer = await call('order', order);
    const { code = 'ok', reason } = answer.error ?? {};
    if (code === 'relay_unreachable' && reason !== 'relay_restored') throw new Error(`${code} ${reason}`);
    return { code, reason };
  }, patient);
}

test('a relay that was put back lets no counter send what another one has open', async () => {
  const { other, putBack, sent } = await soldSinceCopy('never-final');
  await putBack();
  await vi.waitFor(async () => expect(await pressed(other)).toMatchObject({ code: 'in_flight' }), patient);
  expect(sent(customerNo)).toBe(1);
});

test('what succeeded today is asked about after the relay was put back', async () => {
  const { first, other, saleId, putBack, sent } = await soldSinceCopy(null);
  await vi.waitFor(
    async () => expect((await first.call('transactions.get', { id: saleId })).value.state).toBe('success'),
    patient,
  );
  await putBack();
  await vi.waitFor(async () => expect(await pressed(other)).toMatchObject({ code: 'duplicate' }), patient);
  expect(sent(customerNo)).toBe(1);
});

test.each([
  ['has open', 'never-final', 'in_flight'],
  ['sold today', null, 'duplicate'],
] as const)(
  'what another counter %s is not sent again though nobody said that the relay was put back',
  async (_, behaviour, code) => {
    const { first, other, saleId, putBack, sent } = await soldSinceCopy(behaviour);
    const state = behaviour === null ? 'success' : 'pending';
    await vi.waitFor(
      async () => expect((await first.call('transactions.get', { id: saleId })).value.state).toBe(state),
      patient,
    );
    await putBack(null);
    await vi.waitFor(async () => expect(await pressed(other)).toMatchObject({ code }), patient);
    expect(sent(customerNo)).toBe(1);
  },
);

describe.each([
  ['and nobody says so', null],
  ['and the command was run', undefined],
] as const)('what is on its way to the provider while the relay is put back, %s', (_, epoch) => {
  test.each(['an order', 'a bill'] as const)(
    '%s is not sent by another counter, before its answer or after it',
    async (subject) => {
      const { under, copy, putBack } = await relayWithCopies();
      const { counters, provider } = await countersOfShop(['Front', 'Back'], async () => under);
      const [front, back] = counters;
      if (!front || !back) throw new Error('two counters');
      const [first, other] = [await front.open(), await back.open()];
      await isReady(first, front);
      await isReady(other, back);
      const bill = { productCode: 'PLNPOST', customerNo: '530000000001' };
      const unsettled = subject === 'an order' ? customerNo : bill.customerNo;
      provider.simulator.control({
        do: 'behave',
        customer_no: unsettled,
        behaviour: subject === 'an order' ? 'never-final' : 'lost',
        times: 9,
      });
      const billOf = async (world: AppWorld): Promise<string> => (await world.call('inquiry', bill)).value.id;
      const [ownBill, otherBill] = subject === 'an order' ? ['', ''] : [await billOf(first), await billOf(other)];
      const sell = ({ call }: AppWorld, id: string) =>
        subject === 'an order' ? call('order', order) : call('pay', { id });
      const path = subject === 'an order' ? /order$/ : /pay$/;
      const times = (): number => provider.simulator.requests().filter((one) => path.test(one.path)).length;
      const copied = await copy();
      const answer = Promise.withResolvers<void>();
      front.line.answered = ({ url }) => (path.test(url) ? answer.promise : undefined);
      const selling = sell(first, ownBill);
      await vi.waitFor(() => expect(times()).toBe(1), patient);
      await putBack(copied, epoch);
      let lists = 0;
      front.line.fate = ({ method, url }) => {
        if (method === 'GET' && new URL(url).pathname.endsWith('/claims')) lists += 1;
        return {};
      };
      const refused = async (wanted: object): Promise<void> =>
        vi.waitFor(async () => expect((await sell(other, otherBill)).error).toMatchObject(wanted), patient);
      await refused({ reason: 'relay_restored' });
      // It has compared as far as it can.
      await vi.waitFor(() => expect(lists).toBeGreaterThan(0), patient);
      await refused({ reason: 'relay_restored' });
      answer.resolve();
      await selling;
      await refused({ code: 'in_flight' });
      expect(times()).toBe(1);
    },
  );
});

test('while a counter has not compared nothing is sold, in words, until a supervisor goes on', async () => {
  const { first, other, putBack, sent } = await soldSinceCopy('never-final');
  await first.app.close();
  await putBack();
  expect(await pressed(other)).toEqual({ code: 'relay_unreachable', reason: 'relay_restored' });
  await vi.waitFor(
    async () => expect((await other.call('status')).value.shop).toMatchObject({ waitsFor: ['Front'] }),
    patient,
  );
  expect((await other.call('safety.accept', { what: 'relay_restored', pin: '9999' })).ok).toBe(false);
  expect(await pressed(other)).toMatchObject({ reason: 'relay_restored' });
  expect(sent(customerNo)).toBe(1);
  expect((await other.call('safety.accept', { what: 'relay_restored', pin })).ok).toBe(true);
  expect(await pressed(other)).toMatchObject({ code: 'ok' });
  expect((await other.call('status')).value.shop).not.toHaveProperty('waitsFor');
});
