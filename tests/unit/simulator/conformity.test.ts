import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { InquiryResult, PaymentData } from '../../../src/shared/wire/bill.ts';
import { faultsOf } from '../../../src/shared/wire/lenient.ts';
import { OrderResult, Webhook } from '../../../src/shared/wire/order.ts';
import { PostpaidProduct, PrepaidProduct, productShape } from '../../../src/shared/wire/product.ts';
import { catalogue, suggestedBills, suggestedPrices } from '../../../src/simulator/core/catalogue.ts';
import { answered, simulated } from '../../support/simulated.ts';

const phone = '081234567890';
const meter = '530000000001';
const items = [...catalogue.values()].filter((item) => item.behaviour === null);

describe('a well-behaved service', () => {
  it('gives every product in the shape of its kind, with no fault', async () => {
    const { product } = simulated();
    expect(items.length).toBeGreaterThan(60);
    for (const item of items) {
      const { status, json } = answered(await product(item.code));
      expect([status, json.status, json.message]).toEqual([200, 'success', 'OK']);
      expect(productShape(json.data)).toBe(item.kind);
      expect(faultsOf(item.kind === 'prepaid' ? PrepaidProduct : PostpaidProduct, json.data)).toEqual([]);
    }
  });

  it('takes an order as pending and tells its outcome by a signed webhook within 5 s', async () => {
    const { order, sent, clock } = simulated();
    const { json } = answered(await order(phone));
    expect(faultsOf(OrderResult, json.data)).toEqual([]);
    expect(json.data.status).toBe('pending');
    await clock.pass(5000);
    expect(sent).toHaveLength(1);
    expect(faultsOf(Webhook, sent[0]!.json)).toEqual([]);
    expect(sent[0]!.json).toMatchObject({
      transaction_id: json.data.transaction_id,
      status: 'success',
      customer_no: phone,
    });
    expect(sent[0]!.json.sn).toMatch(/^[0-9A-Z]{1,16}$/);
    expect(sent[0]!.request.url).toBe('https://hooks.example/m/ref-1');
  });

  it('signs the raw body as openssl would', async () => {
    const { order, sent, clock } = simulated();
    await order(phone);
    await clock.pass(5000);
    const { body, headers } = sent[0]!.request;
    const openssl = execFileSync('openssl', ['dgst', '-sha256', '-hmac', 'practice-key', '-r'], { input: body });
    expect(headers).toEqual({
      'Content-Type': 'application/json',
      'X-Service-Event': 'transaction.update',
      'X-Service-Signature': openssl.toString().split(' ')[0],
    });
  });

  it('sends only documented fields when told to leave the two of the sample out', async () => {
    const bare = simulated({ sampleExtras: false });
    const sample = simulated();
    for (const { order, clock } of [bare, sample]) {
      await order(phone);
      await clock.pass(5000);
    }
    const documented = ['transaction_id', 'product_name', 'customer_no', 'sn', 'status', 'message'];
    expect(Object.keys(bare.sent[0]!.json)).toEqual(documented);
    expect(Object.keys(sample.sent[0]!.json)).toEqual([...documented, 'product_code', 'price']);
  });

  it.each(items.filter((item) => item.kind === 'postpaid').map((item) => item.code))(
    'finds and pays a bill of %s, wrapped twice, for the price of its periods',
    async (code) => {
      const { inquiry, pay } = simulated();
      const found = answered(await inquiry(meter, code)).json.data;
      expect(faultsOf(InquiryResult, found)).toEqual([]);
      const periods: { bill_value: string; price_admin: string; period: string }[] = found.description.details;
      expect(found.description.bill_sheet).toBe(periods.length);
      expect(found.price).toBe(periods.reduce((sum, one) => sum + Number(one.bill_value) + Number(one.price_admin), 0));
      for (const { period } of periods) expect(period).toMatch(/^[A-Z][a-z]{2} 20\d\d$/);
      expect(found.customer_name).toContain('*');
      const paid = answered(await pay(found.transaction_id, meter, code)).json.data;
      expect(faultsOf(PaymentData, paid)).toEqual([]);
      expect(paid.data).toMatchObject({ status: 'Sukses', price: found.price, customer_no: meter });
    },
  );

  it('gives PLNPOST an unbroken sn of at most 16 characters', async () => {
    const { inquiry, pay } = simulated();
    const { transaction_id } = answered(await inquiry(meter)).json.data;
    expect(answered(await pay(transaction_id, meter)).json.data.data.sn).toMatch(/^[0-9A-Z]{1,16}$/);
  });

  it('sells TSEL10 at every hour of the day', async () => {
    const { order, clock } = simulated();
    for (let hour = 0; hour < 24; hour += 1) {
      expect(answered(await order(phone)).json.data.status).toBe('pending');
      await clock.pass(3_600_000);
    }
  });

  it('gives an electricity token 20 digits in groups of four', async () => {
    const { order, clock, sent } = simulated();
    await order('530000000001', 'PLN50');
    await clock.pass(5000);
    expect(sent[0]!.json.sn).toMatch(/^\d{4}(-\d{4}){4}\/[A-Z ]+\/R\w+\/\d+VA\/[\d,]+$/);
  });

  it('suggests prices above its own for products it sells', () => {
    expect(suggestedPrices.length).toBeGreaterThan(10);
    for (const { productCode, sellingPrice } of suggestedPrices) {
      const item = catalogue.get(productCode);
      expect(item?.kind === 'prepaid' && item.cost < sellingPrice && sellingPrice % 500 === 0).toBe(true);
    }
    for (const code of suggestedBills) expect(catalogue.get(code)?.kind).toBe('postpaid');
  });
});
