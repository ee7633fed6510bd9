import { operatorOf } from '../../../../shared/domain/entry/operators.ts';
import { nominalOf } from '../../../../shared/domain/search/matching.ts';
import type { TransactionKind } from '../../../../shared/domain/state.ts';
import type { Offer } from '../../../state/offers.ts';

const plain = (text: string): string => text.trim().toLowerCase();

/** The offer whose code is exactly what was typed; capitals do not matter. */
export function offerOfCode(offers: readonly Offer[], typed: string): Offer | null {
  const code = plain(typed);
  return offers.find(({ product }) => plain(product.productCode) === code) ?? null;
}

/** "10", "10rb", "10.000": what a product is worth, whole rupiah; null for anything else. */
export function typedNominal(typed: string): number | null {
  const match = /^(\d{1,4}|\d{1,3}[.]?000)\s*(rb|ribu|k)?$/i.exec(plain(typed));
  if (!match?.[1]) return null;
  const number = Number(match[1].replace('.', ''));
  return number >= 1000 && match[2] === undefined ? number : number * 1000;
}

/** What an offer is found by. Made once for each, as each key asks it of every offer there is. */
interface Findable {
  text: string;
  worth: number | null;
}
const findable = new WeakMap<Offer, Findable>();

function findableOf(offer: Offer): Findable {
  const known = findable.get(offer);
  if (known) return known;
  const { productCode, productName, brand, category } = offer.product;
  const made = {
    text: plain([productCode, productName, brand, category, offer.group].filter(Boolean).join(' ')),
    worth: nominalOf(productCode, productName),
  };
  findable.set(offer, made);
  return made;
}
const worth = (offer: Offer): number | null => findableOf(offer).worth;

/** The offers whose code, name, brand, category or group holds every word, or that are worth what was typed. */
export function matchingOffers(offers: readonly Offer[], typed: string): readonly Offer[] {
  const nominal = typedNominal(typed);
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return offers.filter((offer) => {
    if (offer.hidden) return false;
    if (nominal !== null && worth(offer) === nominal) return true;
    const { text } = findableOf(offer);
    return words.every((word) => text.includes(word));
  });
}

/**
 * In the order in which they are shown: of the kind of this place first, what the number's operator sells before the rest, and
 * of equals what is worth exactly what was typed. The order of equals stays.
 */
export function shownFirst(
  offers: readonly Offer[],
  typed: string,
  customerNo: string,
  kind: TransactionKind,
): Offer[] {
  const operator = operatorOf(customerNo);
  const nominal = typedNominal(typed);
  const rank = (offer: Offer): number =>
    (offer.product.kind === kind ? 0 : 4) +
    (operator === null || operator.isBrand(offer.product.brand) ? 0 : 2) +
    (nominal === null || worth(offer) === nominal ? 0 : 1);
  const ranks = Map.groupBy(offers, rank);
  return [...ranks.keys()].toSorted((one, other) => one - other).flatMap((each) => ranks.get(each) ?? []);
}

/** The one offer that a nominal, and the operator of the number, leave; null where there are several or none. */
export function offerOfNominal(offers: readonly Offer[], typed: string, customerNo: string): Offer | null {
  const nominal = typedNominal(typed);
  if (nominal === null) return null;
  const operator = operatorOf(customerNo);
  const worthIt = offers.filter((offer) => offer.product.kind === 'prepaid' && worth(offer) === nominal);
  const own = operator === null ? worthIt : worthIt.filter(({ product }) => operator.isBrand(product.brand));
  return own.length === 1 ? (own[0] ?? null) : null;
}
