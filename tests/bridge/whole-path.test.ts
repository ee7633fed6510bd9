import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { startBridge } from '../support/bridge.ts';

const ref = (at: number): string => `0197f3a0-0000-7000-8000-00000000000${at}`;
const refId = (at: number): string => ref(at).replaceAll('-', '');
const success = '087800001230';
const failure = '087800001232';
const pending = '087800001233';
const order = (callbackUrl: string, customerNo = success, productCode = 'xld10') => ({
  productCode,
  customerNo,
  callbackUrl,
});

describe('a sale as the counter sends it', () => {
  test('that succeeds at once is answered so, and its result is in the mailbox', async () => {
    const { addCounter, digiflazz } = await startBridge();
    const counter = await addCounter('Kasir 1');
    const outcome = await counter.provider().order(order(counter.callbackUrl(ref(1))));
    expect(outcome).toMatchObject({
      kind: 'answered',
      faults: [],
      value: { transaction_id: refId(1), status: 'success', sn: '12345678901234567890', product_code: 'xld10' },
    });
    await expect.poll(counter.results).toEqual([
      {
        ref: ref(1),
        body: {
          transaction_id: refId(1),
          product_code: 'xld10',
          product_name: 'XL xld10',
          customer_no: success,
          sn: '12345678901234567890',
          status: 'success',
          message: 'ok',
          price: 10_450,
        },
      },
    ]);
    expect(digiflazz.transactions.get(refId(1))?.purchases).toBe(1);
  });

  test('that fails is answered as failed, and one whose answer is lost, hangs or is HTML as pending', async () => {
    const { addCounter, digiflazz } = await startBridge();
    const counter = await addCounter('Kasir 1');
    const provider = counter.provider();
    expect(await provider.order(order(counter.callbackUrl(ref(1)), failure))).toMatchObject({
      kind: 'answered',
      value: { status: 'failed' },
    });
    for (const [at, fault] of (['lost', 'html'] as const).entries()) {
      digiflazz.faults.push(fault);
      expect(await provider.order(order(counter.callbackUrl(ref(at + 2))))).toMatchObject({
        kind: 'answered',
        value: { status: 'pending' },
      });
    }
    const statuses = (await Promise.all([1, 2, 3].map((at) => counter.request('GET', `/status/${ref(at)}`)))).map(
      ({ json }) => [json.data.status, json.data.stopped],
    );
    expect(statuses).toEqual([
      ['failed', false],
      ['pending', false],
      ['pending', false],
    ]);
  });

  test('that is pending ends with the webhook, and a refund after it is a second result', async () => {
    const { addCounter, digiflazz, webhook } = await startBridge();
    const counter = await addCounter('Kasir 1');
    await counter.provider().order(order(counter.callbackUrl(ref(1)), pending));
    const settled = digiflazz.settle(refId(1), { rc: '00', status: 'Sukses', sn: '111' });
    expect(await webhook(settled)).toBe(200);
    expect(await webhook(settled)).toBe(200);
    expect(await webhook(digiflazz.settle(refId(1), { rc: '74', status: 'Gagal' }))).toBe(200);
    await expect
      .poll(async () => (await counter.results()).map(({ body }) => [body['status'], body['sn']]))
      .toEqual([
        ['success', '111'],
        ['failed', ''],
      ]);
  });

  test('sent again is the same sale, and with another product or number it is refused', async () => {
    const { addCounter, digiflazz } = await startBridge();
    const counter = await addCounter('Kasir 1');
    const body = { product_code: 'xld10', customer_no: success, callback_url: counter.callbackUrl(ref(1)) };
    const both = await Promise.all([counter.request('POST', '/order', body), counter.request('POST', '/order', body)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await counter.request('POST', '/order', body)).json.data.status).toBe('success');
    for (const change of [{ product_code: 'pln20' }, { customer_no: failure }])
      expect((await counter.request('POST', '/order', { ...body, ...change })).status).toBe(409);
    // The provider knows letters and digits only.
    const same = { ...body, callback_url: counter.callbackUrl(refId(1)) };
    expect((await counter.request('POST', '/order', same)).status).toBe(409);
    expect(digiflazz.requests.filter((name) => name === 'transaction')).toEqual(['transaction']);
  });
});

