import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { Envelope, parseProviderJson, readWire, saysSuccess } from '../../../../src/shared/wire/fields.ts';
import {
  InquiryResult,
  isActive,
  OrderResult,
  PaymentData,
  PostpaidProduct,
  PrepaidProduct,
  productShape,
  Webhook,
} from '../../../../src/shared/wire/provider.ts';
import {
  envelope,
  inquiryData,
  orderData,
  paymentData,
  postpaidData,
  prepaidData,
  webhookBody,
} from '../../../support/provider-answers.ts';

describe('an envelope', () => {
  it('keeps its data and its extra fields as they came', () => {
    const read = readWire(Envelope, envelope({ a: [1] }, { trace: 'x' }));
    expect(read).toMatchObject({ ok: true, value: { data: { a: [1] }, trace: 'x' }, faults: [] });
  });

  it('names a message that is missing and goes on without it', () => {
    expect(readWire(Envelope, { status: 'success' })).toMatchObject({
      ok: true,
      value: { message: '' },
      faults: [{ path: 'message' }],
    });
  });

  it.each([{}, { status: 1 }, { status: true }, { status: null }])('is none when it is %j', (input) => {
    expect(readWire(Envelope, input)).toMatchObject({ ok: false });
  });

  it('says success only with that word', () => {
    const says = (status: string) => saysSuccess({ status, message: '' });
    expect([says('success'), says(' Success '), says('error'), says('Sukses'), says('')]).toStrictEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('the two shapes of a product', () => {
  it('are distinguished by their keys', () => {
    expect(productShape(prepaidData())).toBe('prepaid');
    expect(productShape(postpaidData())).toBe('postpaid');
  });

  it('are distinguished with some of the keys missing', () => {
    expect(productShape({ start_cut_off: '00:00:00' })).toBe('prepaid');
    expect(productShape({ admin: 0 })).toBe('postpaid');
  });

  it.each([null, undefined, 'x', 7, [], {}, { brand: {}, Brand: {} }])('are not guessed for %j', (data) => {
    expect(productShape(data)).toBeNull();
  });

  it('are for sale only when they are said to be', () => {
    expect(['active', 'Active', 'inactive', 'gangguan', ''].map(isActive)).toStrictEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('amounts of a bill', () => {
  it.each([
    ['150000', 150_000],
    ['0', 0],
    ['150000.00', 150_000],
    ['1.250.000', 1_250_000],
    ['9007199254740993', null],
    ['150000.50', null],
    ['-1', null],
    ['1e5', null],
    ['', null],
  ])('written %j are %j whole rupiah', (text, amount) => {
    const details = [{ period: 'JAN 2026', bill_value: text, price_admin: '0' }];
    const read = readWire(InquiryResult, inquiryData({ description: { bill_sheet: 1, details } }));
    expect(read).toMatchObject({ ok: true, value: { description: { details: [{ bill_value: amount }] } } });
    expect(read.faults.map((fault) => fault.path)).toStrictEqual(
      amount === null ? ['description.details.0.bill_value'] : [],
    );
  });

  it('never quote what came', () => {
    const details = [{ period: 'JAN 2026', bill_value: 'secret', price_admin: '0' }];
    const read = readWire(InquiryResult, inquiryData({ description: { bill_sheet: 1, details } }));
    expect(JSON.stringify(read.faults)).not.toContain('secret');
  });
});

describe('the two extra fields of a webhook', () => {
  it('are read where they are there', () => {
    const read = readWire(Webhook, webhookBody({ product_code: 'TSEL10', price: 10_500 }));
    expect(read).toMatchObject({ ok: true, value: { product_code: 'TSEL10', price: 10_500 }, faults: [] });
  });

  it('are no fault where they are missing, and never spoil the rest', () => {
    expect(readWire(Webhook, webhookBody()).faults).toStrictEqual([]);
    expect(readWire(Webhook, webhookBody({ product_code: 7, price: 'x' }))).toMatchObject({
      ok: true,
      value: { product_code: null, price: null },
    });
  });
});

type Json = Record<string, unknown>;

/** Every resource of the interface: which fields its outcome needs, which are only informative, and where its object lies. */
const resources: {
  name: string;
  schema: z.ZodType;
  make(): Json;
  at: string[];
  needed: string[];
  optional: string[];
}[] = [
  {
    name: 'an order',
    schema: OrderResult,
    make: orderData,
    at: [],
    needed: ['transaction_id', 'status'],
    optional: ['product_code', 'product_name', 'message'],
  },
  {
    name: 'a payment',
    schema: PaymentData,
    make: paymentData,
    at: ['data'],
    needed: ['transaction_id', 'status', 'price', 'sn', 'customer_no'],
    optional: ['product_code', 'brand', 'category', 'customer_name', 'message'],
  },
  {
    name: 'a failed payment',
    schema: PaymentData,
    make: () => paymentData({ status: 'Gagal' }),
    at: ['data'],
    needed: ['transaction_id', 'status'],
    optional: ['product_code', 'brand', 'category', 'customer_no', 'customer_name', 'price', 'sn', 'message'],
  },
  {
    name: 'an inquiry',
    schema: InquiryResult,
    make: inquiryData,
    at: [],
    needed: ['transaction_id', 'status', 'price'],
    optional: ['product_code', 'brand', 'category', 'customer_name', 'message', 'description'],
  },
  {
    name: 'a failed inquiry',
    schema: InquiryResult,
    make: () => inquiryData({ status: 'failed' }),
    at: [],
    needed: ['transaction_id', 'status'],
    optional: ['product_code', 'brand', 'category', 'customer_name', 'price', 'message', 'description'],
  },
  {
    name: 'a bill’s description',
    schema: InquiryResult,
    make: inquiryData,
    at: ['description'],
    needed: [],
    optional: ['bill_sheet', 'details'],
  },
  {
    name: 'a bill’s period',
    schema: InquiryResult,
    make: inquiryData,
    at: ['description', 'details', '0'],
    needed: [],
    optional: ['period', 'bill_value', 'price_admin'],
  },
  {
    name: 'a prepaid product',
    schema: PrepaidProduct,
    make: prepaidData,
    at: [],
    needed: ['product_code', 'Status'],
    optional: ['product_name', 'type', 'description', 'category', 'brand', 'start_cut_off', 'end_cut_off'],
  },
  {
    name: 'a postpaid product',
    schema: PostpaidProduct,
    make: postpaidData,
    at: [],
    needed: ['product_code', 'Status'],
    optional: ['product_name', 'type', 'description', 'Category', 'Brand', 'admin', 'commission'],
  },
  { name: 'a brand', schema: PrepaidProduct, make: prepaidData, at: ['brand'], needed: [], optional: ['name', 'logo'] },
  { name: 'a category', schema: PrepaidProduct, make: prepaidData, at: ['category'], needed: [], optional: ['name'] },
  {
    name: 'a webhook',
    schema: Webhook,
    make: webhookBody,
    at: [],
    needed: ['transaction_id', 'status', 'customer_no'],
    optional: ['product_name', 'sn', 'message'],
  },
];

const spoilt: Record<string, (object: Json, field: string) => Json> = {
  'is missing': (object, field) => Object.fromEntries(Object.entries(object).filter(([key]) => key !== field)),
  'is null': (object, field) => ({ ...object, [field]: null }),
  'is of another type': (object, field) => ({ ...object, [field]: true }),
};

describe.each(resources)('$name', ({ schema, make, at, needed, optional }) => {
  it('is read as documented, without a fault', () => {
    expect(readWire(schema, make())).toMatchObject({ ok: true, faults: [] });
  });

  it('keeps fields that are not documented', () => {
    const read = readWire(
      schema,
      changed(make(), at, (object) => ({ ...object, extra: { deep: [1] } })),
    );
    expect(read).toMatchObject({ ok: true, faults: [] });
    expect(inside(read.ok ? read.value : null, at)).toMatchObject({ extra: { deep: [1] } });
  });

  for (const [name, spoil] of Object.entries(spoilt)) {
    it.each(needed.map((field) => [field]))(`is refused when %s ${name}, named by path`, (field) => {
      const read = readWire(
        schema,
        changed(make(), at, (object) => spoil(object, field)),
      );
      expect(read.ok).toBe(false);
      expect(read.faults.map((fault) => fault.path)).toContain([...at, field].join('.'));
    });

    it.each(optional.map((field) => [field]))(`has nothing for %s when it ${name}, named by path`, (field) => {
      const read = readWire(
        schema,
        changed(make(), at, (object) => spoil(object, field)),
      );
      expect(read).toMatchObject({ ok: true, faults: [{ path: [...at, field].join('.') }] });
      expect(inside(read.ok ? read.value : null, at)[field]).toBeNull();
    });
  }

  it.each([null, undefined, [], 'text', 7])('is not %j', (input) => {
    expect(readWire(schema, input).ok).toBe(false);
  });
});

/** A copy with the object at that path replaced. */
function changed(value: unknown, at: string[], change: (object: Json) => unknown): unknown {
  const [key, ...rest] = at;
  if (key === undefined) return change(value as Json);
  const copy = structuredClone(value) as Json;
  copy[key] = changed(copy[key], rest, change);
  return copy;
}

function inside(value: unknown, at: string[]): Json {
  return at.reduce<Json>((object, key) => object[key] as Json, value as Json);
}

describe('a serial number that is written as a number', () => {
  it('keeps all of its digits, and no other number becomes a text', () => {
    const text = '{"data":{"sn":35631234567890123456,"price":10275,"list":[{"sn":0}]},"sn":1.5}';
    expect(parseProviderJson(text)).toEqual({
      data: { sn: '35631234567890123456', price: 10_275, list: [{ sn: '0' }] },
      sn: 1.5,
    });
  });
});
