import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import type { TransportOutcome } from '../../../src/main/base/system.ts';
import { watchTransport } from '../../../src/main/provider/client.ts';
import {
  bodyOf,
  inquiryAsk,
  orderAsk,
  payAsk,
  type Scripted,
  scriptedProvider,
  scriptedWith,
} from '../../support/fake-servers.ts';
import {
  envelope,
  inquiryData,
  orderData,
  paymentData,
  postpaidData,
  prepaidData,
} from '../../support/provider-answers.ts';

const lost: Scripted = { kind: 'lost', reason: 'ECONNRESET' };
const neverSent: Scripted = { kind: 'never_sent', reason: 'ECONNREFUSED' };
const no: Scripted = { status: 404, json: { status: 'error', message: 'Tidak ada', data: null } };
const prepaid: Scripted = { json: envelope(prepaidData()) };
const bill: Scripted = { json: envelope(inquiryData()) };

describe('a product lookup', () => {
  it('asks for the code, encoded, without a body', async () => {
    const { provider, requests } = scriptedProvider(prepaid);
    await provider.product('A/B ?\u00e9');
    expect(requests[0]).toMatchObject({ method: 'GET', url: 'https://provider.example/v1/product/A%2FB%20%3F%C3%A9' });
    expect(requests[0]).not.toHaveProperty('body');
    expect(requests[0]?.headers).not.toHaveProperty('content-type');
  });

  it('distinguishes prepaid from postpaid by the keys of each', async () => {
    expect(await scriptedProvider(prepaid).provider.product('tsel10')).toMatchObject({
      kind: 'answered',
      value: { kind: 'prepaid', product: { product_code: 'TSEL10', brand: { name: 'TELKOMSEL' } } },
      faults: [],
    });
    const postpaid = { json: envelope(postpaidData()) };
    expect(await scriptedProvider(postpaid).provider.product('PLNPOST')).toMatchObject({
      kind: 'answered',
      value: { kind: 'postpaid', product: { Brand: { name: 'PLN' }, admin: 2500 } },
      faults: [],
    });
  });

  it.each([
    ['an answer of neither kind', { json: envelope({ product_code: 'TSEL10', Status: 'active' }) }],
    ['another product', { json: envelope(prepaidData({ product_code: 'XL10' })) }],
    ['no Status', { json: envelope(prepaidData({ Status: undefined })) }],
    ['HTML', { text: '<html></html>' }],
  ])('is unclear and not repeated after %s', async (_, answer) => {
    const { provider, requests } = scriptedProvider(answer);
    expect(await provider.product('TSEL10')).toMatchObject({ kind: 'unclear', status: 200 });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ['never sent', neverSent],
    ['lost', lost],
    ['HTTP 503', { status: 503, text: '' }],
  ])('is asked again after a pause when it was %s', async (_, silence) => {
    const { provider, requests, slept } = scriptedProvider(silence, silence, prepaid);
    expect(await provider.product('TSEL10')).toMatchObject({ kind: 'answered' });
    expect([requests.length, slept.length]).toStrictEqual([3, 2]);
  });

  it('gives up after three', async () => {
    const { provider, requests } = scriptedProvider(lost);
    expect(await provider.product('TSEL10')).toMatchObject({ kind: 'unclear', answer: null });
    expect(requests).toHaveLength(3);
  });

  it('takes a clear no for an answer', async () => {
    const { provider, requests } = scriptedProvider(no);
    expect(await provider.product('TSEL10')).toMatchObject({ kind: 'refused', status: 404 });
    expect(requests).toHaveLength(1);
  });
});

