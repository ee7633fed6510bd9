import { describe, expect, it } from 'vitest';
import { InquiryResult } from '../../../../src/shared/wire/bill.ts';
import { Envelope, saysSuccess } from '../../../../src/shared/wire/fields.ts';
import { readWire } from '../../../../src/shared/wire/lenient.ts';
import { Webhook } from '../../../../src/shared/wire/order.ts';
import { isActive, productShape } from '../../../../src/shared/wire/product.ts';
import { envelope, inquiryData, postpaidData, prepaidData, webhookBody } from '../../../support/provider-answers.ts';

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
  it('are told apart by their keys', () => {
    expect(productShape(prepaidData())).toBe('prepaid');
    expect(productShape(postpaidData())).toBe('postpaid');
  });

  it('are told apart with some of the keys missing', () => {
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
