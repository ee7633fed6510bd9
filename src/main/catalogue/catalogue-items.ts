import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { ItemChange } from '../../shared/contract/catalogue.ts';
import { PriceAmount, ProductCode } from '../../shared/contract/procedure.ts';
import { Product } from '../../shared/contract/selling.ts';
import { CatalogueAmount, CatalogueItem, GroupName } from '../../shared/domain/catalogue.ts';
import { jsonText, pluckStatement, positionalRow, rawStatement, statement } from '../db/statements.ts';

const bit = z.literal([0, 1]).transform((value) => value === 1);

const Row = z.object({
  product: jsonText.pipe(Product),
  logo: CatalogueItem.shape.logo,
  lookedUpAt: z.string(),
  goneAt: z.string().nullable(),
  cost: CatalogueItem.shape.cost,
  providerPrice: CatalogueItem.shape.providerPrice,
  sellingPrice: CatalogueItem.shape.sellingPrice,
  priceEntered: bit,
  fee: CatalogueItem.shape.fee,
  favourite: bit,
  group: z.string().nullable(),
  place: CatalogueItem.shape.place,
  hidden: bit,
  usedAt: z.string(),
});

/** The SQL expression of each field. */
const sources: Readonly<Record<keyof z.input<typeof Row>, string>> = {
  product: 'product',
  // A subquery, because SQLite would plan a join again for each product.
  logo: `(SELECT name FROM logos WHERE url = product ->> '$.logo')`,
  lookedUpAt: 'coalesce(looked_up_at, used_at)',
  goneAt: 'discontinued_at',
  cost: 'cost',
  providerPrice: 'provider_price',
  sellingPrice: 'selling_price',
  priceEntered: 'price_entered',
  fee: 'fee',
  favourite: 'favourite',
  group: 'group_name',
  place: 'sort_order',
  hidden: 'hidden',
  usedAt: 'used_at',
};
const select = `SELECT ${Object.values(sources).join(', ')} FROM products`;
const named = positionalRow(Object.keys(sources));

/** The columns that a person edits. */
const columns = {
  cost: 'cost',
  sellingPrice: 'selling_price',
  fee: 'fee',
  favourite: 'favourite',
  group: 'group_name',
  place: 'sort_order',
  hidden: 'hidden',
} as const;
const writable = ['cost', 'sellingPrice', 'fee', 'favourite', 'group', 'place', 'hidden'] as const;

export interface CatalogueItems {
  list(): CatalogueItem[];
  get(productCode: string): CatalogueItem | null;
  /** @returns false when the product is not in the catalogue */
  write(change: ItemChange): boolean;
  codesAfter(productCode: string, limit: number): string[];
  count(): number;
}

export function prepareCatalogueItems(db: Database.Database): CatalogueItems {
  const all = rawStatement(db, `${select} ORDER BY product_code`);
  const one = rawStatement(db, `${select} WHERE product_code = ?`);
  const codes = pluckStatement(
    db,
    'SELECT product_code FROM products WHERE product_code > ? ORDER BY product_code LIMIT ?',
  );
  const count = pluckStatement(db, 'SELECT count(*) FROM products');
  const exists = statement(db, 'SELECT 1 FROM products WHERE product_code = ?');
  const writes = {
    // An entered cost replaces the provider's price that was reported.
    cost: statement(db, `UPDATE products SET cost = @value, provider_price = NULL WHERE product_code = @code`),
    sellingPrice: statement(
      db,
      `UPDATE products SET selling_price = @value, price_entered = @value IS NOT NULL WHERE product_code = @code`,
    ),
    fee: setter('fee'),
    favourite: setter('favourite'),
    group: setter('group'),
    place: setter('place'),
    hidden: setter('hidden'),
  };
  function setter(field: keyof typeof columns) {
    return statement(db, `UPDATE products SET ${columns[field]} = @value WHERE product_code = @code`);
  }
  return {
    list: () => all().all().map(itemOf),
    get(productCode) {
      const row = one().get(productCode);
      return row === undefined ? null : itemOf(row);
    },
    write(change) {
      if (exists().get(change.productCode) === undefined) return false;
      for (const field of writable) {
        const value = change[field];
        if (value === undefined) continue;
        writes[field]().run({ code: change.productCode, value: typeof value === 'boolean' ? Number(value) : value });
      }
      return true;
    },
    codesAfter: (productCode, limit) => z.array(z.string()).parse(codes().all(productCode, limit)),
    count: () => z.int().parse(count().get()),
  };
}

function itemOf(row: unknown): CatalogueItem {
  const { product, priceEntered, ...own } = Row.parse(named(row));
  const { productCode, kind, productName, type, brand, category, description } = product;
  const { active, cutOff, admin, commission } = product;
  const priceFrom = own.sellingPrice === null ? null : priceEntered ? 'entered' : 'sold';
  return {
    productCode,
    kind,
    productName,
    type,
    brand,
    category,
    description,
    active,
    cutOff,
    admin,
    commission,
    ...own,
    priceFrom,
    costRisen: own.providerPrice !== null && own.cost !== null && own.providerPrice > own.cost,
  };
}

/** A product as the office publishes it. What is null is left as each counter has it. */
export const OfficeItem = z.object({
  /** the provider's data, for a counter that has never looked it up */
  product: Product.extend({ productCode: ProductCode }),
  cost: PriceAmount.nullable(),
  sellingPrice: PriceAmount.nullable(),
  fee: CatalogueAmount.nullable(),
  favourite: z.boolean(),
  group: GroupName.nullable(),
  place: z.int().nonnegative().nullable(),
  hidden: z.boolean(),
});
export type OfficeItem = z.infer<typeof OfficeItem>;

/** The picture is fetched by each counter, once it looks the product up. */
export function officeItem(item: CatalogueItem): OfficeItem {
  const { productCode, productName, kind, type, active, description, category, brand, cutOff, admin, commission } =
    item;
  const { cost, sellingPrice, fee, favourite, group, place, hidden } = item;
  const fields = {
    productCode,
    productName,
    kind,
    type,
    active,
    description,
    category,
    brand,
    cutOff,
    admin,
    commission,
  };
  return { product: { ...fields, logo: null, faults: [] }, cost, sellingPrice, fee, favourite, group, place, hidden };
}

const fields = ['cost', 'sellingPrice', 'fee', 'favourite', 'group', 'place', 'hidden'] as const;
type Fields = Pick<OfficeItem, (typeof fields)[number]>;

/** What is to be written: the known fields that are not so already. A price that is the same counts as entered from then on. */
export function differing(was: CatalogueItem | null, now: Fields): Omit<ItemChange, 'productCode'> {
  const isNew = (field: (typeof fields)[number]): boolean =>
    now[field] !== null &&
    (was === null || was[field] !== now[field] || (field === 'sellingPrice' && was.priceFrom === 'sold'));
  return Object.fromEntries(fields.filter(isNew).map((field) => [field, now[field]]));
}
