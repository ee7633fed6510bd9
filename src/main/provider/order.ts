import { type OrderRequest, OrderResult } from '../../shared/wire/order.ts';
import { readWire } from '../../shared/wire/told.ts';
import { below, type Question } from './question.ts';
import { otherProduct } from './same-product.ts';

/** POST /order (spec, Endpoints). Another product code in the answer is odd, but the order is placed. */
export function orderQuestion(ask: {
  productCode: string;
  customerNo: string;
  callbackUrl: string;
}): Question<OrderResult> {
  const body: OrderRequest = {
    product_code: ask.productCode,
    customer_no: ask.customerNo,
    callback_url: ask.callbackUrl,
  };
  return {
    method: 'POST',
    path: '/order',
    body: { ...body },
    movesMoney: true,
    read: (data) => below('data', readWire(OrderResult, data)),
    failed: (value) => value.status === 'failed',
    doubt: () => null,
    oddities: (value) => otherProduct('data.product_code', ask.productCode, value.product_code),
  };
}
