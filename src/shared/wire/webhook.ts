import { z } from 'zod';
import { ProviderAmount } from './amount.ts';
import { told } from './told.ts';

export const webhookEvent = 'transaction.update';
export const webhookHeaders = { event: 'x-service-event', signature: 'x-service-signature' } as const;

/**
 * Spec, Webhook notification, with the two fields that only the sample carries. The number is needed because it must
 * agree before anything is applied; the rest only informs.
 */
export const Webhook = z.looseObject({
  transaction_id: z.string().min(1),
  product_name: told(z.string()),
  customer_no: z.string().min(1),
  sn: told(z.string()),
  status: z.enum(['success', 'failed', 'pending']),
  message: told(z.string()),
  product_code: z.string().nullish().catch(null),
  price: ProviderAmount.nullish().catch(null),
});
export type Webhook = z.infer<typeof Webhook>;
