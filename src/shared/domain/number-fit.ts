import { z } from 'zod';
import { asDialled } from './customer-no.ts';
import shipped from './number-plan.json' with { type: 'json' };
import { type ProductKind, productKind } from './product-names.ts';

const Digits = z.tuple([z.int().min(1).max(30), z.int().min(1).max(30)]).refine(([fewest, most]) => fewest <= most);

/** Which prefixes belong to which mobile operator, and how many digits the numbers of a kind of product have. */
export const NumberPlan = z.strictObject({
  operators: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(40),
        /** words of a product's brand, in lower case */
        brands: z.array(z.string().trim().toLowerCase().min(1).max(40)).min(1).max(10),
        prefixes: z
          .array(z.string().regex(/^08\d{2,4}$/))
          .min(1)
          .max(40),
      }),
    )
    .max(30),
  digits: z.partialRecord(z.enum(['phone', 'electricity-token', 'electricity-bill', 'health', 'internet']), Digits),
});
export type NumberPlan = z.infer<typeof NumberPlan>;

/** The shipped plan. number-plan.json says where it is from, and from when. */
export const shippedNumberPlan: NumberPlan = NumberPlan.parse({
  operators: shipped.operators,
  digits: shipped.digits,
});

type Operator = NumberPlan['operators'][number];

const prefixLengths = [6, 5, 4] as const;

/** The operator that a number's first digits belong to; of two, the one with the longer prefix. Null for all others. */
export function operatorOf(customerNo: string, plan = shippedNumberPlan): Operator | null {
  const number = asDialled(customerNo);
  for (const length of prefixLengths) {
    const prefix = number.slice(0, length);
    const operator = plan.operators.find(({ prefixes }) => prefixes.includes(prefix));
    if (operator) return operator;
  }
  return null;
}

export function isBrandOf(operator: Operator, brand: string | null): boolean {
  return (brand ?? '')
    .toLowerCase()
    .split(/[^a-z0-9.]+/)
    .some((word) => operator.brands.includes(word));
}

/** Why a number probably is not one for a product. Numbers are ported and lists grow old: a person may sell anyway. */
export const NumberMismatch = z.discriminatedUnion('kind', [
  /** the prefix belongs to another operator than the product's */
  z.object({ kind: z.literal('operator'), operator: z.string(), brand: z.string() }),
  /** a mobile number whose first four digits no operator has: two were swapped, most of all */
  z.object({ kind: z.literal('prefix'), prefix: z.string() }),
  /** credit for a number that is no mobile number, say a meter's */
  z.object({ kind: z.literal('not_mobile') }),
  /** a token or a bill for a mobile number */
  z.object({ kind: z.literal('mobile'), operator: z.string() }),
  /** the number on a BPJS card; `va` is the virtual account by which banks take its bill. Providers take the one or the other */
  z.object({ kind: z.literal('bpjs_card'), va: z.string() }),
  z.object({ kind: z.literal('length'), digits: z.int(), fewest: z.int(), most: z.int() }),
  /** a letter in a number that has digits only */
  z.object({ kind: z.literal('letters') }),
]);
export type NumberMismatch = z.infer<typeof NumberMismatch>;

type FittedProduct = Parameters<typeof productKind>[0];

/** Of free calls, so no mobile number: the numbers of training and of the simulator begin with it. */
const practicePrefix = '0800';

const mobileCategory = /\b(pulsa|data|paket|internet|kuota|sms|telp\w*|telepon|nelpon|masa aktif|credit|seluler)\b/i;

/**
 * What is unusual about a number for a product; null where nothing is, or where brand, category or prefix is not listed, as for games,
 * wallets and virtual operators.
 */
export function numberMismatch(
  product: FittedProduct,
  customerNo: string,
  plan = shippedNumberPlan,
): NumberMismatch | null {
  const kind = productKind(product);
  const isMobile = product.kind === 'prepaid' && (kind === 'phone' || kind === 'internet');
  return isMobile ? mobileMismatch(product, customerNo, plan) : idMismatch(kind, customerNo, plan);
}

/** Whether a number with letters is never sent for the product (spec, Fields: customer_no has digits for phones and meters). */
export function takesDigitsOnly(product: FittedProduct, plan = shippedNumberPlan): boolean {
  const kind = productKind(product);
  return product.kind === 'prepaid' && (kind === 'electricity-token' || sellerOf(product, plan) !== null);
}

/** The listed operator whose credit or data the product is. */
function sellerOf({ brand, category }: FittedProduct, plan: NumberPlan): Operator | null {
  if (category !== null && !mobileCategory.test(category)) return null;
  return plan.operators.find((operator) => isBrandOf(operator, brand)) ?? null;
}

