import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Sale, Word } from '../../../../src/bridge/core/provider-adapter.ts';
import { iak } from '../../../../src/bridge/providers/iak.ts';

const adapter = iak({
  prepaidUrl: 'https://prepaid.example/api',
  postpaidUrl: 'https://postpaid.example/api/v1/bill/check',
  username: '0811',
  apiKey: 'kunci',
});
const sign = (subject: string): string => hash('md5', `0811kunci${subject}`);
const sale: Sale = { refId: '0197abcd', kind: 'prepaid', product: 'xld25000', number: '0817777215', billKey: '' };
const bill: Sale = { ...sale, kind: 'bill', product: 'PLNPOSTPAID', number: '530000000001', billKey: '9922430' };
const answered = (data: unknown, status = 200) => ({ status, body: Buffer.from(JSON.stringify({ data })) });

const order = {
  ref_id: '0197abcd',
  customer_id: '0817777215',
  product_code: 'xld25000',
  tr_id: 65_298,
  price: 25_000,
  sn: '123456789',
  message: 'pesan',
};
const payment = {
  ref_id: '0197abcd',
  tr_id: 9_922_430,
  hp: '530000000001',
  code: 'PLNPOSTPAID',
  tr_name: 'VERGIE',
  price: 52_500,
  selling_price: 51_350,
  noref: '148732328035714773',
  message: 'pesan',
};
const ofOrder = (data: object, status = 200): Word['says'] =>
  adapter.readWord(sale, answered({ ...order, ...data }, status), 'purchase').says;
const ofBill = (data: object, status = 200): Word['says'] =>
  adapter.readWord(bill, answered({ ...payment, ...data }, status), 'purchase').says;

describe('a prepaid order', () => {
  test.for([
    ['in process', { status: 0, rc: '39' }, 'pending'],
    ['in process as a word', { status: '0', rc: '201' }, 'pending'],
    ['a success', { status: 1, rc: '00' }, 'success'],
    ['a failure', { status: 2, rc: '07' }, 'failed'],
    ['a failure of a request that made nothing', { status: 2, rc: '17', tr_id: undefined }, 'refused'],
    ['never received', { status: undefined, rc: '06' }, 'look_again'],
    ['a success whose code is that of a process', { status: 1, rc: '39' }, 'unclear'],
    ['a success with the code of a failure', { status: 1, rc: '07' }, 'unclear'],
    ['a failure with the code of a success', { status: 2, rc: '00' }, 'unclear'],
    ['a failure that is in process', { status: 2, rc: '39' }, 'unclear'],
    ['never received, and a success', { status: 1, rc: '06' }, 'unclear'],
    ['no status with HTTP 200', { status: undefined, rc: '17' }, 'unclear'],
    ['nothing', { status: undefined, rc: undefined }, 'unclear'],
    ['about another ref', { status: 1, rc: '00', ref_id: 'another' }, 'unclear'],
    ['about another number', { status: 1, rc: '00', customer_id: '0817777216' }, 'unclear'],
    ['about another product', { status: 1, rc: '00', product_code: 'xld10000' }, 'unclear'],
    ['about no ref', { status: 1, rc: '00', ref_id: undefined }, 'unclear'],
  ] as const)('that is %s is read so', ([, data, says]) => {
    expect(ofOrder(data)).toBe(says);
  });

  test('refused with HTTP 400 was not made, and any other HTTP status says nothing', () => {
    expect(adapter.readWord(sale, answered({ rc: '17', message: 'saldo' }, 400), 'purchase').says).toBe('refused');
    expect(ofOrder({ status: 2, rc: '07' }, 400)).toBe('failed');
    expect(ofOrder({ status: 1, rc: '00' }, 400)).toBe('unclear');
    for (const status of [201, 302, 401, 403, 404, 429, 500, 503])
      expect([status, ofOrder({ status: 2, rc: '07' }, status)]).toEqual([status, 'unclear']);
    expect(adapter.readWord(sale, null, 'purchase').code).toBe('no_answer');
    expect(adapter.readWord(sale, { status: 200, body: Buffer.from('<html>') }, 'purchase').says).toBe('unclear');
  });

  test('has what it cost and its serial number; an older answer has hp and code', () => {
    expect(adapter.readWord(sale, answered({ ...order, status: 1, rc: '00' }), 'purchase')).toMatchObject({
      cost: 25_000,
      sn: '123456789',
    });
    const { customer_id: hp, product_code: code, ...rest } = order;
    expect(adapter.readWord(sale, answered({ ...rest, hp, code, status: 1, rc: '00' }), 'purchase').says).toBe(
      'success',
    );
  });

  test('is looked up without buying', () => {
    expect(adapter.checkBuys).toBe(false);
    expect(adapter.check(sale)).toEqual({
      url: 'https://prepaid.example/api/check-status',
      body: { username: '0811', ref_id: '0197abcd', sign: sign('0197abcd') },
    });
    expect(adapter.order(sale).url).toBe('https://prepaid.example/api/top-up');
  });
});

