import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { systemRandom } from '../../src/main/base/system/node-system.ts';
import { openShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { goodProduct } from './good-product.ts';

/** Puts that many products into the practice counter of a data folder, as if each had been looked up: "P00001" and on. */
export async function fillCatalogue(dataDir: string, count: number): Promise<void> {
  mkdirSync(join(dataDir, 'training'), { recursive: true });
  const path = join(dataDir, 'training/journal.db');
  await (await openShopDatabase({ path, random: systemRandom, kind: 'training' })).close();
  const db = new Database(path);
  const insert = db.prepare(
    'INSERT INTO products (product_code, product, used_at, looked_up_at, cost, selling_price) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const at = '2026-03-10T03:00:00.000Z';
  db.transaction(() => {
    for (let n = 1; n <= count; n += 1) {
      const productCode = `P${String(n).padStart(5, '0')}`;
      const brand = ['TELKOMSEL', 'INDOSAT', 'XL', 'TRI'][n % 4] ?? null;
      const product = { ...goodProduct, productCode, productName: `Pulsa ${n}`, brand, category: `Pulsa ${n % 7}` };
      insert.run(productCode, JSON.stringify(product), at, at, 1000 + n, n % 2 === 0 ? 3000 + n : null);
    }
  })();
  db.close();
}
