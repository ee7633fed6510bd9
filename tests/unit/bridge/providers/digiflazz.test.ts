import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Occasion, Sale, Word } from '../../../../src/bridge/core/provider-adapter.ts';
import { digiflazz } from '../../../../src/bridge/providers/digiflazz.ts';

const adapter = digiflazz({
  baseUrl: 'https://api.example/v1',
  username: 'toko',
  apiKey: 'kunci',
  webhookSecret: 'rahasia',
  testing: false,
});
const sale: Sale = { refId: '0197abcd', kind: 'prepaid', product: 'xld10', number: '087800001230', billKey: '' };
const bill: Sale = { ...sale, kind: 'bill', product: 'pln', number: '530000000001' };

const bytes = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
const answered = (data: unknown, status = 200) => ({ status, body: bytes({ data }) });
const transaction = {
  ref_id: '0197abcd',
  customer_no: '087800001230',
  buyer_sku_code: 'xld10',
  message: 'pesan',
  sn: '12345678901234567890',
  price: 10_450,
};
const says = (data: object, of: Sale = sale): Word['says'] =>
  adapter.readWord(of, answered({ ...transaction, ...data }), 'purchase').says;

describe('each response code is read as its page has it', () => {
  const codes: ReadonlyArray<readonly [says: Word['says'], status: string, codes: string]> = [
    ['success', 'Sukses', '00'],
    ['pending', 'Pending', '03 99'],
    ['refused', 'Gagal', '40 41 42 43 44 45 47 56 61 62 63 64 65 66 67 68 69 80 81 82 83 87 88'],
    ['failed', 'Gagal', '02 51 52 53 54 55 57 58 59 60 71 72 73 84 85 86'],
    ['refunded', 'Gagal', '74'],
    ['look_again', 'Gagal', '01 70 50'],
    // Another request with this ref may have arrived.
    ['unclear', 'Gagal', '49'],
  ];
  const table = codes.flatMap(([meaning, status, list]) =>
    list.split(' ').map((code) => [code, status, meaning] as const),
  );

  test.for(table)('%s with %s is %s', ([rc, status, meaning]) => {
    expect(says({ rc, status })).toBe(meaning);
    expect(says({ rc, status: status.toUpperCase() })).toBe(meaning);
  });

  test('no other code is believed, whatever its status says', () => {
    const listed = new Set(table.map(([code]) => code));
    for (let code = 0; code < 1000; code += 1) {
      const rc = String(code).padStart(2, '0');
      if (listed.has(rc)) continue;
      for (const status of ['Sukses', 'Pending', 'Gagal', ''])
        expect([rc, says({ rc, status })]).toEqual([rc, 'unclear']);
    }
  });

  test('a code and a status that contradict each other are unclear', () => {
    const read = table.flatMap(([rc, status]) => {
      const others = ['Sukses', 'Pending', 'Gagal', '?'].filter((other) => other !== status);
      return others.map((other) => says({ rc, status: other }));
    });
    expect(new Set(read)).toEqual(new Set(['unclear']));
  });

  test('no code, and no status beside a code, are no success', () => {
    for (const rc of [undefined, '', null, [], {}, 0]) expect(says({ rc, status: 'Sukses' })).not.toBe('failed');
    for (const rc of [undefined, '', null, [], {}]) expect(says({ rc, status: 'Sukses' })).toBe('unclear');
    for (const rc of ['00', '02', '01', '74']) expect(says({ rc, status: undefined })).toBe('unclear');
  });

  test('a refusal of the request itself may name neither the order nor a status', () => {
    const of = (data: object) => adapter.readWord(sale, answered(data), 'purchase').says;
    expect(of({ rc: '45', message: 'IP Anda tidak dikenali' })).toBe('refused');
    expect(of({ rc: '02', status: 'Gagal' })).toBe('unclear');
    expect(of({ rc: '00', status: 'Sukses' })).toBe('unclear');
  });

  test('what is about another order, product or number is unclear', () => {
    const success = { rc: '00', status: 'Sukses' };
    expect(says({ ...success, ref_id: 'another' })).toBe('unclear');
    expect(says({ ...success, buyer_sku_code: 'xld25' })).toBe('unclear');
    expect(says({ ...success, customer_no: '087800001231' })).toBe('unclear');
    expect(says({ ...success, ref_id: '0197ABCD', customer_no: '6287800001230' })).toBe('success');
  });
});

