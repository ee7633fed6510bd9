import { z } from 'zod';
import { ProviderAmount } from './amount.ts';
import { billResult } from './bill-result.ts';
import { Text, WrittenSerialNumber } from './text.ts';
import { told } from './told.ts';

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
    customer_no: told(Text),
    price: told(ProviderAmount),
    sn: told(Text),
  }),
]);
export type PaymentResult = z.infer<typeof PaymentResult>;

/** The payment answer wraps its result twice: this is the envelope's data. */
export const PaymentData = z.looseObject({ data: PaymentResult });