function mobileMismatch(product: FittedProduct, customerNo: string, plan: NumberPlan): NumberMismatch | null {
  const seller = sellerOf(product, plan);
  if (seller === null) return null;
  const number = asDialled(customerNo);
  if (/\D/.test(number)) return { kind: 'letters' };
  if (!number.startsWith('08')) return { kind: 'not_mobile' };
  const operator = operatorOf(number, plan);
  if (operator !== null && operator.name !== seller.name) {
    return { kind: 'operator', operator: operator.name, brand: seller.name };
  }
  const prefix = number.slice(0, 4);
  return (
    lengthMismatch(number, plan.digits.phone) ??
    (operator === null && prefix !== practicePrefix ? { kind: 'prefix', prefix } : null)
  );
}

/** The first four digits of a whole mobile number that no listed operator has; null: another number, or one that is typed still. */
export function strayPrefix(customerNo: string, plan = shippedNumberPlan): string | null {
  const number = asDialled(customerNo);
  const prefix = number.slice(0, 4);
  const isStray = /^08\d{8,}$/.test(number) && prefix !== practicePrefix && operatorOf(number, plan) === null;
  return isStray ? prefix : null;
}

function idMismatch(kind: ProductKind, customerNo: string, plan: NumberPlan): NumberMismatch | null {
  if (kind === 'phone' || kind === 'water' || kind === 'other') return null;
  if (/\D/.test(customerNo)) return kind === 'internet' ? null : { kind: 'letters' };
  const va = kind === 'health' ? vaOfCard(customerNo) : null;
  if (va !== null) return { kind: 'bpjs_card', va };
  const range = plan.digits[kind];
  if (range === undefined) return null;
  const operator = kind === 'internet' ? null : operatorOf(customerNo, plan);
  const phone = plan.digits.phone;
  const mayBeMobile = phone === undefined || lengthMismatch(asDialled(customerNo), phone) === null;
  if (operator !== null && mayBeMobile) return { kind: 'mobile', operator: operator.name };
  return lengthMismatch(customerNo, range);
}

/** A card's 13 digits begin with 000; a virtual account is 88888 and the last eleven of them. */
const vaOfCard = (customerNo: string): string | null =>
  /^000\d{10}$/.test(customerNo) ? `88888${customerNo.slice(-11)}` : null;

function lengthMismatch(number: string, range: readonly [number, number] | undefined): NumberMismatch | null {
  if (range === undefined) return null;
  const digits = number.length;
  const [fewest, most] = range;
  return digits < fewest || digits > most ? { kind: 'length', digits, fewest, most } : null;
}

const kindWords = {
  pulsa: 'phone',
  token: 'electricity-token',
  pln: 'electricity-bill',
  bpjs: 'health',
  internet: 'internet',
} as const;

/**
 * The plan as an owner edits it: a line for each operator with the words of its brands and its prefixes, then a line for each kind of
 * product with the digits of its numbers.
 */
export function numberPlanText({ operators, digits }: NumberPlan): string {
  return [
    ...operators.map(({ name, brands, prefixes }) => `${name} (${brands.join(', ')}): ${prefixes.join(' ')}`),
    ...Object.entries(kindWords).flatMap(([word, kind]) => {
      const range = digits[kind];
      return range ? [`${word}: ${range[0]}-${range[1]}`] : [];
    }),
  ].join('\n');
}

/** Reads it; a line that cannot be read is named, the first being 1. A prefix belongs to one operator only. */
export function readNumberPlan(text: string): { plan: NumberPlan } | { wrongLine: number } {
  const plan: NumberPlan = { operators: [], digits: {} };
  const taken = new Set<string>();
  for (const [at, line] of text.split('\n').entries()) {
    const [, word = '', fewest, most] = /^\s*(\w+)\s*:\s*(\d+)\s*-\s*(\d+)\s*$/.exec(line) ?? [];
    const [, name, brands, prefixes] = /^([^:()]+)\(([^()]+)\):([\d\s,]+)$/.exec(line) ?? [];
    const kind = Object.entries(kindWords).find(([each]) => each === word.toLowerCase())?.[1];
    if (line.trim() === '') continue;
    if (kind) plan.digits[kind] = [Number(fewest), Number(most)];
    else if (name && brands && prefixes) {
      const own = prefixes.split(/[\s,]+/).filter(Boolean);
      plan.operators.push({ name: name.trim(), brands: brands.split(',').map((each) => each.trim()), prefixes: own });
      if (own.some((prefix) => taken.has(prefix) || own.indexOf(prefix) !== own.lastIndexOf(prefix))) {
        return { wrongLine: at + 1 };
      }
      for (const prefix of own) taken.add(prefix);
    } else return { wrongLine: at + 1 };
    if (!NumberPlan.safeParse(plan).success) return { wrongLine: at + 1 };
  }
  return { plan: NumberPlan.parse(plan) };
}