describe('an inquiry', () => {
  it('leaves with exactly the documented fields and is answered by a bill', async () => {
    const { provider, requests } = scriptedProvider(bill);
    expect(await provider.inquiry(inquiryAsk)).toMatchObject({
      kind: 'answered',
      value: { price: 152_500, description: { details: [{ bill_value: 150_000, price_admin: 2500 }] } },
      faults: [],
    });
    expect(requests[0]?.url).toBe('https://provider.example/v1/billing/inquiry');
    expect(bodyOf(requests[0])).toStrictEqual({ product_code: 'PLNPOST', customer_no: '530000000001' });
  });

  it('is answered by a failed one without a price', async () => {
    const { provider } = scriptedProvider({ json: envelope(inquiryData({ status: 'failed', price: undefined })) });
    expect(await provider.inquiry(inquiryAsk)).toMatchObject({
      kind: 'answered',
      value: { status: 'failed', price: null },
      faults: [{ path: 'data.price' }],
    });
  });

  it('names a wrong amount by its period', async () => {
    const details = [{ period: 'JAN 2026', bill_value: 'Rp150', price_admin: '2500' }];
    const { provider } = scriptedProvider({ json: envelope(inquiryData({ description: { bill_sheet: 1, details } })) });
    expect(await provider.inquiry(inquiryAsk)).toMatchObject({
      kind: 'answered',
      faults: [{ path: 'data.description.details.0.bill_value' }],
    });
  });

  it.each([
    ['without a price', { price: undefined }],
    ['without a transaction_id', { transaction_id: undefined }],
    ['of another product', { product_code: 'PDAM' }],
  ])('is unclear when the bill is %s', async (_, rest) => {
    const { provider } = scriptedProvider({ json: envelope(inquiryData(rest)) });
    expect(await provider.inquiry(inquiryAsk)).toMatchObject({ kind: 'unclear' });
  });

  it('is asked once more when it was never sent', async () => {
    const { provider, requests } = scriptedProvider(neverSent, bill);
    expect(await provider.inquiry(inquiryAsk)).toMatchObject({ kind: 'answered' });
    expect(requests).toHaveLength(2);
  });

  it('is asked twice at most', async () => {
    const { provider, requests } = scriptedProvider(neverSent);
    expect(await provider.inquiry(inquiryAsk)).toMatchObject({ kind: 'never_sent' });
    expect(requests).toHaveLength(2);
  });

  it.each([
    ['lost', lost],
    ['HTTP 503', { status: 503, text: '' }],
    ['refused', no],
  ])('is not asked again after %s', async (_, answer) => {
    const { provider, requests } = scriptedProvider(answer, bill);
    expect(await provider.inquiry(inquiryAsk)).not.toMatchObject({ kind: 'answered' });
    expect(requests).toHaveLength(1);
  });
});

