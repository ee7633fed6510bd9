import type { Result } from '../../../shared/contract/errors.ts';
import { unaddressedWords } from '../../../shared/domain/chat-words.ts';
import { asDialled } from '../../../shared/domain/customer-no.ts';
import { isBrandOf, type NumberPlan, operatorOf } from '../../../shared/domain/number-fit.ts';
import { isData, productKind } from '../../../shared/domain/product-names.ts';
import { nominalOf, parseNominal } from '../../../shared/domain/search/matching.ts';
import type { TransactionKind } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { currentOffers, type Offer, type OfferedProduct, refreshOffers } from '../../state/offers.ts';
import { dropOnPersonChange } from '../../state/page-data.ts';
import { currentNumberPlan } from '../../state/settings.ts';

const normalise = (text: string): string => text.trim().toLowerCase();

/** The offer whose code is exactly the text; capitals do not matter. */
export function offerOfCode(offers: readonly Offer[], text: string): Offer | null {
  const code = normalise(text);
  return offers.find(({ product }) => normalise(product.productCode) === code) ?? null;
}

/** The groups of products that a tab shows, in the order of the tabs. */
export const productGroups = ['credit', 'data', 'token', 'wallet', 'bill', 'other'] as const;
export type ProductGroup = (typeof productGroups)[number];

/** Computed once for each offer, since every key press searches all of them. */
interface SearchKey {
  /** of code, name, brand, category and group, and other words for the same */
  words: readonly string[];
  nominal: number | null;
  group: ProductGroup;
  /** the name of the mobile operator whose credit or data it is */
  operator: string | null;
  isElectricity: boolean;
  plan: NumberPlan;
}
const searchKeys = new WeakMap<Offer, SearchKey>();
/** By code: the list of offers is read again after each sale, and hardly any of them has another name then. */
const latestOffers = new Map<string, Offer>();

// With what they cost the shop.
dropOnPersonChange(() => latestOffers.clear());

function searchKeyOf(offer: Offer): SearchKey {
  const plan = currentNumberPlan();
  const searchKey = searchKeys.get(offer);
  if (searchKey?.plan === plan) return searchKey;
  const { productCode, productName, brand, category } = offer.product;
  const latest = latestOffers.get(productCode);
  latestOffers.set(productCode, offer);
  const former = latest && hasSameNames(latest, offer) ? searchKeys.get(latest) : undefined;
  if (former?.plan === plan) {
    searchKeys.set(offer, former);
    return former;
  }
  const group = productGroupOf(offer.product);
  const operator = plan.operators.find((each) => isBrandOf(each, brand));
  const key = {
    words: [
      ...wordsOf([productCode, productName, brand, category, offer.group].filter(Boolean).join(' ')),
      ...(operator ? [operator.name.toLowerCase(), ...operator.brands.filter((name) => /\D/.test(name))] : []),
      ...otherWords[group],
      ...(operator?.brands.some((name) => xlSmart.has(name)) ? ['xlsmart'] : []),
    ],
    // "5 GB" is no amount of money.
    nominal: group === 'data' ? null : nominalOf(productCode, productName),
    group,
    operator: operator?.name ?? null,
    isElectricity: productKind(offer.product).startsWith('electricity'),
    plan,
  };
  searchKeys.set(offer, key);
  return key;
}

function hasSameNames(one: Offer, other: Offer): boolean {
  const { productName, brand, category, kind } = one.product;
  return (
    productName === other.product.productName &&
    brand === other.product.brand &&
    category === other.product.category &&
    kind === other.product.kind &&
    one.group === other.group
  );
}

/** "xl" is XL alone: the company's name begins with that brand's. */
const beginsWith = (word: string, text: string): boolean =>
  word.startsWith(text) && (word !== 'xlsmart' || text.length > 2);

/** One company since 2025, which sells each brand's credit for that brand's numbers alone. */
const xlSmart: ReadonlySet<string> = new Set(['xl', 'axis', 'smartfren']);

/** What customers say for the products of a group, whatever the provider calls them. */
const otherWords: Readonly<Record<ProductGroup, readonly string[]>> = {
  credit: ['pulsa'],
  data: ['data', 'kuota', 'paket', 'internet'],
  token: ['token', 'listrik', 'pln'],
  wallet: ['emoney', 'ewallet', 'saldo'],
  bill: ['tagihan', 'pascabayar'],
  other: [],
};

const walletWords =
  /\b(e-?money|e-?wallet|dompet|go-?pay|ovo|dana|shopee ?pay|link ?aja|brizzi|flazz|tap-?cash|e-?toll|i-?saku|grab|maxim)\b/i;
