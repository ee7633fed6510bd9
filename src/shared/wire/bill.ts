import { z } from 'zod';
import { rupiahFromText } from '../domain/money.ts';
import { Brand, Category, ProviderAmount, ProviderId, Text, WrittenSerialNumber } from './fields.ts';
import { lenient } from './lenient.ts';

/** Spec, Inquiry result and Payment result: what both say of a bill whatever became of it. */
const billResult = {
  transaction_id: ProviderId,
  product_code: lenient(Text),
  brand: lenient(Brand),
  category: lenient(Category),
  customer_name: lenient(Text),
  message: lenient(Text),
};

/** An amount given as numeric text (spec: bill_value, price_admin), as whole rupiah. */
const RupiahText = z.string().transform((text, context) => {
  const amount = ProviderAmount.safeParse(rupiahFromText(text));
  if (amount.success) return amount.data;
  context.addIssue({ code: 'custom', message: 'expected a whole amount as numeric text' });
  return z.NEVER;
});

/** Body of POST /billing/inquiry: exactly the documented fields. */
export interface InquiryRequest {
  product_code: string;
  customer_no: string;
}

const Period = z.looseObject({
  period: lenient(Text),
  bill_value: lenient(RupiahText),
  price_admin: lenient(RupiahText),
});

const Description = z.looseObject({
  bill_sheet: lenient(z.int().nonnegative()),
  details: lenient(z.array(Period)),
});

const result = {
  ...billResult,
  description: lenient(Description),
};

/** Spec, Inquiry result: a bill that may be paid needs its price, one that failed does not. */
export const InquiryResult = z.discriminatedUnion('status', [
  z.looseObject({ ...result, status: z.literal('inquiry'), price: ProviderAmount }),
  z.looseObject({ ...result, status: z.literal('failed'), price: lenient(ProviderAmount) }),
]);
export type InquiryResult = z.infer<typeof InquiryResult>;

/** Body of POST /billing/pay: exactly the documented fields. */
export interface PaymentRequest {
  transaction_id: string;
  product_code: string;
  customer_no: string;
}

/**
 * Spec, Payment result. "Sukses" is believed only with its price, its sn (which may be empty) and its customer number;
 * "Gagal" has none of them to prove.
 */
export const PaymentResult = z.discriminatedUnion('status', [
  z.looseObject({
    ...billResult,
    status: z.literal('Sukses'),
    customer_no: Text,
    price: ProviderAmount,
    sn: WrittenSerialNumber,
  }),
  z.looseObject({
    ...billResult,
    status: z.literal('Gagal'),
    customer_no: lenient(Text),
    price: lenient(ProviderAmount),
    sn: lenient(Text),
  }),
]);
export type PaymentResult = z.infer<typeof PaymentResult>;

/** The payment answer wraps its result twice: this is the envelope's data. */
export const PaymentData = z.looseObject({ data: PaymentResult });
