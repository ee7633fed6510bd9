import { type BatchTextFault, type BatchTextLine, readBatchText } from '../../../shared/domain/batch-text.ts';
import type { Offer } from '../../state/offers.ts';
import { matchOffer } from '../checkout/index.ts';

/**
 * Beside what is wrong with its text: no product was named, the name fits several, none is known yet, it is a bill, or nothing
 * says what it costs.
 */
export type DraftFault = BatchTextFault | 'noProduct' | 'several' | 'unknown' | 'bill' | 'price';

/** A line of the list with the product that it means. */
export interface DraftLine extends Omit<BatchTextLine, 'fault'> {
  /** as typed, of the line or of all */
  typed: string;
  offer: Offer | null;
  /** whole rupiah */
  price: number | null;
  fault: DraftFault | null;
}

/**
 * @param product of the lines that name none
 * @param prices typed for products without one, by their codes
 */
export function draftLines(
  text: string,
  product: string,
  prices: Readonly<Record<string, number>>,
  offers: readonly Offer[],
): DraftLine[] {
  return readBatchText(text).map((line) => {
    const typed = (line.product ?? product).trim();
    const match = line.fault === null && typed !== '' ? matchOffer(offers, typed, line.customerNo) : null;
    const offer = match === 'several' ? null : match;
    const price = offer && (offer.sellingPrice ?? prices[offer.product.productCode] ?? null);
    const fault = line.fault ?? productFault(typed, match, price);
    return Object.assign(line, { typed, offer, price, fault });
  });
}

function productFault(typed: string, match: Offer | 'several' | null, price: number | null): DraftFault | null {
  if (typed === '') return 'noProduct';
  if (match === 'several') return 'several';
  if (match === null) return 'unknown';
  if (match.product.kind === 'postpaid') return 'bill';
  return price === null || price === 0 ? 'price' : null;
}

/** The products of the list that have no price of their own, each once. */
export function unpriced(lines: readonly DraftLine[]): Offer[] {
  const offers = lines.flatMap(({ offer }) => (offer && offer.sellingPrice === null ? [offer] : []));
  return [...new Map(offers.map((offer) => [offer.product.productCode, offer])).values()];
}