describe('a bill', () => {
  test('is shown at what the customer owes, paid once, and its result comes without a ref', async () => {
    const { addCounter, digiflazz } = await startBridge();
    const counter = await addCounter('Kasir 1');
    const provider = counter.provider();
    // The first order names the mailbox.
    await provider.order(order(counter.callbackUrl(ref(1))));
    const bill = { productCode: 'pln', customerNo: '530000000001' };
    const inquired = await provider.inquiry(bill);
    expect(inquired).toMatchObject({
      kind: 'answered',
      faults: [],
      value: {
        price: 100_000,
        customer_name: 'BUDI',
        description: { bill_sheet: 1, details: [{ period: 'NOV 2026', bill_value: 97_250, price_admin: 2_750 }] },
      },
    });
    const transactionId = inquired.kind === 'answered' ? inquired.value.transaction_id : '';
    const paid = await provider.pay({ transactionId, ...bill });
    expect(paid).toMatchObject({
      kind: 'answered',
      faults: [],
      value: { status: 'Sukses', price: 100_000, sn: 'REF:1/BUDI' },
    });
    expect(await provider.pay({ transactionId, ...bill })).toMatchObject({
      kind: 'answered',
      value: { status: 'Sukses' },
    });
    expect(digiflazz.transactions.get(transactionId)?.purchases).toBe(1);
    await expect
      .poll(async () => (await counter.results()).slice(1))
      .toMatchObject([{ ref: null, body: { transaction_id: transactionId, status: 'success', price: 100_000 } }]);
  });

  test('that the provider takes more for than its inquiry said is reported at what it took, in the answer and in the result', async () => {
    const { addCounter, digiflazz } = await startBridge();
    const counter = await addCounter('Kasir 1');
    const provider = counter.provider();
    await provider.order(order(counter.callbackUrl(ref(1))));
    const bill = { productCode: 'pln', customerNo: '530000000001' };
    const inquired = await provider.inquiry(bill);
    const transactionId = inquired.kind === 'answered' ? inquired.value.transaction_id : '';
    digiflazz.settle(transactionId, { price: 110_500, selling_price: 112_000 });
    expect(await provider.pay({ transactionId, ...bill })).toMatchObject({
      value: { status: 'Sukses', price: 112_000 },
    });
    await expect.poll(async () => (await counter.results()).at(-1)?.body['price']).toBe(112_000);
    expect((await counter.request('GET', `/status/${transactionId}`)).json.data.price).toBe(112_000);
  });

  test('whose payment has no answer is unclear to the counter, and never paid twice', async () => {
    const { addCounter, digiflazz } = await startBridge();
    const counter = await addCounter('Kasir 1');
    const provider = counter.provider();
    const bill = { productCode: 'pln', customerNo: '530000000002' };
    const inquired = await provider.inquiry(bill);
    const transactionId = inquired.kind === 'answered' ? inquired.value.transaction_id : '';
    digiflazz.faults.push('lost');
    expect(await provider.pay({ transactionId, ...bill })).toMatchObject({ kind: 'unclear', status: 202 });
    expect(await provider.pay({ transactionId, ...bill })).toMatchObject({ kind: 'unclear', status: 202 });
    expect(digiflazz.requests.filter((name) => name === 'transaction pay-pasca')).toHaveLength(1);
  });

  test('that is none, is of another counter, or is another number is not paid', async () => {
    const { addCounter } = await startBridge();
    const [one, other] = [await addCounter('Kasir 1'), await addCounter('Kasir 2')];
    const bill = { productCode: 'pln', customerNo: '530000000001' };
    expect(await one.provider().inquiry({ ...bill, customerNo: '530000000003' })).toMatchObject({
      kind: 'answered',
      value: { status: 'failed' },
    });
    const inquired = await one.provider().inquiry(bill);
    const transactionId = inquired.kind === 'answered' ? inquired.value.transaction_id : '';
    expect(await other.provider().pay({ transactionId, ...bill })).toMatchObject({ kind: 'refused', status: 404 });
    expect(await one.provider().pay({ transactionId, ...bill, customerNo: '530000000009' })).toMatchObject({
      kind: 'unclear',
    });
    expect(await one.provider().pay({ transactionId: 'x'.repeat(32), ...bill })).toMatchObject({ kind: 'refused' });
  });
});

