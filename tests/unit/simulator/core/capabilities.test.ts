import { expect, test } from 'vitest';
import {
  Balance,
  Capabilities,
  CustomerName,
  capabilityNames,
  ListedProduct,
  ProductList,
  SaleStatus,
} from '../../../../src/shared/wire/capabilities.ts';
import { answered, simulated } from '../../../support/simulated.ts';

const world = (options: Parameters<typeof simulated>[0] = {}) => {
  const service = simulated(options);
  const get = async (path: string) => answered(await service.send('GET', `/v1/${path}`)).json.data;
  return { ...service, get };
};

test('all capabilities are offered', async () => {
  expect(Capabilities.parse(await world().get('capabilities')).capabilities).toEqual(capabilityNames);
});

test('the list has costs and cut-offs of what a shop sells, and no code that stands for a behaviour', async () => {
  const products = ProductList.parse(await world().get('products')).products.map((one) => ListedProduct.parse(one));
  expect(products.find((one) => one.product_code === 'TSEL10')).toMatchObject({
    kind: 'prepaid',
    cost: expect.any(Number),
    start_cut_off: '00:00:00',
    status: 'active',
  });
  expect(products.find((one) => one.product_code === 'PLNPOST')).toMatchObject({
    kind: 'postpaid',
    admin: 3000,
    cost: null,
  });
  expect(products.some((one) => one.product_code === 'LOST10')).toBe(false);
});

test('the balance falls by what was bought, and not by what failed', async () => {
  const { get, order, clock } = world();
  const left = async () => Balance.parse(await get('balance')).balance;
  const before = await left();
  await order('081234567890');
  const after = await left();
  expect(after).toBeLessThan(before);
  await order('0800000000106');
  await clock.pass(60_000);
  expect(await left()).toBe(after);
});

test('a name stands behind a meter, and behind no phone', async () => {
  const { send } = world();
  const nameOf = async (product_code: string, customer_no: string) =>
    CustomerName.parse(answered(await send('POST', '/v1/customer-name', { product_code, customer_no })).json.data);
  expect(await nameOf('PLN20', '12345678901')).toMatchObject({
    customer_name: expect.stringMatching(/[A-Z]/),
    power: expect.stringContaining('VA'),
  });
  expect(await nameOf('TSEL10', '081234567890')).toMatchObject({ customer_name: null, power: null });
});

test('an order has a status under its ref, a bill under its id, each as the ledger has it', async () => {
  const { get, order, inquiry, pay, clock } = world();
  await order('081234567890');
  expect(SaleStatus.parse(await get('status/ref-1'))).toMatchObject({ status: 'pending', sn: '', stopped: false });
  await clock.pass(60_000);
  expect(SaleStatus.parse(await get('status/ref-1'))).toMatchObject({ status: 'success', product_code: 'TSEL10' });
  const { transaction_id: id } = answered(await inquiry('530000000001')).json.data;
  expect(SaleStatus.parse(await get(`status/${id}`))).toMatchObject({ status: 'inquiry' });
  await pay(id, '530000000001');
  expect(SaleStatus.parse(await get(`status/${id}`))).toMatchObject({
    status: 'success',
    sn: expect.stringMatching(/./),
  });
});

test('what the provider itself lost stays pending', async () => {
  const { get, order, clock } = world();
  await order('0800000000205');
  await clock.pass(60_000);
  expect(SaleStatus.parse(await get('status/ref-1'))).toMatchObject({ status: 'pending', stopped: true });
});
