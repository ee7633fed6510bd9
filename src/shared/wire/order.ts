import { z } from 'zod';
import { told } from './told.ts';

/** Body of POST /order: exactly the documented fields. */
export interface OrderRequest {
  product_code: string;
  customer_no: string;
  callback_url: string;
}

const OrderStatus = z.enum(['pending', 'success', 'failed']);

/** Spec, Order transaction. The serial number is not part of it: it comes by webhook. */
export const OrderResult = z.looseObject({
  transaction_id: z.string().min(1),
  product_code: told(z.string()),
  product_name: told(z.string()),
  status: OrderStatus,
  message: told(z.string()),
});
export type OrderResult = z.infer<typeof OrderResult>;