describe('ordering', () => {
  const order = (...script: Scripted[]) => scriptedProvider(...script).provider.order(orderAsk);

  /** A readable no with that as its data. */
  const no = (data: unknown) => ({ status: 'error', message: 'x', data });

  describe('an order', () => {
    it('leaves with exactly the documented fields and our headers', async () => {
      const { provider, requests } = scriptedProvider({ json: envelope(orderData()) });
      const outcome = await provider.order(orderAsk);
      expect(requests).toHaveLength(1);
      expect(requests[0]).toMatchObject({
        method: 'POST',
        url: 'https://provider.example/v1/order',
        headers: { 'content-type': 'application/json', 'X-Shop': 'abc' },
        connectTimeoutMs: 1000,
        answerTimeoutMs: 2000,
        maxAnswerBytes: 1024 * 1024,
      });
      expect(bodyOf(requests[0])).toStrictEqual({
        product_code: 'TSEL10',
        customer_no: '081234567890',
        callback_url: 'https://relay.example/hooks/m/0198',
      });
      expect(outcome.sent).toStrictEqual(requests[0]?.body);
    });

    it.each(['pending', 'success', 'failed'])('is answered when the data says %s', async (status) => {
      const json = envelope(orderData({ status }));
      const outcome = await order({ json });
      expect(outcome).toMatchObject({ kind: 'answered', value: { transaction_id: 'T-1', status }, faults: [] });
      if (outcome.kind !== 'answered') throw new Error(outcome.kind);
      expect(new TextDecoder().decode(outcome.answer)).toBe(JSON.stringify(json));
    });

    it('is answered with faults named by path when only other fields are wrong', async () => {
      const outcome = await order({
        json: { status: 'success', data: { transaction_id: 'T-1', status: 'pending', product_name: 7, extra: 1 } },
      });
      expect(outcome).toMatchObject({ kind: 'answered', value: { product_name: null, message: null, extra: 1 } });
      const paths = outcome.kind === 'answered' ? outcome.faults.map((fault) => fault.path) : [];
      expect(paths.toSorted()).toStrictEqual(['data.message', 'data.product_code', 'data.product_name', 'message']);
    });

    it('is answered with a fault when another product is named', async () => {
      const outcome = await order({ json: envelope(orderData({ product_code: 'TSEL20' })) });
      expect(outcome).toMatchObject({ kind: 'answered', faults: [{ path: 'data.product_code' }] });
    });

    it.each([200, 400, 401, 403, 404, 422])('is refused by a readable no with HTTP %i', async (status) => {
      const outcome = await order({ status, json: { status: 'error', message: 'Saldo kurang', data: null } });
      expect(outcome).toMatchObject({ kind: 'refused', status, message: 'Saldo kurang' });
    });

    it.each([
      ['no data at all', { status: 'error', message: 'x' }],
      ['no message', { status: 'error' }],
      ['data with an empty id', { status: 'failed', message: 'x', data: { transaction_id: '', status: 'failed' } }],
      ['data that is a list', { status: 'error', message: 'x', data: [] }],
      ['an envelope with a word of its own', { status: 'ditolak', message: 'x', data: null }],
      ['data that says so too', { status: 'error', message: 'x', data: { status: 'Gagal', code: 17 } }],
      ['what was wrong with each field', no({ errors: [{ field: 'customer_no', rule: 'digits' }] })],
    ])('is refused by %s', async (_, json) => {
      expect(await order({ json })).toMatchObject({ kind: 'refused' });
    });

    it.each([201, 302, 307, 308, 402, 405, 408, 409, 421, 425, 429, 500, 502, 503, 504])(
      'is unclear when a readable no comes with HTTP %i',
      async (status) => {
        const outcome = await order({ status, json: { status: 'error', message: 'x', data: null } });
        expect(outcome).toMatchObject({ kind: 'unclear', status });
      },
    );

    it.each([302, 400, 404, 422, 500, 503])('is unclear when a success comes with HTTP %i', async (status) => {
      expect(await order({ status, json: envelope(orderData()) })).toMatchObject({ kind: 'unclear', status });
    });

    it('is answered as failed when the envelope says error but the data is a whole failed order', async () => {
      const outcome = await order({
        status: 422,
        json: envelope(orderData({ status: 'failed' }), { status: 'error' }),
      });
      expect(outcome).toMatchObject({ kind: 'answered', value: { status: 'failed' }, faults: [{ path: 'status' }] });
    });

    it.each(['pending', 'success'])('is unclear when the envelope says error and the data %s', async (status) => {
      const outcome = await order({ json: envelope(orderData({ status }), { status: 'error' }) });
      expect(outcome).toMatchObject({ kind: 'unclear', status: 200 });
    });

    it.each<[string, { status?: number; json?: unknown; text?: string; bytes?: Uint8Array }]>([
      ['a failed order with HTTP 500', { status: 500, json: envelope(orderData({ status: 'failed' })) }],
      [
        'an error that names a transaction',
        { json: { status: 'error', message: 'x', data: { transaction_id: 'T-1' } } },
      ],
      ['an id beside the envelope', { json: { status: 'error', message: 'x', transaction_id: 'T-1' } }],
      ['an id that is a number', { json: { status: 'error', message: 'x', data: { transaction_id: 5 } } }],
      ['an envelope that says pending', { json: { status: 'pending', message: 'x' } }],
      ['an envelope that says nothing', { json: { status: ' ', message: 'x' } }],
      ['a no around a pending', { json: { status: 'error', message: 'x', data: { status: 'pending' } } }],
      ['a no that names a transaction in a list', { json: no([{ transaction_id: 'T-1', status: 'failed' }]) }],
      ['a no that names a transaction further in', { json: no({ order: { transaction_id: 'T-1' } }) }],
      ['a no around a list of what is pending', { json: no({ orders: [{ status: 'pending' }] }) }],
      ['a no around a state that nobody documented', { json: no({ status: 'processing' }) }],
      ['no transaction_id', { json: envelope({ status: 'pending' }) }],
      ['an empty transaction_id', { json: envelope(orderData({ transaction_id: '' })) }],
      ['an id with half a letter', { json: envelope(orderData({ transaction_id: 'T-\ud83d' })) }],
      ['no status', { json: envelope(orderData({ status: undefined })) }],
      ['a status that is not documented', { json: envelope(orderData({ status: 'done' })) }],
      ['data that is null', { json: envelope(null) }],
      ['data that is text', { json: envelope('T-1') }],
      ['an envelope without status', { json: { message: 'OK', data: orderData() } }],
      ['a list', { json: [envelope(orderData())] }],
      ['null', { json: null }],
      ['HTML', { text: '<html>502</html>' }],
      ['nothing', { text: '' }],
      ['half a JSON', { text: JSON.stringify(envelope(orderData())).slice(0, -1) }],
      ['two JSONs', { text: '{"status":"error"}{"status":"error"}' }],
      ['bytes that are not UTF-8', { bytes: new Uint8Array([0x22, 0xff, 0xfe, 0x22]) }],
    ])('is unclear when the answer is %s', async (_, answer) => {
      expect(await order(answer)).toMatchObject({ kind: 'unclear', status: answer.status ?? 200 });
    });

    it('says what was missing when an answer is unclear', async () => {
      const outcome = await order({ json: envelope({ status: 'done' }) });
      const paths = outcome.kind === 'unclear' ? outcome.faults.map((fault) => fault.path) : [];
      expect(paths).toContain('data.transaction_id');
      expect(paths).toContain('data.status');
    });

    it('is unclear without an answer when the answer was lost', async () => {
      const outcome = await order({ kind: 'lost', reason: 'ECONNRESET' });
      expect(outcome).toMatchObject({ kind: 'unclear', reason: 'ECONNRESET', status: null, answer: null });
    });

    it('is never sent when the connection was never made', async () => {
      expect(await order({ kind: 'never_sent', reason: 'ECONNREFUSED' })).toMatchObject({ kind: 'never_sent' });
    });

    it('believes only the codes that the owner left in the list', async () => {
      const { provider } = scriptedProvider({ status: 404, json: { status: 'error', message: 'x', data: null } });
      expect(await provider.order(orderAsk)).toMatchObject({ kind: 'refused' });
      const strict = scriptedWith({ refusalCodes: [200] }, { status: 404, json: { status: 'error', message: 'x' } });
      expect(await strict.provider.order(orderAsk)).toMatchObject({ kind: 'unclear', status: 404 });
    });
  });
});

