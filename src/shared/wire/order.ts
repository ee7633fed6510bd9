import { z } from 'zod';
import { ProviderAmount, ProviderId, SerialNumber, Text } from './fields.ts';
import { lenient } from './lenient.ts';

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
