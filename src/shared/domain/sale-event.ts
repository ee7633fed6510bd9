import { z } from 'zod';

/** What was said about a sale, the drawer, the people, prices, settings or the database, one row of the log each. */
export const SaleEventType = z.enum([
  'bill.inquired',
  'bill.inquiry_failed',
  'bill.expired',
  'bill.evidence',
  'sale.sending',
  'sale.never_sent',
  'sale.answered',
  'sale.refused',
  'sale.answer_lost',
  'sale.recovered',
  'sale.restored',
  'webhook.applied',
  'webhook.disputed',
  'webhook.repeated',
  'webhook.set_aside',
  'webhook.passed_over',
  'webhook.adopted',
  'webhook.unverified',
  'webhook.discarded',
  'relay.gap',
  'relay.changed',
  'database.restored',
  'person.resolved',
  'person.disputed',
  'person.corrected',
  'cash.returned',
  'cash.collected',
  'cash.moved',
  'proof.printed',
  'proof.not_printed',
  'proof.decided',
  'drawer.kicked',
  'drawer.stayed_shut',
  'shift.opened',
  'shift.read',
  'shift.closed',
  'cash.paid_in',
  'cash.paid_out',
  'customer.erased',
  'sale.erased',
  'people.added',
  'people.changed',
  'people.signed_in',
  'people.locked_out',
  'people.reset',
  'catalogue.priced',
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
  'id_of_another_sale',
  'may_be_of_another',
  'not_sent_by_us',
  'fits_two_bills',
]);
export type QuarantineReason = z.infer<typeof QuarantineReason>;

/** What was said word for word, kept apart from the chain so that one customer's data can be erased. */
export const BodyRole = z.enum(['request', 'answer', 'webhook', 'note', 'snapshot']);
export type BodyRole = z.infer<typeof BodyRole>;
