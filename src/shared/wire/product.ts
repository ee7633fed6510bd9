import { z } from 'zod';
import { Brand, Category, ProviderAmount } from './fields.ts';
import { lenient } from './lenient.ts';

const common = {
  product_code: z.string().min(1),
  product_name: lenient(z.string()),
  /** "Umum", "Premium", others possible */
  type: lenient(z.string()),
  /** capitalised as in the interface */
  Status: z.string(),
  description: lenient(z.string()),
};

/** Spec, Product: prepaid, with its keys in lower case and its cut-off as HH:mm:ss. */
export const PrepaidProduct = z.looseObject({
  ...common,
  category: lenient(Category),
  brand: lenient(Brand),
  start_cut_off: lenient(z.string()),
  end_cut_off: lenient(z.string()),
});
export type PrepaidProduct = z.infer<typeof PrepaidProduct>;

/** Spec, Product: postpaid, with its keys capitalised. */
export const PostpaidProduct = z.looseObject({
  ...common,
  Category: lenient(Category),
  Brand: lenient(Brand),
  admin: lenient(ProviderAmount),
  commission: lenient(ProviderAmount),
});
export type PostpaidProduct = z.infer<typeof PostpaidProduct>;

const postpaidKeys = ['Category', 'Brand', 'admin', 'commission'];
const prepaidKeys = ['category', 'brand', 'start_cut_off', 'end_cut_off'];

/**
 * Tells the two shapes of GET /product apart by their own keys, since no field names the kind; null when neither fits better.
 */
export function productShape(data: unknown): 'prepaid' | 'postpaid' | null {
  if (typeof data !== 'object' || data === null) return null;
  const count = (keys: string[]): number => keys.filter((key) => Object.hasOwn(data, key)).length;
  const [prepaid, postpaid] = [count(prepaidKeys), count(postpaidKeys)];
  if (prepaid === postpaid) return null;
  return prepaid > postpaid ? 'prepaid' : 'postpaid';
}

/** Spec: active or inactive. Anything else is read as inactive: only products that are surely for sale are sold. */
export function isActive(status: string): boolean {
  return status.trim().toLowerCase() === 'active';
}
