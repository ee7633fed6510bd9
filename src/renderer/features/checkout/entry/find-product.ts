import type { KonterError } from '../../../../shared/contract/errors.ts';
import { call } from '../../../host/call.ts';
import { type Offer, type OfferedProduct, offersNow, refreshOffers } from '../../../state/offers.ts';
import { orInCapitals } from '../sale/in-capitals.ts';
import { matchingOffers, offerOfCode, offerOfNominal } from './matching-offers.ts';

export type FoundProduct =
  | { is: 'found'; offer: Offer }
  /** several fit: a person chooses */
  | { is: 'several' }
  | { is: 'problem'; error: KonterError };

/** Whether what was typed can be a code at all, rather than the words of a name. */
const isCodeLike = (typed: string): boolean =>
  /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9._-]*$/.test(typed) || /^[A-Za-z]+$/.test(typed);

/** The product that is known here and that the text means without doubt: by code, by nominal, or the only one of that name. */
export function knownProduct(offers: readonly Offer[], typed: string, customerNo: string): Offer | null {
  const text = typed.trim();
  if (text === '') return null;
  const known = offerOfCode(offers, text) ?? offerOfNominal(offers, text, customerNo);
  if (known) return known;
  // Digits belong to codes, and a code that is not known yet may be a part of another.
  const matching = /\d/.test(text) ? [] : matchingOffers(offers, text);
  return matching.length === 1 ? (matching[0] ?? null) : null;
}

/**
 * The product that was typed: one that is known here by code, by nominal, or as the only one of that name; else the
 * provider is asked, which changes nothing there.
 * @param asking the provider is being asked: it may take some seconds
 */
export async function findProduct(typed: string, customerNo: string, asking: () => void): Promise<FoundProduct> {
  const text = typed.trim();
  const offers = offersNow();
  const known = knownProduct(offers, text, customerNo);
  if (known) return { is: 'found', offer: known };
  const matching = matchingOffers(offers, text);
  if (matching.length > 0 && !isCodeLike(text)) return { is: 'several' };
  if (matching.length > 1 && /^(\d+|[A-Za-z]+)$/.test(text)) return { is: 'several' };
  asking();
  const answer = await orInCapitals(text, (productCode) => call('product', { productCode }));
  if (!answer.ok) return { is: 'problem', error: answer.error };
  await refreshOffers();
  const offer = offerOfCode(offersNow(), answer.value.productCode);
  return { is: 'found', offer: offer ?? unlisted(answer.value) };
}

/** Looked up, and not in the catalogue yet. */
const unlisted = (product: OfferedProduct): Offer => ({
  product,
  sellingPrice: null,
  favourite: false,
  group: null,
  place: null,
  hidden: false,
  logo: null,
});
