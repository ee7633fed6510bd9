import { describe, expect, it } from 'vitest';
import { answered, simulated } from '../../support/simulated.ts';

describe('a bill', () => {
  it('may not be found, and cannot be paid then', async () => {
    const { inquiry, pay } = simulated();
    const { data } = answered(await inquiry('99000000501')).json;
    expect(data).toMatchObject({ status: 'failed', description: { bill_sheet: 0, details: [] } });
    expect(answered(await pay(data.transaction_id, '99000000501')).status).toBe(400);
  });

  it('may be expired when it is paid', async () => {
    const { inquiry, pay, simulator } = simulated();
    const { transaction_id } = answered(await inquiry('99000000502')).json.data;
    expect(answered(await pay(transaction_id, '99000000502')).json.status).toBe('error');
    expect(simulator.ledger()).toMatchObject([{ acted: 0, status: 'inquiry' }]);
  });

  it('may have 36 periods, up to last month', async () => {
    const { inquiry } = simulated();
    const { description } = answered(await inquiry('99000000503')).json.data;
    expect(description.bill_sheet).toBe(36);
    expect([description.details[0].period, description.details[35].period]).toEqual(['Mar 2023', 'Feb 2026']);
  });

  it('may cost more at the second inquiry', async () => {
    const { inquiry } = simulated();
    const first = answered(await inquiry('99000000504')).json.data;
    const second = answered(await inquiry('99000000504')).json.data;
    expect(second.price - first.price).toBe(1500);
    expect(second.transaction_id).not.toBe(first.transaction_id);
  });

  it.each([
    ['505', 2500],
    ['506', -2500],
  ])('%s costs another price at pay than at inquiry', async (digits, difference) => {
    const { inquiry, pay } = simulated();
    const number = `99000000${digits}`;
    const found = answered(await inquiry(number)).json.data;
    const paid = answered(await pay(found.transaction_id, number)).json.data.data;
    expect(paid.price - found.price).toBe(difference);
  });

  it('may be refused with Gagal and no serial number', async () => {
    const { inquiry, pay, simulator } = simulated();
    const { transaction_id } = answered(await inquiry('99000000107')).json.data;
    expect(answered(await pay(transaction_id, '99000000107')).json.data.data).toMatchObject({
      status: 'Gagal',
      sn: '',
    });
    expect(simulator.ledger()).toMatchObject([{ status: 'failed' }]);
  });

  it.each([
    ['201', { kind: 'drop', when: 'after' }, 1],
    ['202', { kind: 'drop', when: 'before' }, 0],
    ['203', { kind: 'half' }, 1],
    ['211', { kind: 'answer', status: 500 }, 1],
    ['212', { kind: 'answer', status: 500 }, 0],
    ['221', { kind: 'answer', status: 307 }, 0],
    ['232', { kind: 'answer', status: 400 }, 0],
  ])('%s: paying gives %j and is carried out %i times', async (digits, expected, acted) => {
    const { inquiry, pay, simulator } = simulated();
    const number = `99000000${digits}`;
    const { transaction_id } = answered(await inquiry(number)).json.data;
    expect(await pay(transaction_id, number)).toMatchObject(expected);
    expect(simulator.ledger()).toMatchObject([{ acted, status: acted === 1 ? 'success' : 'inquiry' }]);
  });

  it('that is paid twice is carried out twice, and the ledger shows it', async () => {
    const { inquiry, pay, simulator } = simulated();
    const { transaction_id } = answered(await inquiry('530000000001')).json.data;
    const first = answered(await pay(transaction_id, '530000000001')).json.data.data;
    const second = answered(await pay(transaction_id, '530000000001')).json.data.data;
    expect(second.sn).not.toBe(first.sn);
    expect(simulator.ledger()).toMatchObject([{ acted: 2 }]);
  });

  it('may be gone once it was paid, though the answer was lost', async () => {
    const { inquiry, pay } = simulated();
    const { transaction_id } = answered(await inquiry('99000000513')).json.data;
    expect((await pay(transaction_id, '99000000513')).kind).toBe('drop');
    expect(answered(await inquiry('99000000513')).json.data.status).toBe('failed');
  });

  it.each([
    ['508', { kind: 'drop' }],
    ['509', { kind: 'answer', status: 500 }],
    ['510', { kind: 'answer', status: 400 }],
    ['517', { kind: 'answer', status: 307, headers: { location: '/v1/billing/inquiry' } }],
  ])('%s: the inquiry gives %j', async (digits, expected) => {
    const { inquiry } = simulated();
    expect(await inquiry(`99000000${digits}`)).toMatchObject(expected);
  });
});
