import { describe, expect, it } from 'vitest';
import { signatureOf } from '../../../src/simulator/core/scheduler.ts';
import { answered, simulated } from '../../support/simulated.ts';

describe('a product renamed by hand', () => {
  it('is called so in lookups, in what was ordered before and in its webhooks to come', async () => {
    const { simulator, product, order, clock, sent } = simulated();
    await order('081234567890');
    expect(simulator.control({ do: 'rename', product_code: 'TSEL10', product_name: 'Pulsa 10rb' })).toBeNull();
    await clock.pass(10_000);
    expect(answered(await product('TSEL10')).json.data.product_name).toBe('Pulsa 10rb');
    expect(sent.map(({ json }) => json.product_name)).toEqual(['Pulsa 10rb']);
    expect(simulator.ledger()).toMatchObject([{ product_name: 'Pulsa 10rb' }]);
    expect(answered(await order('081200000001')).json.data.product_name).toBe('Pulsa 10rb');
    expect(answered(await order('081200000001', 'TSEL20')).json.data.product_name).toBe('Telkomsel 20.000');
  });

  it('is still called otherwise by a webhook that was made to do so', async () => {
    const { simulator, order, clock, sent } = simulated();
    await order('0800000000412');
    simulator.control({ do: 'rename', product_code: 'TSEL10', product_name: 'Pulsa 10rb' });
    await clock.pass(10_000);
    expect(sent.map(({ json }) => json.product_name)).toEqual(['Nama Lain']);
  });

  it('must be one that there is', () => {
    const { simulator } = simulated();
    expect(simulator.control({ do: 'rename', product_code: 'NOSUCH', product_name: 'x' })).toBe('no such product');
  });
});

it('signs with the key that is in use when a webhook leaves', async () => {
  let key = 'first';
  const { order, clock, sent } = simulated({ secretKey: () => key });
  await order('081234567890');
  key = 'second';
  await clock.pass(10_000);
  const { request } = sent[0]!;
  expect(request.headers['X-Service-Signature']).toBe(signatureOf(request.body, 'second'));
});