describe('paying', () => {
  const pay = (answer: Scripted) => scriptedProvider(answer).provider.pay(payAsk);
  const result = (rest: object) => ({ json: envelope(paymentData(rest)) });

  describe('a payment', () => {
    it('leaves with exactly the documented fields', async () => {
      const { provider, requests } = scriptedProvider(result({}));
      await provider.pay(payAsk);
      expect(requests[0]?.url).toBe('https://provider.example/v1/billing/pay');
      expect(bodyOf(requests[0])).toStrictEqual({
        transaction_id: 'B-1',
        product_code: 'PLNPOST',
        customer_no: '530000000001',
      });
    });

    it('is answered by a documented Sukses, taken out of its two wrappings', async () => {
      expect(await pay(result({}))).toMatchObject({
        kind: 'answered',
        value: { status: 'Sukses', sn: 'SN-0001', price: 152_500 },
        faults: [],
      });
    });

    it('is answered by a Sukses whose sn is a number, with its digits', async () => {
      expect(await pay(result({ sn: 356_312_345_678 }))).toMatchObject({
        kind: 'answered',
        value: { sn: '356312345678' },
        faults: [],
      });
    });

    it('is answered by a Sukses whose sn is empty and whose number is written another way', async () => {
      const outcome = await pay(result({ sn: '', customer_no: '5300-0000-0001' }));
      expect(outcome).toMatchObject({ kind: 'answered', value: { sn: '' }, faults: [] });
    });

    it('keeps a Sukses whose logo is null, and names the path', async () => {
      const outcome = await pay(result({ brand: { name: 'PLN', logo: null }, customer_name: undefined }));
      expect(outcome).toMatchObject({ kind: 'answered', value: { brand: { name: 'PLN', logo: null } } });
      const paths = outcome.kind === 'answered' ? outcome.faults.map((fault) => fault.path) : [];
      expect(paths.toSorted()).toStrictEqual(['data.data.brand.logo', 'data.data.customer_name']);
    });

    it('is answered with a fault when another product is named', async () => {
      const outcome = await pay(result({ product_code: 'PDAM' }));
      expect(outcome).toMatchObject({ kind: 'answered', faults: [{ path: 'data.data.product_code' }] });
    });

    it.each([
      ['with everything', {}],
      ['without number, price and sn', { customer_no: undefined, price: undefined, sn: undefined }],
      ['with an empty number', { customer_no: ' ' }],
    ])('is answered by a Gagal %s', async (_, rest) => {
      const outcome = await pay(result({ status: 'Gagal', ...rest }));
      expect(outcome).toMatchObject({ kind: 'answered', value: { status: 'Gagal' } });
    });

    it('is answered by a whole Gagal within an error', async () => {
      const json = envelope(paymentData({ status: 'Gagal' }), { status: 'error' });
      expect(await pay({ status: 400, json })).toMatchObject({ kind: 'answered', value: { status: 'Gagal' } });
    });

    it.each([
      ['another transaction', result({ transaction_id: 'B-2' })],
      ['a Gagal of another transaction', result({ status: 'Gagal', transaction_id: 'B-2' })],
      ['a Sukses of another customer', result({ customer_no: '530000000002' })],
      ['a Sukses of a masked customer', result({ customer_no: '5300****0001' })],
      ['a Gagal of another customer', result({ status: 'Gagal', customer_no: '530000000002' })],
      ['a Sukses without a number', result({ customer_no: undefined })],
      ['a Sukses without a price', result({ price: undefined })],
      ['a Sukses with a price in text', result({ price: '152500' })],
      ['a Sukses with a fraction of a rupiah', result({ price: 0.5 })],
      [
        'a Sukses with a price beyond counting',
        { text: JSON.stringify(envelope(paymentData())).replace('152500', '1e400') },
      ],
      ['a Sukses without an sn', result({ sn: undefined })],
      ['a Sukses with sn null', result({ sn: null })],
      ['a status in another language', result({ status: 'success' })],
      ['a result wrapped once', { json: envelope(paymentData().data) }],
      ['a Sukses within an error', { json: envelope(paymentData(), { status: 'error' }) }],
      [
        'an error that names the transaction',
        { json: { status: 'error', message: 'x', data: { data: { transaction_id: 'B-1' } } } },
      ],
    ])('is unclear when the answer is %s', async (_, answer) => {
      expect(await pay(answer)).toMatchObject({ kind: 'unclear', status: 200 });
    });

    it('is refused by a readable no without a transaction', async () => {
      const outcome = await pay({
        status: 422,
        json: { status: 'error', message: 'Kedaluwarsa', data: { data: null } },
      });
      expect(outcome).toMatchObject({ kind: 'refused', status: 422, message: 'Kedaluwarsa' });
    });
  });
});