describe('a no that comes with HTTP 400', () => {
  const read = (data: object) => adapter.readWord(sale, answered(data, 400), 'purchase').says;

  test('is read by its code, where it names this very order and its code and status agree', () => {
    const no = (rc: string, change: object = {}) => read({ ...transaction, rc, status: 'Gagal', ...change });
    expect(['40', '44', '68'].map((rc) => no(rc))).toEqual(['refused', 'refused', 'refused']);
    expect(['02', '54', '74', '01', '50'].map((rc) => no(rc))).toEqual([
      'failed',
      'failed',
      'refunded',
      'look_again',
      'look_again',
    ]);
    for (const change of [{ ref_id: 'another' }, { ref_id: '' }, { status: 'Sukses' }, { customer_no: '087800009999' }])
      expect(no('02', change)).toBe('unclear');
    expect(['49', '98', ''].map((rc) => no(rc))).toEqual(['unclear', 'unclear', 'unclear']);
  });

  test('may be that of a wrong key or address, which names no order', () => {
    for (const rc of ['41', '45']) expect(read({ rc, message: 'IP Anda tidak kami kenali' })).toBe('refused');
  });

  test('is no success, and nothing under way', () => {
    expect(read({ ...transaction, rc: '00', status: 'Sukses' })).toBe('unclear');
    expect(read({ ...transaction, rc: '03', status: 'Pending' })).toBe('unclear');
  });
});

test('no answer, another HTTP status, HTML, and JSON without data are unclear', () => {
  expect(adapter.readWord(sale, null, 'purchase')).toMatchObject({ says: 'unclear', code: 'no_answer' });
  for (const status of [201, 301, 401, 404, 421, 500, 502])
    expect(
      adapter.readWord(sale, answered({ ...transaction, rc: '02', status: 'Gagal' }, status), 'purchase').says,
    ).toBe('unclear');
  for (const body of ['<html>perbaikan</html>', '', 'null', '[]', '{"data":null}', '{"data":"00"}', '\u{FF}'])
    for (const status of [200, 400])
      expect(adapter.readWord(sale, { status, body: Buffer.from(body, 'latin1') }, 'purchase').says).toBe('unclear');
});

test('a success has its serial number as it came, and what the deposit loses', () => {
  const success = { rc: '00', status: 'Sukses' };
  const word = (data: object) => adapter.readWord(sale, answered({ ...transaction, ...success, ...data }), 'purchase');
  expect(word({})).toMatchObject({ sn: '12345678901234567890', cost: 10_450 });
  expect(word({ price: '10450' }).cost).toBe(10_450);
  for (const sn of ['', '-', '0', undefined]) expect(word({ sn }).sn).toBe('');
  const asNumber = bytes(`{"data":${JSON.stringify({ ...transaction, ...success }).replace(/"(\d{20})"/, '$1')}}`);
  expect(adapter.readWord(sale, { status: 200, body: asNumber }, 'purchase').sn).toBe('12345678901234567890');
});

test('a serial number that has lost its last digits is none: its zeros would be handed over as a token', () => {
  const read = (sn: string) => {
    const data = JSON.stringify({ ...transaction, rc: '00', status: 'Sukses' }).replace(/"\d{20}"/, sn);
    return adapter.readWord(sale, { status: 200, body: bytes(`{"data":${data}}`) }, 'purchase');
  };
  expect(read('1.2345678901234567e+19')).toMatchObject({ says: 'success', sn: '' });
  expect(read('41002338')).toMatchObject({ says: 'success', sn: '41002338' });
});

