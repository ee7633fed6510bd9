import { z } from 'zod';
import { Rupiah } from '../domain/money.ts';
import { Brand, Category } from './brand-and-category.ts';
import { told } from './told.ts';

/** Body of POST /billing/pay: exactly the documented fields. */
export interface PaymentRequest {
  transaction_id: string;
  product_code: string;
  customer_no: string;
}

const result = {
  transaction_id: z.string().min(1),
  product_code: told(z.string()),
  brand: told(Brand),
  category: told(Category),
  customer_name: told(z.string()),
  message: told(z.string()),
};

/**
 * Spec, Payment result. "Sukses" is believed only with its price, its sn (which may be empty) and its customer number;
 * "Gagal" has none of them to prove.
 */
export const PaymentResult = z.discriminatedUnion('status', [
  z.looseObject({ ...result, status: z.literal('Sukses'), customer_no: z.string(), price: Rupiah, sn: z.string() }),
  z.looseObject({
    ...result,
    status: z.literal('Gagal'),
    customer_no: told(z.string()),
    price: told(Rupiah),
    sn: told(z.string()),
  }),
]);
export type PaymentResult = z.infer<typeof PaymentResult>;

/** The payment answer wraps its result twice: this is the envelope's data. */
export const PaymentData = z.looseObject({ data: PaymentResult });
