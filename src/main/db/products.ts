import type Database from 'better-sqlite3';
import type { PriceChange } from '../../shared/contract/people.ts';
import { KnownProduct, Product } from '../../shared/contract/selling.ts';
import type { CatalogueItem } from '../../shared/domain/catalogue.ts';
import type { changedFields } from '../../shared/domain/catalogue-jobs.ts';
import type { prepareAppend } from './event-log.ts';
import { immediateTransaction, jsonText, pluckStatement, statement } from './statements.ts';

export interface Products {
  /** @param sellingPrice only for a product that has none yet: a sale remembers its own */
  saveProduct(product: Product, at: string, sellingPrice?: number | null): void;
  /**
   * Stores the provider's data of an unused product; a new one counts as used when it arrived. Answers whether
   * anything changed.
   */
  update(product: Product, at: string): boolean;
  /** a known product was sold; its place among the most recently used follows */
  sold(productCode: string, at: string): void;
  /** makes it the shop's price of a known product, entered by the person who sells, with the logged change */
  enterPrice(productCode: string, sellingPrice: number, at: string): void;
  /** the cost of a known product without one, logged as the provider's */
  learnCost(productCode: string, cost: number, at: string): boolean;
  /** stores the provider's price of an order; true: it differs from the price before */
  providerTook(productCode: string, price: number): boolean;
  /** most recently used first */
  knownProducts(): KnownProduct[];
}

/** How old a product's place among the most recently used may be before a sale moves it. */
const freshMs = 10 * 60_000;

const ProductText = jsonText.pipe(Product);
const Price = KnownProduct.shape.sellingPrice;
const KnownRow = KnownProduct.extend({ product: ProductText });

/** A bill's prices that the provider changed. */
const providersPrices = (was: Product, now: Product): PriceChange[] =>
  (['admin', 'commission'] as const)
    .map((field) => ({ code: now.productCode, what: field, was: was[field], now: now[field] }))
    .filter((change) => change.was !== change.now);

/** Products that the shop has looked up, shown while the connection is down. */
export function prepareProducts(db: Database.Database, priced: Priced): Products {
  const upsert = (usedAt: 'max(used_at, excluded.used_at)' | 'used_at') =>
    statement(
      db,
      `INSERT INTO products (product_code, product, used_at, looked_up_at, selling_price)
         VALUES (@code, @text, @at, @at, @price)
       ON CONFLICT (product_code) DO UPDATE SET product = excluded.product, used_at = ${usedAt},
         looked_up_at = max(coalesce(looked_up_at, ''), excluded.looked_up_at), discontinued_at = NULL,
         selling_price = coalesce(selling_price, excluded.selling_price)`,
    );
  /** a sale looked it up, and it counts as used; the provider's list had it, and it does not */
  const upsertUsed = upsert('max(used_at, excluded.used_at)');
  const upsertListed = upsert('used_at');
  const moveUp = statement(db, 'UPDATE products SET used_at = max(used_at, @at) WHERE product_code = @code');
  const priceOf = pluckStatement(db, 'SELECT selling_price FROM products WHERE product_code = ?');
  const setPrice = statement(
    db,
    'UPDATE products SET selling_price = @now, price_entered = 1 WHERE product_code = @code',
  );
  const firstCost = statement(db, 'UPDATE products SET cost = @cost WHERE product_code = @code AND cost IS NULL');
  const took = statement(
    db,
    'UPDATE products SET provider_price = @price WHERE product_code = @code AND provider_price IS NOT @price',
  );
  const list = statement(
    db,
    'SELECT product, selling_price AS sellingPrice, used_at AS usedAt FROM products ORDER BY used_at DESC, product_code',
  );
  const isFresh = pluckStatement(
    db,
    `SELECT 1 FROM products WHERE product_code = ? AND product = ? AND used_at >= ? AND discontinued_at IS NULL
       AND (? IS NULL OR selling_price IS NOT NULL)`,
  );
  const productOf = pluckStatement(db, 'SELECT product FROM products WHERE product_code = ?');
  const writeDifferences = prepareDifferences(db);
  const keep = immediateTransaction(
    db,
    (write: Database.Statement, product: Product, at: string, sellingPrice: number | null) => {
      const [code, text] = [product.productCode, JSON.stringify(product)];
      const textBefore = productOf().get(code);
      if (textBefore !== undefined && textBefore !== text) {
        const before = ProductText.parse(textBefore);
        writeDifferences(code, at, differencesOf(before, product));
        priced(providersPrices(before, product), at, 'provider');
      }
      write.run({ code, text, at, price: sellingPrice });
      return textBefore !== text;
    },
  );
  return {
    saveProduct(product, at, sellingPrice = null) {
      // Every sale looks its product up: known and recent data is not written again, which would wait for the disk each time.
      const freshSince = new Date(Date.parse(at) - freshMs).toISOString();
      if (isFresh().get(product.productCode, JSON.stringify(product), freshSince, sellingPrice)) return;
      keep(upsertUsed(), product, at, sellingPrice);
    },
    update: (product, at) => keep(upsertListed(), product, at, null),
    sold: (code, at) => void moveUp().run({ code, at }),
    enterPrice(code, now, at) {
      const was = Price.safeParse(priceOf().get(code));
      if (!was.success || was.data === now) return;
      setPrice().run({ code, now });
      priced([{ code, what: 'sellingPrice', was: was.data, now }], at, 'person');
    },
    learnCost(code, cost, at) {
      const isFirst = firstCost().run({ code, cost }).changes > 0;
      if (isFirst) priced([{ code, what: 'cost', was: null, now: cost }], at, 'provider');
      return isFirst;
    },
    providerTook: (code, price) => took().run({ code, price }).changes > 0,
    knownProducts: () =>
      list()
        .all()
        .map((row) => KnownRow.parse(row)),
  };
}

