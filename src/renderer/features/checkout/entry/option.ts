import type { CustomerSuggestion } from '../../../../shared/contract/customer-book.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import type { Offer } from '../../../state/offers.ts';

/** One thing that can be chosen below the field. */
export type Option =
  /** somebody of the customer book */
  | { is: 'saved'; id: string; saved: CustomerSuggestion }
  /** what this customer bought before */
  | { is: 'again'; id: string; sale: Transaction }
  /** a bill of theirs that was asked for and not paid yet */
  | { is: 'openBill'; id: string; sale: Transaction }
  | { is: 'offer'; id: string; offer: Offer };

export const offerOption = (offer: Offer): Option => ({
  is: 'offer',
  id: `offer-${offer.product.productCode}`,
  offer,
});
