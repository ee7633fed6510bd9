import type { Result } from '../../../shared/contract/errors.ts';
import { isBrandOf, operatorOf } from '../../../shared/domain/number-fit.ts';
import { nominalOf, parseNominal } from '../../../shared/domain/search/matching.ts';
import type { TransactionKind } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { currentOffers, type Offer, type OfferedProduct, refreshOffers } from '../../state/offers.ts';
import { currentNumberPlan } from '../../state/settings.ts';

const normalise = (text: string): string => text.trim().toLowerCase();

/** The offer whose code is exactly the text; capitals do not matter. */
export function offerOfCode(offers: readonly Offer[], text: string): Offer | null {
  const code = normalise(text);
  return offers.find(({ product }) => normalise(product.productCode) === code) ?? null;
}

/** The searched fields of an offer. Computed once for each offer, since every key press searches all of them. */
interface SearchKey {
  text: string;
  nominal: number | null;
}
const searchKeys = new WeakMap<Offer, SearchKey>();

function searchKeyOf(offer: Offer): SearchKey {
  const known = searchKeys.get(offer);
  if (known) return known;
  const { productCode, productName, brand, category } = offer.product;
  const key = {
    text: normalise([productCode, productName, brand, category, offer.group].filter(Boolean).join(' ')),
    nominal: nominalOf(productCode, productName),
  };
  searchKeys.set(offer, key);
  return key;
}

/** The offers whose code, name, brand, category or group contains every word, or whose nominal is the text. */
export function searchOffers(offers: readonly Offer[], text: string): readonly Offer[] {
  const nominal = parseNominal(text);
  const words = normalise(text).split(/\s+/).filter(Boolean);
  return offers.filter((offer) => {
    if (offer.hidden) return false;
    const key = searchKeyOf(offer);
    return (nominal !== null && key.nominal === nominal) || words.every((word) => key.text.includes(word));
  });
}

/**
 * The order of the list: offers of this kind first, those of the number's operator before others, then those of exactly the
 * nominal that was typed. Equals keep their order.
 */
export function rankOffers(offers: readonly Offer[], text: string, customerNo: string, kind: TransactionKind): Offer[] {
  const operator = operatorOf(customerNo, currentNumberPlan());
  const nominal = parseNominal(text);
  const rank = (offer: Offer): number =>
    (offer.product.kind === kind ? 0 : 4) +
    (operator === null || isBrandOf(operator, offer.product.brand) ? 0 : 2) +
    (nominal === null || searchKeyOf(offer).nominal === nominal ? 0 : 1);
  const ranks = Map.groupBy(offers, rank);
  return [...ranks.keys()].toSorted((one, other) => one - other).flatMap((each) => ranks.get(each) ?? []);
}

/** The known prepaid or postpaid product that the text means without doubt: by code, by nominal, or the only one of that name. */
export function knownOffer(offers: readonly Offer[], typed: string, customerNo: string): Offer | null {
  const text = typed.trim();
  if (text === '') return null;
  return (
    offerOfCode(offers, text) ?? offerOfNominal(offers, text, customerNo) ?? onlyOffer(searchOffers(offers, text), text)
  );
}

/** The one prepaid offer of a nominal and of the number's operator; null where there are several or none. */
function offerOfNominal(offers: readonly Offer[], text: string, customerNo: string): Offer | null {
  const nominal = parseNominal(text);
  if (nominal === null) return null;
  const operator = operatorOf(customerNo, currentNumberPlan());
  const matches = offers.filter(
    (offer) =>
      offer.product.kind === 'prepaid' &&
      searchKeyOf(offer).nominal === nominal &&
      (operator === null || isBrandOf(operator, offer.product.brand)),
  );
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/** Digits belong to codes, and an unknown code may be a part of a known one: then the only match is not the meant one. */
const onlyOffer = (matches: readonly Offer[], text: string): Offer | null =>
  matches.length === 1 && !/\d/.test(text) ? (matches[0] ?? null) : null;

/** Whether the text can be a code at all, rather than the words of a name. */
const isCodeLike = (text: string): boolean =>
  /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9._-]*$/.test(text) || /^[A-Za-z]+$/.test(text);

/** The offer for an order; "several" where the cashier has to choose; null: the provider has to be asked. */
export function matchOffer(offers: readonly Offer[], typed: string, customerNo: string): Offer | 'several' | null {
  const text = typed.trim();
  const known = knownOffer(offers, text, customerNo);
  if (known) return known;
  const matches = searchOffers(offers, text);
  const isAmbiguous = isCodeLike(text) ? matches.length > 1 && /^(\d+|[A-Za-z]+)$/.test(text) : matches.length > 0;
  return isAmbiguous ? 'several' : null;
}

/** The same for a bill, whose code may be one that is not known here: the inquiry shows that. */
export function matchBill(offers: readonly Offer[], typed: string): Offer | 'several' | null {
  const text = typed.trim();
  const matches = searchOffers(offers, text).filter(({ product }) => product.kind === 'postpaid');
  const known = offerOfCode(offers, text) ?? onlyOffer(matches, text);
  return known ?? (matches.length > 1 || /\s/.test(text) ? 'several' : null);
}

/** Asks the provider for a product, which changes nothing there. */
export async function lookUpOffer(code: string): Promise<Result<Offer>> {
  const answer = await retryInCapitals(code.trim(), (productCode) => call('product', { productCode }));
  if (!answer.ok) return answer;
  await refreshOffers();
  return { ok: true, value: offerOfCode(currentOffers(), answer.value.productCode) ?? unlisted(answer.value) };
}

/** Of a product that is not in the catalogue yet. */
const unlisted = (product: OfferedProduct): Offer => ({
  product,
  sellingPrice: null,
  favourite: false,
  group: null,
  place: null,
  hidden: false,
  logo: null,
});

/**
 * Asks about a code as typed and, when there is none, once more in capitals, as most codes are written.
 * Only for questions that change nothing.
 */
export async function retryInCapitals<T>(code: string, ask: (code: string) => Promise<Result<T>>): Promise<Result<T>> {
  const first = await ask(code);
  const capitals = code.toUpperCase();
  if (first.ok || first.error.code !== 'not_found' || capitals === code) return first;
  return ask(capitals);
}