describe('a bill', () => {
  test.for([
    ['paid', { response_code: '00' }, 'success'],
    ['paid, as a check has it', { response_code: '00', status: 1 }, 'success'],
    ['failed, as a check has it', { response_code: '07', status: 2 }, 'failed'],
    ['in process, as a check has it', { response_code: '39', status: 3 }, 'pending'],
    ['pending with 05', { response_code: '05' }, 'pending'],
    ['pending with 39', { response_code: '39' }, 'pending'],
    ['pending with 201', { response_code: '201' }, 'pending'],
    ['not received with 42', { response_code: '42' }, 'look_again'],
    ['not received with status 0', { response_code: '', status: 0 }, 'unclear'],
    ['answered with any other code', { response_code: '17' }, 'unclear'],
    ['closed for the night', { response_code: '109' }, 'unclear'],
    ['of another transaction', { response_code: '00', ref_id: 'another' }, 'unclear'],
  ] as const)('that is %s is read so', ([, data, says]) => {
    expect(ofBill(data)).toBe(says);
  });

  test('costs selling_price, and the customer owes price: the reverse of Digiflazz', () => {
    const inquiry = { ...payment, response_code: '00', period: '202101', nominal: 50_000, admin: 2_500 };
    expect(adapter.readInquiry({ ...bill, billKey: '' }, answered(inquiry))).toEqual({
      says: 'bill',
      message: 'pesan',
      customerName: 'VERGIE',
      cost: 51_350,
      total: 52_500,
      sheets: 1,
      periods: [{ period: 'JAN 2021', value: 50_000, admin: 2_500 }],
      billKey: '9922430',
    });
    // A check names the state of a payment; without it this may be the answer to the inquiry.
    expect(adapter.readWord(bill, answered({ ...payment, response_code: '00' }), 'check').says).toBe('unclear');
    expect(adapter.readWord(bill, answered({ ...payment, response_code: '00', status: 1 }), 'check').says).toBe(
      'success',
    );
    expect(adapter.readWord(bill, answered({ ...payment, response_code: '00' }), 'purchase')).toMatchObject({
      cost: 51_350,
      total: 52_500,
      sn: '148732328035714773',
    });
    const detail = [1, 2].map((month) => ({
      periode: `20210${month}`,
      nilai_tagihan: '10000',
      admin: 2_500,
      denda: 100,
    }));
    const several = adapter.readInquiry(bill, answered({ ...inquiry, desc: { tagihan: { detail } } }));
    expect(several).toMatchObject({
      sheets: 2,
      periods: [{ period: 'JAN 2021', value: 10_100 }, { period: 'FEB 2021' }],
    });
  });

  test('is none where its inquiry says so, and unclear where it is pending or incomplete', () => {
    const read = (data: object, status = 200) =>
      adapter.readInquiry(bill, answered({ ...payment, ...data }, status)).says;
    for (const code of ['01', '14', '109'])
      expect([read({ response_code: code }), read({ response_code: code }, 400)]).toEqual(['failed', 'failed']);
    for (const code of ['05', '39', '201', '']) expect(read({ response_code: code })).toBe('unclear');
    for (const missing of [{ tr_id: undefined }, { price: undefined }, { selling_price: undefined }, { price: 0 }])
      expect(read({ response_code: '00', ...missing })).toBe('unclear');
    expect([read({ response_code: '00' }, 400), read({ response_code: '00' }, 500)]).toEqual(['unclear', 'unclear']);
  });

  test('is paid by the number of its inquiry, looked up by its ref, and of BPJS for one month', () => {
    const body = { commands: 'pay-pasca', username: '0811', tr_id: '9922430', sign: sign('9922430') };
    expect(adapter.pay(bill)).toEqual({ url: 'https://postpaid.example/api/v1/bill/check', body });
    expect(adapter.check(bill).body).toMatchObject({ commands: 'checkstatus', ref_id: '0197abcd', sign: sign('cs') });
    expect(adapter.inquire(bill).body).not.toHaveProperty('month');
    expect(adapter.inquire({ ...bill, product: 'BPJS' }).body).toMatchObject({
      month: 1,
      code: 'BPJS',
      hp: bill.number,
    });
  });
});

