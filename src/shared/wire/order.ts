import { z } from 'zod';
import { ProviderId, SerialNumber, Text } from './text.ts';
import { told } from './told.ts';

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
  product_code: told(Text),
  product_name: told(Text),
  status: OrderStatus,
  message: told(Text),
  sn: SerialNumber.nullish().catch(null),
});
export type OrderResult = z.infer<typeof OrderResult>;
