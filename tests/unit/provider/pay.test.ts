import { describe, expect, it } from 'vitest';
import { envelope, paymentData } from '../../support/provider-answers.ts';
import { bodyOf, payAsk, type Scripted, scriptedProvider } from '../../support/provider-servers.ts';

const pay = (answer: Scripted) => scriptedProvider(answer).provider.pay(payAsk);
const result = (rest: object) => ({ json: envelope(paymentData(rest)) });

describe('a payment', () => {
  it('leaves with exactly the documented fields', async () => {
    const { provider, asked } = scriptedProvider(result({}));
    await provider.pay(payAsk);
    expect(asked[0]?.url).toBe('https://provider.example/v1/billing/pay');
    expect(bodyOf(asked[0])).toStrictEqual({
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
    const outcome = await pay({ status: 422, json: { status: 'error', message: 'Kedaluwarsa', data: { data: null } } });
    expect(outcome).toMatchObject({ kind: 'refused', status: 422, message: 'Kedaluwarsa' });
  });
});