describe('what else the provider can say', () => {
  test('is named among the capabilities, and can be asked for', async () => {
    const { addCounter, digiflazz } = await startBridge();
    digiflazz.products = 2_000;
    const { request, provider } = await addCounter('Kasir 1');
    const data = async (method: string, path: string, body?: object) => (await request(method, path, body)).json.data;
    expect(await data('GET', '/capabilities')).toEqual({
      capabilities: ['products', 'balance', 'customer-name', 'status'],
    });
    const list = await data('GET', '/products');
    expect(list.products).toHaveLength(2_001);
    expect(list.products[0]).toMatchObject({ product_code: 'xld10', cost: 10_450, status: 'active', kind: 'prepaid' });
    expect(await data('GET', '/balance')).toMatchObject({ balance: 1_250_000 });
    const meter = { product_code: 'pln20', customer_no: '12345678901' };
    expect(await data('POST', '/customer-name', meter)).toEqual({
      customer_no: '12345678901',
      customer_name: 'BUDI SANTOSO',
      power: 'R1 / 1300',
    });
    const unknown = await data('POST', '/customer-name', { ...meter, customer_no: '99999999999' });
    expect(unknown).toMatchObject({ customer_name: null, power: null });
    expect(await provider().product('xld10')).toMatchObject({
      kind: 'answered',
      faults: [],
      value: { kind: 'prepaid' },
    });
    expect(await provider().product('pln')).toMatchObject({
      kind: 'answered',
      faults: [],
      value: { kind: 'postpaid', product: { admin: 2_750, commission: 1_500 } },
    });
    expect(await provider().product('nothing')).toMatchObject({ kind: 'refused', status: 404 });
  });

  test('has one product of a code that both lists have: the one that is sold under it', async () => {
    const { addCounter, digiflazz } = await startBridge();
    digiflazz.billCode = 'XLD10';
    const { request, provider } = await addCounter('Kasir 1');
    const { products } = (await request('GET', '/products')).json.data;
    expect(products.map((one: { product_code: string; kind: string }) => [one.product_code, one.kind])).toEqual([
      ['xld10', 'prepaid'],
      ['pln20', 'prepaid'],
    ]);
    expect(await provider().product('xld10')).toMatchObject({ value: { kind: 'prepaid' } });
  });

  test('is asked no oftener than the provider allows', async () => {
    const { addCounter, digiflazz, restart } = await startBridge();
    const { request } = await addCounter('Kasir 1');
    for (let time = 0; time < 5; time += 1) {
      await request('GET', '/products');
      await request('GET', '/balance');
    }
    await restart();
    await request('GET', '/products');
    expect(digiflazz.requests.toSorted()).toEqual(['cek-saldo deposit', 'price-list pasca', 'price-list prepaid']);
  });
});

