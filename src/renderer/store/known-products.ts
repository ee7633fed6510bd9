import { create } from 'zustand';
import type { KnownProduct } from '../../shared/contract/selling.ts';
import { call } from '../host/call.ts';

interface KnownProducts {
  /** null while they are being read */
  products: readonly KnownProduct[] | null;
}

export const useKnownProducts = create<KnownProducts>(() => ({ products: null }));

export async function refreshKnownProducts(): Promise<void> {
  const answer = await call('products.known');
  if (answer.ok) useKnownProducts.setState({ products: [...answer.value].sort(byBrandThenPrice) });
  else useKnownProducts.setState(({ products }) => ({ products: products ?? [] }));
}

/** A steady order, so that a button stays where the hand remembers it. */
export function byBrandThenPrice(one: KnownProduct, other: KnownProduct): number {
  return (
    (one.product.brand ?? '').localeCompare(other.product.brand ?? '') ||
    (one.sellingPrice ?? 0) - (other.sellingPrice ?? 0) ||
    one.product.productCode.localeCompare(other.product.productCode)
  );
}