const ends: [string, Scripted][] = [
  ['never sent', { kind: 'never_sent', reason: 'ECONNREFUSED' }],
  ['lost', { kind: 'lost', reason: 'ECONNRESET' }],
  ['refused', { status: 400, json: { status: 'error', message: 'x', data: null } }],
  ['not readable', { text: 'x' }],
  ['HTTP 503', { status: 503, json: envelope(null) }],
  ['HTTP 429', { status: 429, text: '' }],
];

describe('what moves money', () => {
  it.each(ends)('leaves once when it is %s', async (_, end) => {
    for (const press of ['order', 'pay'] as const) {
      const { provider, requests, slept } = scriptedProvider(end);
      await (press === 'order' ? provider.order(orderAsk) : provider.pay(payAsk));
      expect(requests).toHaveLength(1);
      expect(slept).toHaveLength(0);
    }
  });
});

describe('whether the provider is reached', () => {
  const answered: TransportOutcome = { kind: 'answered', status: 200, headers: {}, body: new Uint8Array() };
  const lostAnswer: TransportOutcome = { kind: 'lost', reason: 'ECONNRESET' };
  const refusedConnection: TransportOutcome = { kind: 'never_sent', reason: 'ECONNREFUSED' };
  const limits = { connectTimeoutMs: 1, answerTimeoutMs: 1, maxAnswerBytes: 1 };
  const request = { method: 'GET', url: 'https://provider.example/v1/product/X', headers: {}, ...limits } as const;

  it.each([
    ['one lost answer is one lost answer', [answered, lostAnswer], 'reachable'],
    ['the next one means that it is away', [answered, lostAnswer, lostAnswer], 'unreachable'],
    ['an answer between them counts again', [answered, lostAnswer, answered, lostAnswer], 'reachable'],
    ['no connection is enough', [answered, refusedConnection], 'unreachable'],
    ['what was never reached is away at once', [lostAnswer], 'unreachable'],
  ] as const)('%s', async (_what, outcomes, state) => {
    const script: TransportOutcome[] = [...outcomes];
    const changes: string[] = [];
    const transport = watchTransport({ exchange: async () => script.shift() ?? answered }, systemClock, () =>
      changes.push(transport.seen().state),
    );
    for (const _ of outcomes) await transport.exchange(request);
    expect(transport.seen().state).toBe(state);
    expect(changes.at(-1)).toBe(state);
  });
});
