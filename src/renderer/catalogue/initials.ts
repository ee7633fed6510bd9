import type { CatalogueItem } from '../../shared/domain/catalogue.ts';

/** At most two letters or digits that stand for a brand: of its first two words, else of its first. */
export function initialsOf({
  brand,
  productName,
  productCode,
}: Pick<CatalogueItem, 'brand' | 'productName' | 'productCode'>): string {
  const name = [brand, productName, productCode].find((text) => /[\p{L}\p{N}]/u.test(text ?? '')) ?? '';
  const [first = '', second] = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const of = (word: string): string[] => word.match(/[\p{L}\p{N}]/gu) ?? [];
  const letters = second === undefined ? of(first).slice(0, 2) : [...of(first).slice(0, 1), ...of(second).slice(0, 1)];
  return letters.join('').toUpperCase();
}
