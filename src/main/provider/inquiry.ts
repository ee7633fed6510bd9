import { type InquiryRequest, InquiryResult } from '../../shared/wire/inquiry.ts';
import { readWire } from '../../shared/wire/told.ts';
import { below, type HarmlessQuestion } from './question.ts';
import { isOtherProduct } from './same-product.ts';

/** POST /billing/inquiry (spec, Endpoints). A bill of another product is not the one that the customer came to pay. */
export function inquiryQuestion(ask: { productCode: string; customerNo: string }): HarmlessQuestion<InquiryResult> {
  const body: InquiryRequest = { product_code: ask.productCode, customer_no: ask.customerNo };
  return {
    method: 'POST',
    path: '/billing/inquiry',
    body: { ...body },
    movesMoney: false,
    read: (data) => below('data', readWire(InquiryResult, data)),
    failed: (value) => value.status === 'failed',
    doubt: (value) =>
      isOtherProduct(ask.productCode, value.product_code) ? 'the answer is about another product' : null,
    oddities: () => [],
  };
}
