import { z } from 'zod';
import { ProviderAmount } from './amount.ts';
import { ProviderId, SerialNumber, Text } from './text.ts';
import { told } from './told.ts';

export const webhookEvent = 'transaction.update';
export const webhookHeaders = { event: 'x-service-event', signature: 'x-service-signature' } as const;

/**
 * Spec, Webhook notification, with the two fields that only the sample carries. The number is needed because it must
 * agree before anything is applied; the rest only informs.
 */
export const Webhook = z.looseObject({
  transaction_id: ProviderId,
  product_name: told(Text),
  customer_no: Text.min(1),
  sn: told(SerialNumber),
  status: z.enum(['success', 'failed', 'pending']),
  message: told(Text),
  product_code: Text.nullish().catch(null),
  price: ProviderAmount.nullish().catch(null),
});
export type Webhook = z.infer<typeof Webhook>;
