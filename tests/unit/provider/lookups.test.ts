import { describe, expect, it } from 'vitest';
import { envelope, inquiryData, postpaidData, prepaidData } from '../../support/provider-answers.ts';
import { bodyOf, inquiryAsk, type Scripted, scriptedProvider } from '../../support/provider-servers.ts';

const lost: Scripted = { kind: 'lost', reason: 'ECONNRESET' };
const neverSent: Scripted = { kind: 'never_sent', reason: 'ECONNREFUSED' };
const no: Scripted = { status: 404, json: { status: 'error', message: 'Tidak ada', data: null } };
const prepaid: Scripted = { json: envelope(prepaidData()) };
const bill: Scripted = { json: envelope(inquiryData()) };

describe('a product lookup', () => {
  it('asks for the code, encoded, without a body', async () => {
    const { provider, asked } = scriptedProvider(prepaid);
    await provider.product('A/B ?\u00e9');
    expect(asked[0]).toMatchObject({ method: 'GET', url: 'https://provider.example/v1/product/A%2FB%20%3F%C3%A9' });
    expect(asked[0]).not.toHaveProperty('body');
    expect(asked[0]?.headers).not.toHaveProperty('content-type');
  });

  it('tells prepaid from postpaid by the keys of each', async () => {
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
    const { provider, asked } = scriptedProvider(answer);
    expect(await provider.product('TSEL10')).toMatchObject({ kind: 'unclear', status: 200 });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['never sent', neverSent],
    ['lost', lost],
    ['HTTP 503', { status: 503, text: '' }],
  ])('is asked again after a pause when it was %s', async (_, silence) => {
    const { provider, asked, slept } = scriptedProvider(silence, silence, prepaid);
    expect(await provider.product('TSEL10')).toMatchObject({ kind: 'answered' });
    expect([asked.length, slept.length]).toStrictEqual([3, 2]);
  });

  it('gives up after three', async () => {
    const { provider, asked } = scriptedProvider(lost);
    expect(await provider.product('TSEL10')).toMatchObject({ kind: 'unclear', answer: null });
    expect(asked).toHaveLength(3);
  });

  it('takes a clear no for an answer', async () => {
    const { provider, asked } = scriptedProvider(no);
    expect(await provider.product('TSEL10')).toMatchObject({ kind: 'refused', status: 404 });
    expect(asked).toHaveLength(1);
  });
});

describe('an inquiry', () => {
  it('leaves with exactly the documented fields and is answered by a bill', async () => {
    const { provider, asked } = scriptedProvider(bill);
    expect(await provider.inquiry(inquiryAsk)).toMatchObject({
      kind: 'answered',
      value: { price: 152_500, description: { details: [{ bill_value: 150_000, price_admin: 2500 }] } },
      faults: [],
    });
    expect(asked[0]?.url).toBe('https://provider.example/v1/billing/inquiry');
    expect(bodyOf(asked[0])).toStrictEqual({ product_code: 'PLNPOST', customer_no: '530000000001' });
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
    const { provider, asked } = scriptedProvider(neverSent, bill);
    expect(await provider.inquiry(inquiryAsk)).toMatchObject({ kind: 'answered' });
    expect(asked).toHaveLength(2);
  });

  it('is asked twice at most', async () => {
    const { provider, asked } = scriptedProvider(neverSent);
    expect(await provider.inquiry(inquiryAsk)).toMatchObject({ kind: 'never_sent' });
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['lost', lost],
    ['HTTP 503', { status: 503, text: '' }],
    ['refused', no],
  ])('is not asked again after %s', async (_, answer) => {
    const { provider, asked } = scriptedProvider(answer, bill);
    expect(await provider.inquiry(inquiryAsk)).not.toMatchObject({ kind: 'answered' });
    expect(asked).toHaveLength(1);
  });
});
