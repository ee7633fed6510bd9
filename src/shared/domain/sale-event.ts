import { z } from 'zod';

/** What was said about a sale, the drawer, the people, prices, settings or the database, one row of the log each. */
export const SaleEventType = z.enum([
  'bill.inquired',
  'bill.inquiry_failed',
  'bill.expired',
  'bill.rechecked',
  'sale.submitted',
  'sale.not_sent',
  'sale.response_received',
  'sale.refused',
  'sale.outcome_unknown',
  'sale.recovered_at_startup',
  'sale.restored',
  'webhook.applied',
  'webhook.disputed',
  'webhook.duplicate',
  'webhook.quarantined',
  'webhook.discarded',
  'sale.created_from_webhook',
  'webhook.unverified',
  'webhook.dismissed',
  'relay.gap',
  'relay.changed',
  'database.restored',
  'sale.manually_resolved',
  'sale.manually_disputed',
  'sale.manually_corrected',
  'cash.returned',
  'cash.collected',
  'cash.moved',
  'tab.paid',
  'receipt.print_requested',
  'receipt.print_failed',
  'receipt.print_resolved',
  'drawer.kicked',
  'drawer.not_opened',
  'shift.opened',
  'shift.x_report',
  'shift.closed',
  'shift.explained',
  'cash.paid_in',
  'cash.paid_out',
  'deposit.recorded',
  'customer.erased',
  'sale.erased',
  'people.added',
  'people.changed',
  'people.signed_in',
  'people.locked_out',
  'people.reset',
  'catalogue.price_changed',
  'settings.changed',
  'clock.accepted',
  'database.accepted',
]);
export type SaleEventType = z.infer<typeof SaleEventType>;

/** Why a webhook was kept but not applied. */
export const QuarantineReason = z.enum([
  'bad_signature',
  'not_readable',
  'other_event',
  'no_such_sale',
  'customer_differs',
  'product_differs',
  'id_differs',
  'provider_id_taken',
  'ambiguous_sale',
  'unsolicited',
  'fits_two_bills',
]);
export type QuarantineReason = z.infer<typeof QuarantineReason>;

/** What was said word for word, kept apart from the chain so that one customer's data can be erased. */
export const BodyRole = z.enum(['request', 'answer', 'webhook', 'note', 'snapshot']);
export type BodyRole = z.infer<typeof BodyRole>;
