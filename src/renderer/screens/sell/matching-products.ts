import type { KnownProduct } from '../../../shared/contract/selling.ts';
import type { TransactionKind } from '../../../shared/domain/state.ts';

const plain = (text: string): string => text.toLowerCase();

/** The known products whose code, name, brand or category holds every word that was typed. */
export function matchingProducts(
  known: readonly KnownProduct[],
  typed: string,
  kind: TransactionKind,
): readonly KnownProduct[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return known.filter(({ product }) => {
    if (product.kind !== kind) return false;
    const text = plain(
      [product.productCode, product.productName, product.brand, product.category].filter(Boolean).join(' '),
    );
    return words.every((word) => text.includes(word));
  });
}

/** The known product whose code is exactly what was typed; capitals do not matter. */
export function onlyMatch(known: readonly KnownProduct[], typed: string, kind: TransactionKind): KnownProduct | null {
  const code = plain(typed.trim());
  return known.find(({ product }) => product.kind === kind && plain(product.productCode) === code) ?? null;
}
