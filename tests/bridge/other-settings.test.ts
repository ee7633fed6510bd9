import { expect, test } from 'vitest';
import { startBridge } from '../support/bridge.ts';
import { DigiflazzServer, digiflazzAccount } from '../support/digiflazz-server.ts';

const refId = (at: number): string => `0197f3a000007000800000000000000${at}`;
const numberOf = { product_code: 'xld10', customer_no: '087800001230' };
const bill = { product_code: 'pln', customer_no: '530000000001' };

test('an order of the trial is not sent again once the trial is over: its check would buy it', async () => {
  const { addCounter, beside, digiflazz, restart } = await startBridge();
  const counter = await addCounter('Kasir 1');
  await counter.request('GET', '/products');
  const order = (at: number) =>
    counter.request('POST', '/order', { ...numberOf, callback_url: counter.callbackUrl(refId(at)) });
  await restart({ BRIDGE_TESTING: 'true' });
  digiflazz.faults.push('lost');
  expect((await order(1)).json.data.status).toBe('pending');
  await restart();
  digiflazz.faults.push('lost');
  expect((await order(2)).json.data.status).toBe('pending');
  // Both are due, that of the trial first.
  for (const at of [1, 2])
    await beside.engine.db.updateTable('orders').set({ nextAt: at }).where('refId', '=', refId(at)).execute();
  await restart();
  await expect.poll(async () => (await counter.request('GET', `/status/${refId(2)}`)).json.data.status).toBe('success');
  expect(digiflazz.requests.filter((name) => name === 'transaction')).toHaveLength(3);
  expect((await counter.request('GET', `/status/${refId(1)}`)).json.data.status).toBe('pending');
});

test('a bill that was inquired in the trial is not paid after it', async () => {
  const { addCounter, digiflazz, restart } = await startBridge();
  const counter = await addCounter('Kasir 1');
  await restart({ BRIDGE_TESTING: 'true' });
  const { transaction_id } = (await counter.request('POST', '/billing/inquiry', bill)).json.data;
  await restart();
  expect((await counter.request('POST', '/billing/pay', { ...bill, transaction_id })).status).toBe(404);
  expect(digiflazz.requests).not.toContain('transaction pay-pasca');
});

test('an order of another account is not sent again with this one, which would buy it, and is again with its own', async () => {
  const { addCounter, beside, digiflazz, restart } = await startBridge();
  const counter = await addCounter('Kasir 1');
  digiflazz.faults.push('lost');
  const order = { ...numberOf, callback_url: counter.callbackUrl(refId(1)) };
  expect((await counter.request('POST', '/order', order)).json.data.status).toBe('pending');
  const status = async () => (await counter.request('GET', `/status/${refId(1)}`)).json.data;
  const isDue = () => beside.engine.db.updateTable('orders').set({ nextAt: 1 }).execute();
  await beside.counters.saveSecret('digiflazz', JSON.stringify({ ...digiflazzAccount, username: 'toko-lain' }));
  await isDue();
  await restart();
  // What follows it in the same loop has been looked at.
  await counter.request('POST', '/order', { ...order, callback_url: counter.callbackUrl(refId(2)) });
  expect(await status()).toMatchObject({ status: 'pending', stopped: true });
  expect(digiflazz.transactions.get(refId(1))?.purchases).toBe(1);
  expect(digiflazz.requests.filter((name) => name === 'transaction')).toHaveLength(2);
  await beside.counters.saveSecret('digiflazz', JSON.stringify(digiflazzAccount));
  await restart();
  await expect.poll(async () => (await status()).status).toBe('success');
});

test('the list of another provider is not sold from', async () => {
  const { addCounter, digiflazz, restart } = await startBridge();
  const counter = await addCounter('Kasir 1');
  expect((await counter.request('GET', '/product/xld10')).status).toBe(200);
  const other = new DigiflazzServer();
  const address = await other.listen();
  await other.close();
  // One that cannot be reached yet.
  await restart({ BRIDGE_PROVIDER_URL: address });
  const callback_url = counter.callbackUrl(refId(1));
  const refused = await counter.request('POST', '/order', { ...numberOf, callback_url });
  // Nobody knows whether it has the product.
  expect([refused.status, refused.json.message]).toEqual([422, expect.stringContaining('Daftar produk')]);
  expect((await counter.request('GET', '/product/xld10')).status).toBe(503);
  await restart();
  expect((await counter.request('GET', '/product/xld10')).status).toBe(200);
  expect(digiflazz.requests.toSorted()).toEqual(['price-list pasca', 'price-list prepaid']);
});

test('a shop without bills has a whole list: what is not in it is not sold', async () => {
  const { addCounter } = await startBridge({ hasBills: false });
  const counter = await addCounter('Kasir 1');
  expect((await counter.request('GET', '/product/nothing')).status).toBe(404);
});