const shopPrices = ['cost', 'sellingPrice', 'fee'] as const;
type ShopPrices = Pick<CatalogueItem, 'productCode' | (typeof shopPrices)[number]>;

/** A product's prices that a person changed. @param was null: the product was not there */
export const pricesChanged = (was: ShopPrices | null, now: ShopPrices): PriceChange[] =>
  shopPrices
    .map((field) => ({ code: now.productCode, what: field, was: was?.[field] ?? null, now: now[field] }))
    .filter((change) => change.was !== change.now);

export type Priced = (changes: readonly PriceChange[], at: string, by: 'person' | 'provider' | 'office') => void;

/** Writes prices that were changed together as one event, in the same transaction; nothing when none changed. */
export function preparePriced(append: ReturnType<typeof prepareAppend>): Priced {
  return (changes, at, by) => {
    if (changes.length === 0) return;
    const actor = by === 'person' ? 'supervisor' : by;
    append(
      {
        type: 'catalogue.price_changed',
        at,
        actor,
        data: { prices: changes.map((each) => ({ ...each })) },
        bodies: [],
      },
      null,
    );
  };
}

type ChangedField = (typeof changedFields)[number];
type Difference = { field: ChangedField; was: string | null; now: string | null };

/** Older ones are deleted: no list reads back further. */
const maxDifferences = 2000;

/** Differences in the provider's data; its own wording for the product does not count. */
function differencesOf(was: Product, now: Product): Difference[] {
  const textsOf: Record<Exclude<ChangedField, 'gone'>, (product: Product) => string | null> = {
    active: ({ active }) => String(active),
    name: ({ productName }) => productName,
    category: ({ category }) => category,
    brand: ({ brand }) => brand,
    cutOff: ({ cutOff }) => cutOff && `${cutOff.start}-${cutOff.end}`,
    admin: ({ admin }) => textOf(admin),
    commission: ({ commission }) => textOf(commission),
  };
  const fields = ['active', 'name', 'category', 'brand', 'cutOff', 'admin', 'commission'] as const;
  return fields
    .map((field) => ({ field, was: textsOf[field](was), now: textsOf[field](now) }))
    .filter((change) => change.was !== change.now);
}

const textOf = (value: number | null): string | null => (value === null ? null : String(value));

/** Stores the differences, in the caller's transaction. */
export function prepareDifferences(db: Database.Database) {
  const insert = statement(
    db,
    'INSERT INTO product_changes (at, product_code, field, old_value, new_value) VALUES (?, ?, ?, ?, ?)',
  );
  const forget = statement(db, 'DELETE FROM product_changes WHERE seq <= ?');
  return (productCode: string, at: string, differences: readonly Difference[]): void => {
    for (const { field, was, now } of differences) {
      const { lastInsertRowid } = insert().run(at, productCode, field, was, now);
      forget().run(Number(lastInsertRowid) - maxDifferences);
    }
  };
}