test('words are cut that no mailbox or database would take, and a serial number of that length is none', () => {
  const read = (data: object) =>
    adapter.readWord(sale, answered({ ...transaction, rc: '00', status: 'Sukses', ...data }), 'purchase');
  const { message } = read({ message: `maaf\u0000\u001bada${'x'.repeat(100_000)}` });
  expect(message.slice(0, 8)).toBe('maaf ada');
  expect(message.length).toBeLessThan(2_001);
  expect(read({ sn: '1'.repeat(100_000) })).toMatchObject({ says: 'success', sn: '' });
});

test('requests are signed with MD5 over user, key and what each page names', () => {
  const meter = adapter.readList('prepaid', answered([{ buyer_sku_code: 'pln20', brand: 'PLN' }]))?.[0] ?? null;
  const signed = [
    adapter.order(sale),
    adapter.balance(),
    adapter.list('prepaid'),
    adapter.customerName(meter, '12345678901'),
  ];
  // As md5sum has it of "tokokunci" and the ref, "depo", "pricelist" and the meter.
  expect(signed.map((request) => [request?.url, request?.body['sign']])).toEqual([
    ['https://api.example/v1/transaction', 'e9451f1dd4d3a3376fe5de59cda52aa0'],
    ['https://api.example/v1/cek-saldo', 'b895e718b6a8c814a17458163f12d6df'],
    ['https://api.example/v1/price-list', '8d419bb0a9ee90597bd78bd369146b5d'],
    ['https://api.example/v1/inquiry-pln', 'b57ba43f7da4fcc0d951a6ac194fbdac'],
  ]);
  expect(adapter.list('postpaid').body['cmd']).toBe('pasca');
});

describe('bills', () => {
  const inquiry = {
    ...transaction,
    customer_no: '530000000001',
    buyer_sku_code: 'pln',
    customer_name: 'BUDI',
    rc: '00',
    status: 'Sukses',
    price: 98_500,
    selling_price: 100_000,
    desc: {
      lembar_tagihan: 2,
      detail: [
        { periode: '201901', nilai_tagihan: '40000', admin: '2500', denda: '500' },
        { periode: '201912', nilai_tagihan: 54_500, admin: 2500 },
      ],
    },
  };

  test('the customer owes selling_price, and the deposit loses price', () => {
    expect(adapter.readInquiry(bill, answered(inquiry))).toEqual({
      says: 'bill',
      message: 'pesan',
      customerName: 'BUDI',
      cost: 98_500,
      total: 100_000,
      sheets: 2,
      periods: [
        { period: 'JAN 2019', value: 40_500, admin: 2500 },
        { period: 'DES 2019', value: 54_500, admin: 2500 },
      ],
      billKey: '',
    });
  });

  test('a success without a serial number may be that of the inquiry, unless it answers the payment itself', () => {
    const read = (sn: string, occasion: Occasion, of = bill) => {
      const named = { ref_id: of.refId, customer_no: of.number, buyer_sku_code: of.product };
      return adapter.readWord(of, answered({ ...inquiry, ...named, sn }), occasion).says;
    };
    expect(['purchase', 'check', 'webhook'].map((occasion) => read('', occasion as Occasion))).toEqual([
      'success',
      'unclear',
      'unclear',
    ]);
    expect(read('-', 'check')).toBe('unclear');
    expect(read('REF:1/BUDI', 'check')).toBe('success');
    expect(read('REF:1/BUDI', 'webhook')).toBe('success');
    // A prepaid order has no inquiry.
    expect(read('', 'webhook', sale)).toBe('success');
  });

  test('without either amount there is no bill', () => {
    for (const missing of [
      { price: undefined },
      { selling_price: undefined },
      { selling_price: 0 },
      { selling_price: 'x' },
    ])
      expect(adapter.readInquiry(bill, answered({ ...inquiry, ...missing })).says).toBe('unclear');
  });

  test('a bill that cannot be had is failed, and what is not understood is unclear', () => {
    const read = (rc: string, status: string) => adapter.readInquiry(bill, answered({ ...inquiry, rc, status })).says;
    for (const rc of ['60', '50', '01', '45', '73', '74']) expect(read(rc, 'Gagal')).toBe('failed');
    for (const rc of ['49', '98', '']) expect(read(rc, 'Gagal')).toBe('unclear');
    expect(read('03', 'Pending')).toBe('unclear');
    expect(adapter.readInquiry(bill, null).says).toBe('unclear');
  });

  test('other details than the usual ones lose nothing but themselves', () => {
    const read = adapter.readInquiry(bill, answered({ ...inquiry, desc: { detail: 'x' } }));
    expect(read).toMatchObject({ says: 'bill', total: 100_000, sheets: 0, periods: [] });
    const named = adapter.readInquiry(bill, answered({ ...inquiry, desc: { detail: [{ periode: 'MEI 2026' }] } }));
    expect(named).toMatchObject({ sheets: 1, periods: [{ period: 'MEI 2026', value: 0, admin: 0 }] });
  });

  test('they are inquired, paid and looked up with the same ref, and a prepaid order is looked up by itself', () => {
    const commands = [adapter.inquire(bill), adapter.pay(bill), adapter.check(bill)].map(({ body }) => [
      body['commands'],
      body['ref_id'],
    ]);
    expect(commands).toEqual(['inq-pasca', 'pay-pasca', 'status-pasca'].map((command) => [command, '0197abcd']));
    expect(adapter.check(sale)).toEqual(adapter.order(sale));
    expect(adapter.order(sale).body).not.toHaveProperty('commands');
  });
});

