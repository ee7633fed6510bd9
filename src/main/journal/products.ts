import type Database from 'better-sqlite3';
import { KnownProduct, Product } from '../../shared/contract/selling.ts';
import { jsonText } from './json-text.ts';
import { statement } from './lazily.ts';

export interface Products {
  /** @param sellingPrice only for a product that has none yet */
  save(product: Product, at: string, sellingPrice?: number | null): void;
  /** remembers the price of a product that is known; any other is passed over */
  sold(productCode: string, sellingPrice: number, at: string): void;
  /** most recently used first */
  known(): KnownProduct[];
}

/** The order of the list need not be finer than this. */
const freshMs = 10 * 60_000;

const KnownRow = KnownProduct.extend({ product: jsonText.pipe(Product) });

/** Products the shop has looked up, so that they can be shown while the line is down. */
export function prepareProducts(db: Database.Database): Products {
  const upsert = statement(
    db,
    `INSERT INTO products (product_code, product, used_at, selling_price) VALUES (?, ?, ?, ?)
     ON CONFLICT (product_code) DO UPDATE SET product = excluded.product, used_at = max(used_at, excluded.used_at),
       selling_price = coalesce(selling_price, excluded.selling_price)`,
  );
  const price = statement(
    db,
    'UPDATE products SET selling_price = @price, used_at = max(used_at, @at) WHERE product_code = @code',
  );
  const list = statement(
    db,
    'SELECT product, selling_price AS sellingPrice, used_at AS usedAt FROM products ORDER BY used_at DESC, product_code',
  );
  const present = statement(
    db,
    `SELECT 1 FROM products WHERE product_code = ? AND product = ? AND used_at >= ?
       AND (? IS NULL OR selling_price IS NOT NULL)`,
  );
  return {
    save(product, at, sellingPrice = null) {
      const text = JSON.stringify(product);
      // Every sale looks its product up: what is known and fresh is not written again, with a wait for the disk each time.
      const fresh = new Date(Date.parse(at) - freshMs).toISOString();
      if (present().get(product.productCode, text, fresh, sellingPrice)) return;
      upsert().run(product.productCode, text, at, sellingPrice);
    },
    sold: (code, sellingPrice, at) => void price().run({ code, price: sellingPrice, at }),
    known: () =>
      list()
        .all()
        .map((row) => KnownRow.parse(row)),
  };
}
