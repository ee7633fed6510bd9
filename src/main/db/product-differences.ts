import type Database from 'better-sqlite3';
import type { Product } from '../../shared/contract/selling.ts';
import type { changedFields } from '../../shared/domain/catalogue-jobs.ts';
import { statement } from './statements.ts';

export type ChangedField = (typeof changedFields)[number];
type Difference = { what: ChangedField; was: string | null; now: string | null };

/** So many are kept: who did not look for that long does not read further either. */
const kept = 2000;

/** What the provider says differently than before; its own words for the product do not count. */
export function differencesOf(was: Product, now: Product): Difference[] {
  const seen: Record<Exclude<ChangedField, 'gone'>, (product: Product) => string | null> = {
    active: ({ active }) => String(active),
    name: ({ productName }) => productName,
    category: ({ category }) => category,
    brand: ({ brand }) => brand,
    cutOff: ({ cutOff }) => cutOff && `${cutOff.start}-${cutOff.end}`,
    admin: ({ admin }) => amount(admin),
    commission: ({ commission }) => amount(commission),
  };
  const fields = ['active', 'name', 'category', 'brand', 'cutOff', 'admin', 'commission'] as const;
  return fields
    .map((what) => ({ what, was: seen[what](was), now: seen[what](now) }))
    .filter((field) => field.was !== field.now);
}

const amount = (value: number | null): string | null => (value === null ? null : String(value));

/** Writes them down, in the transaction of whoever calls. */
export function prepareDifferences(db: Database.Database) {
  const insert = statement(db, 'INSERT INTO product_changes (at, product_code, what, was, now) VALUES (?, ?, ?, ?, ?)');
  const forget = statement(db, 'DELETE FROM product_changes WHERE seq <= ?');
  return (productCode: string, at: string, differences: readonly Difference[]): void => {
    for (const { what, was, now } of differences) {
      const { lastInsertRowid } = insert().run(at, productCode, what, was, now);
      forget().run(Number(lastInsertRowid) - kept);
    }
  };
}
