import { z } from 'zod';
import { ProviderId, Text } from './text.ts';
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
  transaction_id: ProviderId,
  product_code: told(Text),
  product_name: told(Text),
  status: OrderStatus,
  message: told(Text),
});
export type OrderResult = z.infer<typeof OrderResult>;