describe('what must not be', () => {
  test('a request without a token of this bridge is answered 401, and of a disabled counter too', async () => {
    const { addCounter, beside, url } = await startBridge();
    const counter = await addCounter('Kasir 1');
    await beside.counters.setDisabled(counter.counter, 1);
    expect((await counter.request('GET', '/balance')).status).toBe(401);
    for (const headers of [{}, { authorization: 'Bearer x' }, { authorization: counter.token }])
      expect((await fetch(`${url()}/v1/capabilities`, { headers })).status).toBe(401);
    expect(await counter.provider().order(order(counter.callbackUrl(ref(1))))).toMatchObject({
      kind: 'refused',
      status: 401,
    });
  });

  test('a counter sees and names no sale of another, and posts to no other mailbox', async () => {
    const { addCounter, digiflazz } = await startBridge();
    const [one, other] = [await addCounter('Kasir 1'), await addCounter('Kasir 2')];
    await one.provider().order(order(one.callbackUrl(ref(1))));
    await other.provider().order(order(other.callbackUrl(ref(2))));
    expect((await other.request('GET', `/status/${ref(1)}`)).status).toBe(404);
    expect((await other.request('GET', '/status/nothing')).status).toBe(404);
    const body = { product_code: 'xld10', customer_no: success };
    expect((await other.request('POST', '/order', { ...body, callback_url: other.callbackUrl(ref(1)) })).status).toBe(
      409,
    );
    expect((await other.request('POST', '/order', { ...body, callback_url: one.callbackUrl(ref(3)) })).status).toBe(
      403,
    );
    for (const url of ['https://elsewhere.example/hooks/m/r', one.callbackUrl('a/b'), one.callbackUrl('short'), 'x'])
      expect((await one.request('POST', '/order', { ...body, callback_url: url })).status).toBe(400);
    expect(digiflazz.transactions.size).toBe(2);
  });

  test('a counter spends no more than its limit of the day, bills included', async () => {
    const { addCounter, digiflazz } = await startBridge();
    const counter = await addCounter('Kasir 1', 25_000);
    const provider = counter.provider();
    for (const at of [1, 2]) await provider.order(order(counter.callbackUrl(ref(at))));
    expect(await provider.order(order(counter.callbackUrl(ref(3))))).toMatchObject({ kind: 'refused', status: 422 });
    // What failed was not spent.
    await provider.order(order(counter.callbackUrl(ref(4)), failure));
    const bill = { productCode: 'pln', customerNo: '530000000001' };
    const inquired = await provider.inquiry(bill);
    const transactionId = inquired.kind === 'answered' ? inquired.value.transaction_id : '';
    expect(await provider.pay({ transactionId, ...bill })).toMatchObject({ kind: 'refused', status: 422 });
    expect([...digiflazz.transactions.values()].reduce((sum, { purchases }) => sum + purchases, 0)).toBe(2);
  });

  test('a webhook from elsewhere changes nothing, and one about nobody’s sale is taken', async () => {
    const { addCounter, digiflazz, webhook } = await startBridge();
    const counter = await addCounter('Kasir 1');
    await counter.provider().order(order(counter.callbackUrl(ref(1)), pending));
    const { body } = digiflazz.settle(refId(1), { rc: '00', status: 'Sukses', sn: '1' });
    const forged = createHmac('sha1', 'another').update(body).digest('hex');
    for (const headers of [{}, { 'x-hub-signature': `sha1=${forged}` }, { 'x-hub-signature': forged }])
      expect(await webhook({ body, headers })).toBe(401);
    expect((await counter.request('GET', `/status/${ref(1)}`)).json.data.status).toBe('pending');
    expect(await webhook({ body: '{"sed":"ping","hook":{"secret":"webhook-of-tests"}}' })).toBe(200);
    expect(await webhook(digiflazz.settle('nobody', { ref_id: 'nobody', rc: '00', status: 'Sukses' }))).toBe(200);
  });

  test('a counter inquires no more bills in a minute than a cashier or a list does', async () => {
    const { addCounter, digiflazz } = await startBridge();
    const [one, other] = [await addCounter('Kasir 1'), await addCounter('Kasir 2')];
    const bill = { productCode: 'pln', customerNo: '530000000001' };
    for (let time = 0; time < 60; time += 1)
      expect(await one.provider().inquiry(bill)).toMatchObject({ kind: 'answered' });
    expect(await one.provider().inquiry(bill)).toMatchObject({
      kind: 'refused',
      status: 422,
      message: 'Terlalu banyak cek tagihan: tunggu semenit',
    });
    expect(await other.provider().inquiry(bill)).toMatchObject({ kind: 'answered' });
    expect(digiflazz.requests.filter((name) => name === 'transaction inq-pasca')).toHaveLength(61);
  });

  test('a body that is too large, no JSON or incomplete is refused, and nothing is sent', async () => {
    const { addCounter, digiflazz, url } = await startBridge();
    const { request } = await addCounter('Kasir 1');
    const huge = 'x'.repeat(10 * 1024 * 1024);
    const outcome = await request('POST', '/order', huge).catch(() => ({ status: 413 }));
    expect(outcome.status).toBe(413);
    for (const body of [
      '',
      'x',
      '[]',
      '{}',
      '{"product_code":"xld10"}',
      '{"product_code":1,"customer_no":2,"callback_url":3}',
    ])
      expect((await request('POST', '/order', body)).status).toBe(400);
    for (const path of ['/', '/v1', '/v1/nothing', '/metrics', '/hooks/iak', '/v1/order/x'])
      expect((await fetch(url() + path)).status).toBe(404);
    expect(digiflazz.requests.filter((name) => name.startsWith('transaction'))).toEqual([]);
  });

  test('an order that cannot be stored is not sent, and is no refusal', async () => {
    const { addCounter, beside, digiflazz } = await startBridge();
    const counter = await addCounter('Kasir 1');
    const full = sql`create trigger full before insert on orders begin select raise(abort, 'database or disk is full'); end`;
    await full.execute(beside.engine.db);
    const provider = counter.provider();
    expect(await provider.order(order(counter.callbackUrl(ref(1))))).toMatchObject({ kind: 'unclear', status: 500 });
    expect(digiflazz.transactions.size).toBe(0);
    await sql`drop trigger full`.execute(beside.engine.db);
    expect(await provider.order(order(counter.callbackUrl(ref(1))))).toMatchObject({ value: { status: 'success' } });
  });

  test('a code in other capitals is the same product, also when it is sent again', async () => {
    const { addCounter, digiflazz } = await startBridge();
    const counter = await addCounter('Kasir 1');
    for (let time = 0; time < 2; time += 1) {
      const outcome = await counter.provider().order(order(counter.callbackUrl(ref(1)), success, 'XLD10'));
      expect(outcome).toMatchObject({ kind: 'answered', value: { status: 'success' } });
    }
    expect(digiflazz.transactions.get(refId(1))?.buyer_sku_code).toBe('xld10');
  });

  test('a result waits for a relay that is away, and comes after a restart of the bridge', async () => {
    const { addCounter, relay, restart } = await startBridge();
    const counter = await addCounter('Kasir 1');
    const callbackUrl = counter.callbackUrl(ref(1));
    const body = { product_code: 'xld10', customer_no: success, callback_url: callbackUrl };
    await relay.relay.close();
    expect((await counter.request('POST', '/order', body)).json.data.status).toBe('success');
    await relay.restart();
    await restart();
    await expect.poll(counter.results, { timeout: 20_000 }).toHaveLength(1);
  });
});

test('metrics count, and say nothing of anybody', async () => {
  const { addCounter, metricsUrl } = await startBridge();
  const counter = await addCounter('Kasir 1');
  await counter.provider().order(order(counter.callbackUrl(ref(1))));
  await expect.poll(counter.results).toHaveLength(1);
  const text = await (await fetch(`${metricsUrl()}/metrics`)).text();
  for (const line of ['bridge_orders_total 1', 'bridge_pending 0', 'bridge_stopped 0', 'bridge_undelivered 0'])
    expect(text).toContain(`\n${line}\n`);
  expect(text).not.toContain(success);
});
