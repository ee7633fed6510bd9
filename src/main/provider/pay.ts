import { sameCustomerNo } from '../../shared/domain/customer-no.ts';
import { PaymentData, type PaymentRequest, type PaymentResult } from '../../shared/wire/payment.ts';
import { type Reading, readWire } from '../../shared/wire/told.ts';
import { below, type Question } from './question.ts';
import { otherProduct } from './same-product.ts';

interface Ask {
  transactionId: string;
  productCode: string;
  customerNo: string;
}

/** POST /billing/pay (spec, Endpoints). An answer about another transaction or customer says nothing about this one. */
export function payQuestion(ask: Ask): Question<PaymentResult> {
  const body: PaymentRequest = {
    transaction_id: ask.transactionId,
    product_code: ask.productCode,
    customer_no: ask.customerNo,
  };
  return {
    method: 'POST',
    path: '/billing/pay',
    body: { ...body },
    movesMoney: true,
    read: readPayment,
    failed: (value) => value.status === 'Gagal',
    doubt: (value) => doubtOf(value, ask),
    oddities: (value) => otherProduct('data.data.product_code', ask.productCode, value.product_code),
  };
}

/** The result is wrapped twice: the paths of its faults begin with "data.data". */
function readPayment(data: unknown): Reading<PaymentResult> {
  const reading = below('data', readWire(PaymentData, data));
  return reading.ok ? { ...reading, value: reading.value.data } : reading;
}

function doubtOf(value: PaymentResult, ask: Ask): string | null {
  if (value.transaction_id !== ask.transactionId) return 'the answer is about another transaction';
  const { customer_no } = value;
  // A failed payment need not name its customer; a number that it names must be the right one.
  if (value.status === 'Gagal' && (customer_no === null || customer_no.trim() === '')) return null;
  if (customer_no !== null && sameCustomerNo(customer_no, ask.customerNo)) return null;
  return 'the answer is about another customer';
}