describe('webhooks', () => {
  const body = bytes({ data: { ...transaction, rc: '00', status: 'Sukses' } });
  const sign = (secret: string, of: Buffer): string => `sha1=${createHmac('sha1', secret).update(of).digest('hex')}`;
  const read = (signature: string | null, of: Buffer) =>
    adapter.readWebhook((name) => (name === 'x-hub-signature' ? signature : null), of);

  test('are believed with HMAC-SHA1 over the raw bytes, and not otherwise', () => {
    expect(read(sign('rahasia', body), body)).toEqual({ kind: 'word', refId: '0197abcd' });
    expect(read(sign('rahasia', body).toUpperCase().replace('SHA1', 'sha1'), body).kind).toBe('word');
    const spaced = bytes(JSON.stringify(JSON.parse(body.toString()), null, 1));
    for (const signature of [sign('lain', body), sign('rahasia', spaced), sign('rahasia', body).slice(5), '', null])
      expect(read(signature, body)).toEqual({ kind: 'unverified' });
  });

  test('of a bridge without a secret are believed never', () => {
    const options = { baseUrl: 'https://api.example/v1', username: 'toko', apiKey: 'kunci', testing: false };
    const open = digiflazz({ ...options, webhookSecret: null });
    expect(open.readWebhook(() => sign('', body), body)).toEqual({ kind: 'unverified' });
    expect(open.readWebhook(() => null, body)).toEqual({ kind: 'unverified' });
  });

  test('a ping is one by its missing data, with a signature or without', () => {
    const ping = bytes({ sed: 'Pengujian', hook_id: 'x', hook: { secret: 'rahasia' } });
    expect(read(null, ping)).toEqual({ kind: 'ping' });
    expect(read(sign('rahasia', ping), ping)).toEqual({ kind: 'ping' });
    expect(read(null, bytes('not json'))).toEqual({ kind: 'unverified' });
  });

  test('that name no order are malformed', () => {
    const nameless = bytes({ data: { rc: '00', status: 'Sukses' } });
    expect(read(sign('rahasia', nameless), nameless)).toEqual({ kind: 'malformed' });
  });
});

