import { expect, test } from 'vitest';
import { counterWorld, lost, notThere, type Reply } from '../../support/counter-world.ts';
import { envelope } from '../../support/provider-answers.ts';

const customerNo = '12345678901';
const meter = { productCode: 'PLN20', customerNo };
const named = (fields: object = {}): Reply => ({
  json: envelope({ customer_no: customerNo, customer_name: 'BUDI CONTOH', power: 'R1 / 1300 VA', ...fields }),
});

async function tokenShop({ capabilities = ['customer-name'] }: { capabilities?: string[] } = {}) {
  const world = await counterWorld();
  const token = { product_code: 'PLN20', product_name: 'Token PLN 20.000' };
  world.says.product({ ...token, category: { name: 'Token Listrik' }, brand: { name: 'PLN', logo: null } });
  world.says.order({ ...token });
  world.says.capabilities(capabilities);
  world.say('customer-name', named());
  await world.counter.product({ productCode: 'PLN20' });
  return {
    ...world,
    name: () => world.counter.meterName(meter),
    sell: () => world.ordered({ ...meter, sellingPrice: 22_000 }),
  };
}

test('a token’s read-back has the name and power behind the meter, and its sale keeps the name', async () => {
  const { name, sell, stored, requests, log, db } = await tokenShop();
  expect(await name()).toEqual({ ok: true, value: { name: 'BUDI CONTOH', power: 'R1 / 1300 VA' } });
  expect(requests.at(-1)).toMatchObject({ body: { product_code: 'PLN20', customer_no: customerNo } });
  expect(requests.at(-1)?.url).not.toContain(customerNo);
  const sale = await sell();
  expect(await stored(sale.id)).toMatchObject({ customerName: 'BUDI CONTOH' });
  expect(JSON.stringify(log.lines)).not.toMatch(/BUDI|12345678901/);
  expect(JSON.stringify((await db.timeline(sale.id)).map(({ data }) => data))).not.toContain('BUDI');
});

test('a name is asked for once a visit, and is no later customer’s', async () => {
  const { name, times, pass, sell } = await tokenShop();
  await name();
  await name();
  expect(times('customer-name')).toBe(1);
  pass(10 * 60_000);
  expect(await sell()).toMatchObject({ customerName: null });
});

test('a name outlives an order that is refused, and is of one sale alone', async () => {
  const { name, times, rules, order, sell, stored } = await tokenShop();
  await name();
  rules.shiftsRequired = true;
  expect(await order({ ...meter, sellingPrice: 22_000 })).toMatchObject({ error: { reason: 'shift_needed' } });
  rules.shiftsRequired = false;
  const sale = await sell();
  expect(await stored(sale.id)).toMatchObject({ customerName: 'BUDI CONTOH' });
  expect(times('customer-name')).toBe(1);
  await name();
  expect(times('customer-name')).toBe(2);
});

test('another meter’s name is not taken', async () => {
  const { counter, ordered } = await tokenShop();
  await counter.meterName(meter);
  expect(await ordered({ ...meter, customerNo: '12345678902', sellingPrice: 22_000 })).toMatchObject({
    customerName: null,
  });
});

test('a meter that the provider does not know is a question, and the sale goes on', async () => {
  const { name, say, sell } = await tokenShop();
  say('customer-name', named({ customer_name: null, power: null }));
  expect(await name()).toEqual({ ok: true, value: { name: null, power: null } });
  expect(await sell()).toMatchObject({ state: 'pending', customerName: null });
});

test.each<[string, Reply]>([
  ['no answer', lost],
  ['a 404', notThere],
  ['no JSON', { text: '<html>' }],
  ['another number', named({ customer_no: '12345678999' })],
])('%s says nothing about the meter, and the sale goes on', async (_title, reply) => {
  const { name, say, sell } = await tokenShop();
  say('customer-name', reply);
  expect(await name()).toEqual({ ok: true, value: null });
  expect(await sell()).toMatchObject({ state: 'pending', customerName: null });
});

test('nothing is asked where the bridge lacks the capability, and for what is no token', async () => {
  const plain = await tokenShop({ capabilities: ['status'] });
  expect(await plain.name()).toEqual({ ok: true, value: null });
  expect(plain.times('customer-name')).toBe(0);
  const { counter, says, times } = await tokenShop();
  says.product({});
  await counter.product({ productCode: 'TSEL10' });
  expect(await counter.meterName({ productCode: 'TSEL10', customerNo: '081234567890' })).toEqual({
    ok: true,
    value: null,
  });
  expect(times('customer-name')).toBe(0);
});

test('a sale does not wait for the name', async () => {
  const { name, say, sell } = await tokenShop();
  let answer = (_reply: Reply): void => undefined;
  say('customer-name', () => new Promise<Reply>((resolve) => (answer = resolve)));
  const naming = name();
  expect(await sell()).toMatchObject({ state: 'pending', customerName: null });
  answer(named());
  await naming;
});
