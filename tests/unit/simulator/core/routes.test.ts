import { describe, expect, it } from 'vitest';
import { answered, simulated } from '../../../support/simulated.ts';

const order = { product_code: 'TSEL10', customer_no: '081234567890', callback_url: 'https://hooks.example/m' };
const { callback_url: _, ...withoutCallback } = order;

describe('a request body', () => {
  it.each<[string, string, unknown]>([
    ['a missing field', '/v1/order', withoutCallback],
    ['a field too many', '/v1/order', { ...order, ref_id: '1' }],
    ['a number for a string', '/v1/order', { ...order, customer_no: 81234567890 }],
    ['an empty string', '/v1/order', { ...order, product_code: '' }],
    ['a callback_url that is none', '/v1/order', { ...order, callback_url: 'javascript:alert(1)' }],
    ['no JSON', '/v1/order', '{'],
    ['nothing', '/v1/order', ''],
    ['a callback_url on an inquiry', '/v1/billing/inquiry', order],
    ['a payment without its customer_no', '/v1/billing/pay', { transaction_id: 'x', product_code: 'PLNPOST' }],
  ])('with %s is refused with 400 and an envelope', async (_title, path, body) => {
    const { send, simulator } = simulated();
    const { status, json } = answered(await send('POST', path, body));
    expect(status).toBe(400);
    expect(json).toMatchObject({ status: 'error', data: {} });
    expect(json.message).not.toBe('');
    expect(simulator.ledger()).toEqual([]);
  });

  it('must come as application/json', async () => {
    const { send } = simulated();
    expect(answered(await send('POST', '/v1/order', order, 'text/plain')).status).toBe(400);
    expect(answered(await send('POST', '/v1/order', order, 'application/json; charset=utf-8')).status).toBe(200);
  });
});

describe('the gate', () => {
  it.each([
    ['GET', '/v1/order', 405],
    ['POST', '/v1/product/TSEL10', 405],
    ['POST', '/order', 404],
    ['POST', '/v1/balance', 405],
    ['GET', '/v1/customer-name', 405],
    ['GET', '/v1/status/NOSUCH', 404],
    ['GET', '/v1/status', 404],
    ['GET', '/v1/product/NOSUCH', 404],
  ])('answers %s %s with %i', async (method, path, expected) => {
    const { send } = simulated();
    expect(answered(await send(method, path)).status).toBe(expected);
  });

  it.each(['capabilities', 'products', 'balance', 'status/ref-1'])(
    'has no %s as a plain service of the spec',
    async (path) => {
      const { send, order } = simulated({ hasCapabilities: false });
      await order('081234567890');
      expect(answered(await send('GET', `/v1/${path}`)).status).toBe(404);
    },
  );

  it('keeps prepaid and postpaid apart', async () => {
    const { order, inquiry } = simulated();
    expect(answered(await order('530000000001', 'PLNPOST')).json.status).toBe('error');
    expect(answered(await inquiry('081234567890', 'TSEL10')).json.status).toBe('error');
  });

  it('refuses to pay what was not inquired, or not for that customer', async () => {
    const { inquiry, pay, simulator } = simulated();
    const { transaction_id } = answered(await inquiry('530000000001')).json.data;
    expect(answered(await pay('SIM404', '530000000001')).status).toBe(404);
    expect(answered(await pay(transaction_id, '530000000002')).status).toBe(400);
    expect(simulator.ledger()[0]!.acted).toBe(0);
  });

  it('refuses to pay half an hour after the inquiry', async () => {
    const { inquiry, pay, clock } = simulated();
    const { transaction_id } = answered(await inquiry('530000000001')).json.data;
    await clock.pass(30 * 60_000);
    expect(answered(await pay(transaction_id, '530000000001')).status).toBe(400);
  });
});
