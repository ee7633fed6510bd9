import { ProductCode } from '../../shared/contract/procedure.ts';
import { maxListLines } from '../../shared/contract/product-lists.ts';
import type { Product } from '../../shared/contract/selling.ts';
import { CatalogueAmount, type CatalogueItem } from '../../shared/domain/catalogue.ts';
import type {
  ListChange,
  ListDifference,
  ListProblem,
  ProviderListReading,
} from '../../shared/domain/provider-list.ts';
import type { TransactionKind } from '../../shared/domain/transaction.ts';
import { ListedProduct, type ProductList } from '../../shared/wire/capabilities.ts';
import { readProduct } from '../sales/index.ts';

/** A product of the provider's list, as the catalogue takes it. */
export interface ListEntry {
  product: Product;
  /** null: the list names none, and a known cost stays */
  cost: number | null;
  /** nothing is left of it now */
  isOutOfStock: boolean;
}

type ListContent =
  | { ok: true; entries: ListEntry[]; unusable: number }
  | { ok: false; problem: ListProblem; code: string | null };

/** Codes are one product in any spelling of their letters. */
const keyOf = (code: string): string => code.toUpperCase();

/** Reads a whole list, or says what is wrong with it: of a list that is wrong anywhere nothing is taken. */
export function readListEntries(products: ProductList['products']): ListContent {
  const refuse = (problem: ListProblem, code: string | null = null): ListContent => ({ ok: false, problem, code });
  if (products.length === 0) return refuse('empty');
  if (products.length > maxListLines) return refuse('too_many');
  const seen = new Set<string>();
  const entries: ListEntry[] = [];
  for (const written of products) {
    const { data: listed } = ListedProduct.safeParse(written);
    if (!listed) return refuse('bad_product', codeOf(written));
    const key = keyOf(listed.product_code);
    if (seen.has(key)) return refuse('repeated', listed.product_code);
    seen.add(key);
    if (!CatalogueAmount.nullable().safeParse(listed.cost).success) return refuse('bad_product', listed.product_code);
    if (ProductCode.safeParse(listed.product_code).data === listed.product_code) entries.push(toEntry(listed));
  }
  return { ok: true, entries, unusable: seen.size - entries.length };
}

/** For the words of an error: a code that is short enough to be one. */
function codeOf(product: unknown): string | null {
  const code = typeof product === 'object' && product !== null && 'product_code' in product && product.product_code;
  return typeof code === 'string' && code !== '' ? code.slice(0, 64).toWellFormed() : null;
}

function toEntry(listed: ListedProduct): ListEntry {
  const { product_code, product_name, kind, type, description, admin, commission } = listed;
  const isOutOfStock = listed.stock === 0;
  const [category, brand] = [{ name: listed.category }, { name: listed.brand, logo: null }];
  const Status = isOutOfStock ? 'inactive' : listed.status;
  const common = { product_code, product_name, type, description, Status };
  const { start_cut_off, end_cut_off } = listed;
  const product =
    kind === 'postpaid'
      ? readProduct({ kind, product: { ...common, Category: category, Brand: brand, admin, commission } }, [])
      : readProduct({ kind, product: { ...common, category, brand, start_cut_off, end_cut_off } }, []);
  // A cost of 0 is none, as in an imported list; a bill has a fee instead.
  return { product, isOutOfStock, cost: (kind === 'prepaid' && listed.cost) || null };
}

/**
 * A listed product over that of the catalogue, in whose spelling its code stays. What the list leaves out stays too, and so does the picture,
 * of which a list says nothing.
 * @param logo the picture's address as it is stored
 */
export function mergedProduct({ product }: ListEntry, item: CatalogueItem, logo: string | null): Product {
  return {
    ...product,
    productCode: item.productCode,
    productName: product.productName || item.productName,
    type: product.type || item.type,
    description: product.description || item.description,
    category: product.category || item.category,
    brand: product.brand || item.brand,
    admin: product.kind === 'postpaid' ? (product.admin ?? item.admin) : null,
    commission: product.kind === 'postpaid' ? (product.commission ?? item.commission) : null,
    logo,
  };
}

/** The items of the catalogue by their codes in any spelling. */
export const itemsByKey = (items: readonly CatalogueItem[]): ReadonlyMap<string, CatalogueItem[]> =>
  Map.groupBy(items, ({ productCode }) => keyOf(productCode));

/**
 * The items under a listed product's code; `same` are those that the list may change. A list turns no bill into an order and no order into a
 * bill: how a product is paid is what its own look-up says.
 */
export function itemsOf(
  byKey: ReadonlyMap<string, CatalogueItem[]>,
  { product }: ListEntry,
): { all: CatalogueItem[]; same: CatalogueItem[] } {
  const all = byKey.get(keyOf(product.productCode)) ?? [];
  return { all, same: all.filter(({ kind }) => kind === product.kind) };
}

