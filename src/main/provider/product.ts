import { PostpaidProduct, PrepaidProduct, productShape } from '../../shared/wire/product.ts';
import { type Reading, readWire } from '../../shared/wire/told.ts';
import type { ProductAnswer } from '../ports/provider.ts';
import { below, type HarmlessQuestion } from './question.ts';
import { isOtherProduct } from './same-product.ts';

/** GET /product/{product_code} (spec, Endpoints). */
export function productQuestion(productCode: string): HarmlessQuestion<ProductAnswer> {
  return {
    method: 'GET',
    path: `/product/${encodeURIComponent(productCode.toWellFormed())}`,
    body: null,
    movesMoney: false,
    read: (data) => below('data', readProduct(data)),
    failed: () => false,
    doubt: ({ product }) =>
      isOtherProduct(productCode, product.product_code) ? 'the answer is about another product' : null,
    oddities: () => [],
  };
}

function readProduct(data: unknown): Reading<ProductAnswer> {
  const kind = productShape(data);
  if (kind === 'prepaid') {
    const reading = readWire(PrepaidProduct, data);
    return reading.ok ? { ...reading, value: { kind, product: reading.value } } : reading;
  }
  if (kind === 'postpaid') {
    const reading = readWire(PostpaidProduct, data);
    return reading.ok ? { ...reading, value: { kind, product: reading.value } } : reading;
  }
  return { ok: false, faults: [{ path: '', problem: 'neither a prepaid nor a postpaid product' }] };
}