const creditWords = /\b(pulsa|credit|seluler|sms|telp\w*|telepon|nelpon|masa aktif)\b/i;

/** A reading of names, as the interface lists no such groups. */
function productGroupOf(product: OfferedProduct): ProductGroup {
  if (product.kind === 'postpaid') return 'bill';
  const { brand, category, productName } = product;
  const names = `${category ?? ''} ${productName ?? ''}`;
  if (productKind(product) === 'electricity-token') return 'token';
  if (walletWords.test(`${brand ?? ''} ${names}`)) return 'wallet';
  if (isData(product)) return 'data';
  const isOperator = currentNumberPlan().operators.some((operator) => isBrandOf(operator, brand));
  return isOperator || creditWords.test(names) ? 'credit' : 'other';
}

/** The group of an offer, as `productGroupOf` says it. */
export const groupOf = (offer: Offer): ProductGroup => searchKeyOf(offer).group;

/** Words in lower case, an amount with its unit as one: "5 GB" is "5gb". */
function wordsOf(text: string): string[] {
  const joined = normalise(text).replace(/(\d)\s+(gb|mb|rb|ribu|k)\b/g, '$1$2');
  return joined.match(/[\p{L}\p{N}]+(?:[.,]\p{N}+)*/gu) ?? [];
}

interface QueryWord {
  text: string;
  /** whole rupiah, where the word can be a nominal */
  amount: number | null;
  isDigits: boolean;
}

const queryOf = (text: string): QueryWord[] =>
  wordsOf(text).map((word) => ({ text: word, amount: parseNominal(word), isDigits: /^\d+$/.test(word) }));

/** Whether a word of a search is the offer's nominal, its quota without the unit, or a word of it. */
function isNamedBy({ words, nominal }: SearchKey, { text, amount, isDigits }: QueryWord): boolean {
  if (amount !== null && amount === nominal) return true;
  return words.some(
    (each) => each === text || (isDigits && each.startsWith(text) && /^[a-z]+$/.test(each.slice(text.length))),
  );
}

/**
 * The offers each word of the text stands for: a word of theirs, or the beginning of one. An amount is a whole one where there is
 * such an offer: "token 20" is not 200.000.
 */
export function searchOffers(offers: readonly Offer[], text: string): readonly Offer[] {
  const query = queryOf(text);
  const visibleOffers = offers.filter(({ hidden }) => !hidden);
  if (query.length === 0) return normalise(text) === '' ? visibleOffers : [];
  const begins = visibleOffers.filter((offer) => {
    const key = searchKeyOf(offer);
    return query.every(
      (word) =>
        (word.amount !== null && word.amount === key.nominal) || key.words.some((each) => beginsWith(each, word.text)),
    );
  });
  const amounts = query.filter(({ amount }) => amount !== null);
  const named = begins.filter((offer) => amounts.every((word) => isNamedBy(searchKeyOf(offer), word)));
  return named.length > 0 ? named : begins;
}

/** What a customer's number says about the products for it. */
interface NumberSays {
  operator: string | null;
  isMeter: boolean;
  /** of a water meter or a game, say: no mobile number begins like this */
  isId: boolean;
}

function whatNumberSays(customerNo: string): NumberSays {
  const plan = currentNumberPlan();
  const number = asDialled(customerNo);
  const lengths = [plan.digits['electricity-token'], plan.digits['electricity-bill']];
  return {
    operator: operatorOf(number, plan)?.name ?? null,
    isMeter:
      /^[1-9]\d*$/.test(number) &&
      lengths.some((range) => range !== undefined && number.length >= range[0] && number.length <= range[1]),
    isId: /^[1-79]\d{7,}$/.test(number),
  };
}

/** 0: made for the number; 1: nothing speaks against it; 2: for numbers of another kind or operator. */
function fitOf({ operator, isElectricity }: SearchKey, says: NumberSays): 0 | 1 | 2 {
  if (says.operator !== null) return operator === says.operator ? 0 : operator !== null || isElectricity ? 2 : 1;
  if (says.isMeter) return isElectricity ? 0 : operator !== null ? 2 : 1;
  return 0;
}

/**
 * The order of the list: offers of this kind first, those that fit the number before others, then those of exactly the nominal that
 * was typed. For a meter, electricity comes first of all, of either kind; for another number that is no phone's, phone credit comes last.
 * Equals keep their order.
 */