test('a callback is a reason to look, whatever it says, and nothing without the sign of its order', () => {
  const read = (data: object) => adapter.readWebhook(() => null, Buffer.from(JSON.stringify({ data })));
  for (const status of [0, 1, 2])
    expect(read({ ...order, status, rc: '00', sign: sign('0197abcd') })).toEqual({ kind: 'hint', refId: '0197abcd' });
  expect(read({ ...payment, sign: sign('9922430') })).toEqual({ kind: 'hint', refId: '0197abcd' });
  for (const wrong of ['', sign('another'), hash('md5', 'x')])
    expect(read({ ...order, status: 1, rc: '00', sign: wrong })).toEqual({ kind: 'unverified' });
  expect(read({ status: 1 })).toEqual({ kind: 'malformed' });
  expect(adapter.readWebhook(() => null, Buffer.from('x'))).toEqual({ kind: 'malformed' });
});

test('the lists have costs, fees and the night of PLN', () => {
  const item = {
    product_code: 'xld10',
    product_description: 'XL',
    product_nominal: '10.000',
    product_price: 10_450,
    product_type: 'pulsa',
    status: 'active',
  };
  expect(adapter.readList('prepaid', answered({ pricelist: [item, { ...item, product_code: '' }] }))).toMatchObject([
    { product_code: 'xld10', product_name: 'XL 10.000', cost: 10_450, status: 'active', stock: null },
  ]);
  const pasca = [{ code: 'PLNPOSTPAID', name: 'PLN', status: 1, fee: 2_500, komisi: 1_150, type: 'pln' }];
  expect(adapter.readList('postpaid', answered({ pasca: [...pasca, { ...pasca[0], status: 0 }] }))).toMatchObject([
    { admin: 2_500, commission: 1_150, status: 'active', start_cut_off: '23:00:00', end_cut_off: '01:00:00' },
    { status: 'inactive' },
  ]);
  const refused = { rc: '206', message: 'alamat tidak diizinkan' };
  for (const no of [null, answered({}, 500), answered(refused)])
    expect([adapter.readList('prepaid', no), adapter.readList('postpaid', no)]).toEqual([null, null]);
});

test('balance and meter names are read, or said to be unclear', () => {
  expect(adapter.readBalance(answered({ balance: 98_949_500 }))).toBe(98_949_500);
  expect(adapter.readBalance(answered({ rc: '204' }, 400))).toBeNull();
  const read = (data: object, status = 200) => adapter.readCustomerName(answered(data, status));
  expect(read({ status: '1', rc: '00', name: 'BUDI', segment_power: 'R1M /000000900' })).toEqual({
    name: 'BUDI',
    power: 'R1M /000000900',
  });
  expect(read({ status: '2', rc: '14' })).toBeNull();
  expect([read({ rc: '204' }, 400), adapter.readCustomerName(null)]).toEqual(['unclear', 'unclear']);
});