describe('the list', () => {
  const item = {
    product_name: 'XL 10.000',
    category: 'Pulsa',
    brand: 'XL',
    type: 'Umum',
    seller_name: 'seller',
    price: 10_450,
    buyer_sku_code: 'xld10',
    buyer_product_status: true,
    seller_product_status: true,
    unlimited_stock: true,
    stock: 0,
    multi: true,
    start_cut_off: '23:45',
    end_cut_off: '0:15',
    desc: 'pulsa',
  };
  const read = (change: object) => adapter.readList('prepaid', answered([{ ...item, ...change }]))?.[0];

  test('has costs, cut-offs and stock', () => {
    expect(read({})).toEqual({
      product_code: 'xld10',
      product_name: 'XL 10.000',
      kind: 'prepaid',
      category: 'Pulsa',
      brand: 'XL',
      status: 'active',
      type: 'Umum',
      description: 'pulsa',
      cost: 10_450,
      admin: null,
      commission: null,
      start_cut_off: '23:45:00',
      end_cut_off: '00:15:00',
      stock: null,
    });
    expect(read({ start_cut_off: '0:0', end_cut_off: '0:0' })).toMatchObject({
      start_cut_off: null,
      end_cut_off: null,
    });
  });

  test('has as active what both sides sell and what is left', () => {
    expect(read({ buyer_product_status: false })?.status).toBe('inactive');
    expect(read({ seller_product_status: false })?.status).toBe('inactive');
    expect(read({ unlimited_stock: false })?.status).toBe('inactive');
    expect(read({ unlimited_stock: false, stock: 3 })).toMatchObject({ status: 'active', stock: 3 });
  });

  test('leaves out what has no code, and is no list where it is refused', () => {
    expect(adapter.readList('prepaid', answered([{ ...item, buyer_sku_code: '' }, item, null]))).toHaveLength(1);
    expect(adapter.readList('prepaid', answered({ rc: '83', message: 'limit' }))).toBeNull();
    expect(adapter.readList('prepaid', null)).toBeNull();
  });

  test('of bills has their fee and commission', () => {
    const { price: _, ...plain } = item;
    expect(adapter.readList('postpaid', answered([{ ...plain, admin: 2750, commission: 1500 }]))?.[0]).toMatchObject({
      kind: 'postpaid',
      cost: null,
      admin: 2750,
      commission: 1500,
      status: 'active',
    });
  });
});

test('the balance is the deposit', () => {
  expect(adapter.readBalance(answered({ deposit: 500_000 }))).toBe(500_000);
  expect(adapter.readBalance(answered({ rc: '41' }))).toBeNull();
  expect(adapter.readBalance(answered({ deposit: 500_000 }, 500))).toBeNull();
});

test('a meter has a name, or none, and what is not understood says neither', () => {
  const read = (data: object, status = 200) => adapter.readCustomerName(answered(data, status));
  const meter = { rc: '00', status: 'Sukses', name: 'BUDI', segment_power: 'R1 /000001300' };
  expect(read(meter)).toEqual({ name: 'BUDI', power: 'R1 /000001300' });
  expect(read({ rc: '54', status: 'Gagal' })).toBeNull();
  expect(read({ rc: '54', status: 'Gagal' }, 400)).toBeNull();
  for (const rc of ['41', '45', '99', '']) expect(read({ ...meter, rc })).toBe('unclear');
  expect(read(meter, 400)).toBe('unclear');
  expect(read(meter, 500)).toBe('unclear');
  const product = adapter.readList('prepaid', answered([{ buyer_sku_code: 'pln20', brand: 'PLN' }]))?.[0] ?? null;
  expect(adapter.customerName(product, '12345678901')?.body).toMatchObject({ customer_no: '12345678901' });
  expect(adapter.customerName(product && { ...product, brand: 'XL' }, '1')).toBeNull();
});