export function rankOffers(offers: readonly Offer[], text: string, customerNo: string, kind: TransactionKind): Offer[] {
  const says = whatNumberSays(customerNo);
  const nominal = parseNominal(text);
  const rank = (offer: Offer): number => {
    const key = searchKeyOf(offer);
    const fit = says.isId && !says.isMeter && key.operator !== null ? 2 : fitOf(key, says);
    const isOther = offer.product.kind !== kind && !((says.isMeter || says.isId) && fit === 0);
    return (
      Number(isOther) * 16 +
      fit * 4 +
      Number(offer.product.kind !== kind) * 2 +
      Number(nominal !== null && key.nominal !== nominal)
    );
  };
  const ranks = Map.groupBy(offers, rank);
  return [...ranks.keys()].toSorted((one, other) => one - other).flatMap((each) => ranks.get(each) ?? []);
}

/**
 * The known prepaid or postpaid product that the text means without doubt: by code, by nominal, the only one of that name, or the only
 * one of it that is made for the number ("pulsa 10rb").
 */
export function knownOffer(offers: readonly Offer[], typed: string, customerNo: string): Offer | null {
  const text = typed.trim();
  if (text === '') return null;
  const exact = offerOfCode(offers, text) ?? offerOfNominal(offers, text, customerNo);
  if (exact) return exact;
  const matches = searchOffers(offers, text);
  const only = onlyOffer(matches, text);
  if (only || !/^[A-Za-z ]+ \d/.test(text)) return only;
  const says = whatNumberSays(customerNo);
  const isMadeFor = (offer: Offer): boolean =>
    offer.product.kind === 'prepaid' &&
    (says.operator !== null || says.isMeter) &&
    fitOf(searchKeyOf(offer), says) === 0;
  return onlyOffer(matches.filter(isMadeFor), text);
}

/** Whether a word that a chat has beside number and nominal is the name of a brand that is sold here: it may be a product then. */
export function namesBrand(offers: readonly Offer[], dropped: string): boolean {
  const words = new Set(unaddressedWords(normalise(dropped)));
  return words.size > 0 && offers.some(({ product }) => wordsOf(product.brand ?? '').some((each) => words.has(each)));
}

/** The one prepaid offer of a nominal that is made for the number; null where there are several or none. */
function offerOfNominal(offers: readonly Offer[], text: string, customerNo: string): Offer | null {
  const nominal = parseNominal(text);
  if (nominal === null) return null;
  const says = whatNumberSays(customerNo);
  const matches = offers.filter((offer) => {
    const key = searchKeyOf(offer);
    return offer.product.kind === 'prepaid' && key.nominal === nominal && fitOf(key, says) === 0;
  });
  return matches.length === 1 ? (matches[0] ?? null) : null;
}

/**
 * The only match, where it is what was typed: an unknown code may begin as a known one does, and an amount may be another one's
 * first digits.
 */
function onlyOffer(matches: readonly Offer[], text: string): Offer | null {
  const [only] = matches;
  if (!only || matches.length > 1) return null;
  const key = searchKeyOf(only);
  return queryOf(text).every((word) => !/\d/.test(word.text) || isNamedBy(key, word)) ? only : null;
}

/** Whether the text can be a code at all, rather than the words of a name. */
const isCodeLike = (text: string): boolean =>
  /^(?=.*\d)[A-Za-z0-9][A-Za-z0-9._-]*$/.test(text) || /^[A-Za-z]+$/.test(text);

/** The offer for an order; "several" where the cashier has to choose; null: the provider has to be asked. */
export function matchOffer(offers: readonly Offer[], typed: string, customerNo: string): Offer | 'several' | null {
  const text = typed.trim();
  const exact = knownOffer(offers, text, customerNo);
  if (exact) return exact;
  const matches = searchOffers(offers, text);
  const isAmbiguous = isCodeLike(text) ? matches.length > 1 && /^(\d+|[A-Za-z]+)$/.test(text) : matches.length > 0;
  return isAmbiguous ? 'several' : null;
}

/** The same for a bill, whose code may be one that is not known here: the inquiry shows that. */
export function matchBill(offers: readonly Offer[], typed: string): Offer | 'several' | null {
  const text = typed.trim();
  const matches = searchOffers(offers, text).filter(({ product }) => product.kind === 'postpaid');
  const exact = offerOfCode(offers, text) ?? onlyOffer(matches, text);
  return exact ?? (matches.length > 1 || /\s/.test(text) ? 'several' : null);
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
export async function retryInCapitals<T>(code: string, send: (code: string) => Promise<Result<T>>): Promise<Result<T>> {
  const first = await send(code);
  const capitals = code.toUpperCase();
  if (first.ok || first.error.code !== 'not_found' || capitals === code) return first;
  return send(capitals);
}
