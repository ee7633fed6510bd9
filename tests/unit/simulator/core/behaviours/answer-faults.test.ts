import { describe, expect, it } from 'vitest';
import { faultsOf } from '../../../../../src/shared/wire/fields.ts';
import { OrderResult, PaymentData } from '../../../../../src/shared/wire/provider.ts';
import { answered, simulated } from '../../../../support/simulated.ts';

const paths = (faults: { path: string }[]): string[] => faults.map(({ path }) => path);

describe('an answer that is not as documented', () => {
  it.each([
    ['303', ['transaction_id']],
    ['304', ['status']],
    ['305', ['product_code', 'product_name', 'message']],
    ['306', ['status']],
    ['309', []],
  ])('order %s has faults at %j', async (digits, expected) => {
    const { order, simulator } = simulated();
    const { json } = answered(await order(`0800000000${digits}`));
    expect(paths(faultsOf(OrderResult, json.data))).toEqual(expected);
    expect(simulator.ledger()).toMatchObject([{ acted: 1 }]);
  });

  it.each([
    ['311', ['data.brand.logo']],
    ['312', ['data']],
    ['313', ['data.price']],
    ['315', ['data.sn']],
  ])('payment %s has faults at %j, and was made', async (digits, expected) => {
    const { inquiry, pay, simulator } = simulated();
    const number = `99000000${digits}`;
    const { transaction_id } = answered(await inquiry(number)).json.data;
    const { json } = answered(await pay(transaction_id, number));
    expect(paths(faultsOf(PaymentData, json.data))).toEqual(expected);
    expect(simulator.ledger()).toMatchObject([{ acted: 1, status: 'success' }]);
  });

  it('may be no JSON, an empty body or a list', async () => {
    const { order } = simulated();
    const bodyOf = async (digits: string): Promise<string> => {
      const answer = await order(`0800000000${digits}`);
      return answer.kind === 'answer' ? new TextDecoder().decode(answer.body) : '';
    };
    const broken = await bodyOf('301');
    expect(() => JSON.parse(broken)).toThrow(/JSON/);
    expect(await bodyOf('307')).toBe('');
    expect(await bodyOf('308')).toBe('[]');
    expect(Array.isArray(JSON.parse(await bodyOf('302')).data)).toBe(true);
  });

  it('names another customer on the payment it made', async () => {
    const { inquiry, pay } = simulated();
    const { transaction_id } = answered(await inquiry('99000000314')).json.data;
    expect(answered(await pay(transaction_id, '99000000314')).json.data.data.customer_no).not.toBe('99000000314');
  });
});

describe('a product lookup', () => {
  it.each([
    ['LOOKUPERROR10', { kind: 'answer', status: 500 }],
    ['LOOKUPLOST10', { kind: 'drop', when: 'before' }],
    ['LOOKUPSLOW10', { kind: 'answer', status: 200, afterMs: 8000 }],
  ])('%s gives %j', async (code, expected) => {
    const { product } = simulated();
    expect(await product(code)).toMatchObject(expected);
  });

  it('may lack its Status, or its logo', async () => {
    const { product } = simulated();
    expect(answered(await product('LOOKUPNOSTATUS10')).json.data).not.toHaveProperty('Status');
    expect(answered(await product('LOOKUPNULLLOGO10')).json.data.brand.logo).toBeNull();
  });
});
