import { z } from 'zod';
import { NonNegativeInt } from '../domain/common-schemas.ts';
import { rupiahFromText } from '../domain/money.ts';
import {
  Brand,
  Category,
  lenient,
  ProviderAmount,
  ProviderId,
  SerialNumber,
  Text,
  WrittenSerialNumber,
} from './fields.ts';

/** Spec, Inquiry result and Payment result: what both say of a bill whatever became of it. */
const billResult = {
  transaction_id: ProviderId,
  product_code: lenient(Text),
  brand: lenient(Brand),
  category: lenient(Category),
  customer_name: lenient(Text),
  message: lenient(Text),
};

/** An amount as numeric text (spec: bill_value, price_admin), as whole rupiah. */
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
  bill_sheet: lenient(NonNegativeInt),
  details: lenient(z.array(Period)),
});

const result = {
  ...billResult,
  description: lenient(Description),
};

/** Spec, Inquiry result: a bill that may be paid needs its price, and comes to something; one that failed does not. */
export const InquiryResult = z.discriminatedUnion('status', [
  z.looseObject({ ...result, status: z.literal('inquiry'), price: ProviderAmount.refine((price) => price > 0) }),
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

/** Body of POST /order: exactly the documented fields. */
export interface OrderRequest {
  product_code: string;
  customer_no: string;
  callback_url: string;
}

const OrderStatus = z.enum(['pending', 'success', 'failed']);

/** Spec, Order transaction. The serial number is not part of it and comes by webhook; one beside a success is kept all the same. */
export const OrderResult = z.looseObject({
  transaction_id: ProviderId,
  product_code: lenient(Text),
  product_name: lenient(Text),
  status: OrderStatus,
  message: lenient(Text),
  sn: SerialNumber.nullish().catch(null),
});
export type OrderResult = z.infer<typeof OrderResult>;

export const webhookEvent = 'transaction.update';
export const webhookHeaders = { event: 'x-service-event', signature: 'x-service-signature' } as const;

/**
 * Spec, Webhook notification, with the two fields that only the sample carries. The number is needed because it must
 * agree before anything is applied; the rest only informs.
 */
export const Webhook = z.looseObject({
  transaction_id: ProviderId,
  product_name: lenient(Text),
  customer_no: Text.min(1),
  sn: lenient(SerialNumber),
  status: z.enum(['success', 'failed', 'pending']),
  message: lenient(Text),
  product_code: Text.nullish().catch(null),
  price: ProviderAmount.nullish().catch(null),
});
export type Webhook = z.infer<typeof Webhook>;

const common = {
  product_code: z.string().min(1),
  product_name: lenient(z.string()),
  /** "Umum", "Premium", others possible */
  type: lenient(z.string()),
  /** capitalised as in the interface */
  Status: z.string(),
  description: lenient(z.string()),
};

/** Spec, Product: prepaid, with its keys in lower case and its cut-off as HH:mm:ss. */
export const PrepaidProduct = z.looseObject({
  ...common,
  category: lenient(Category),
  brand: lenient(Brand),
  start_cut_off: lenient(z.string()),
  end_cut_off: lenient(z.string()),
});
export type PrepaidProduct = z.infer<typeof PrepaidProduct>;

/** Spec, Product: postpaid, with its keys capitalised. */
export const PostpaidProduct = z.looseObject({
  ...common,
  Category: lenient(Category),
  Brand: lenient(Brand),
  admin: lenient(ProviderAmount),
  commission: lenient(ProviderAmount),
});
export type PostpaidProduct = z.infer<typeof PostpaidProduct>;

const postpaidKeys = ['Category', 'Brand', 'admin', 'commission'];
const prepaidKeys = ['category', 'brand', 'start_cut_off', 'end_cut_off'];

/**
 * Distinguishes the two shapes of GET /product by their own keys, since no field names the kind; null when neither fits better.
 */
export function productShape(data: unknown): 'prepaid' | 'postpaid' | null {
  if (typeof data !== 'object' || data === null) return null;
  const count = (keys: string[]): number => keys.filter((key) => Object.hasOwn(data, key)).length;
  const [prepaid, postpaid] = [count(prepaidKeys), count(postpaidKeys)];
  if (prepaid === postpaid) return null;
  return prepaid > postpaid ? 'prepaid' : 'postpaid';
}

/** Spec: active or inactive. Anything else is read as inactive: only products that are surely for sale are sold. */
export function isActive(status: string): boolean {
  return status.trim().toLowerCase() === 'active';
}