/** Items that the list lacks, of those that were sold until now. */
export function missingItems(items: readonly CatalogueItem[], entries: readonly ListEntry[]): CatalogueItem[] {
  const listed = new Set(entries.map(({ product }) => keyOf(product.productCode)));
  return items.filter(({ goneAt, productCode }) => goneAt === null && !listed.has(keyOf(productCode)));
}

type Compared = Extract<ProviderListReading, { kind: 'compared' }>;

/** Kinds of which the list lacks more than half of what the shop shows: what it lacks of them is not believed to be gone. */
export function doubtedKinds(items: readonly CatalogueItem[], missing: readonly CatalogueItem[]): Compared['doubted'] {
  const count = (list: readonly CatalogueItem[], kind: TransactionKind): number =>
    list.filter((item) => item.kind === kind && item.goneAt === null && !item.hidden).length;
  return (['prepaid', 'postpaid'] as const)
    .map((kind) => ({ kind, missing: count(missing, kind), of: count(items, kind) }))
    .filter(({ missing, of }) => missing > of / 2);
}

/** What the list would change of the catalogue. */
export function compareList(
  items: readonly CatalogueItem[],
  entries: readonly ListEntry[],
): Pick<Compared, 'differences' | 'doubted' | 'unchanged' | 'total'> {
  const byKey = itemsByKey(items);
  const missing = missingItems(items, entries);
  const doubted = doubtedKinds(items, missing);
  const rows = entries.flatMap((entry): (ListDifference | null)[] => {
    const { all, same } = itemsOf(byKey, entry);
    return all.length === 0
      ? [newRow(entry)]
      : all.map((item) => (same.includes(item) ? changedRow(item, entry) : null));
  });
  const differences = rows.filter((row) => row !== null);
  const gone = missing.filter(({ kind }) => !doubted.some((one) => one.kind === kind)).map(goneRow);
  return {
    total: entries.length,
    unchanged: rows.length - differences.length,
    doubted,
    differences: [...differences, ...gone],
  };
}

const pauseText = (cutOff: CatalogueItem['cutOff']): string | null => cutOff && `${cutOff.start}-${cutOff.end}`;

function newRow({ product, cost, isOutOfStock }: ListEntry): ListDifference {
  const { productCode, productName, kind, active, admin } = product;
  return {
    productCode,
    productName,
    kind,
    changes: ['new', ...(isOutOfStock ? (['outOfStock'] as const) : active ? [] : (['closed'] as const))],
    was: null,
    now: kind === 'prepaid' ? cost : admin,
    sellingPrice: null,
    cutOff: { was: null, now: pauseText(product.cutOff) },
  };
}

function goneRow({ productCode, productName, kind, cost, admin, sellingPrice, cutOff }: CatalogueItem): ListDifference {
  const amount = kind === 'prepaid' ? cost : admin;
  const pause = pauseText(cutOff);
  return {
    productCode,
    productName,
    kind,
    changes: ['gone'],
    was: amount,
    now: amount,
    sellingPrice,
    cutOff: { was: pause, now: pause },
  };
}

/** Null: the list says what the catalogue has. */
function changedRow(item: CatalogueItem, entry: ListEntry): ListDifference | null {
  const product = mergedProduct(entry, item, null);
  const { kind, productCode, productName } = product;
  const cost = entry.cost ?? item.cost;
  const [was, now] = kind === 'prepaid' ? [item.cost, cost] : [item.admin, product.admin];
  const pauses = { was: pauseText(item.cutOff), now: pauseText(product.cutOff) };
  const wasSold = item.active && item.goneAt === null;
  const changes: ListChange[] = [
    ...costChanges(item, cost),
    ...(entry.isOutOfStock ? (['outOfStock'] as const) : []),
    ...(wasSold && !product.active && !entry.isOutOfStock ? (['closed'] as const) : []),
    ...(!wasSold && product.active ? (['opened'] as const) : []),
    ...(pauses.was === pauses.now ? [] : (['cutOff'] as const)),
    ...(product.admin === item.admin && product.commission === item.commission ? [] : (['fee'] as const)),
    ...(productName === item.productName && product.category === item.category && product.brand === item.brand
      ? []
      : (['name'] as const)),
  ];
  if (changes.length === 0) return null;
  return { productCode, productName, kind, changes, was, now, sellingPrice: item.sellingPrice, cutOff: pauses };
}

function costChanges({ cost: was, sellingPrice }: CatalogueItem, cost: number | null): ListChange[] {
  if (cost === null || cost === was) return [];
  return [
    ...(sellingPrice !== null && sellingPrice < cost ? (['belowCost'] as const) : []),
    was === null ? 'costSet' : cost > was ? 'costRisen' : 'costFallen',
  ];
}
