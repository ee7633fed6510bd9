import type { CatalogueItem } from '../../shared/domain/catalogue.ts';
import { isBrandOf, shippedNumberPlan } from '../../shared/domain/number-fit.ts';
import { type ProductKind, productKind } from '../../shared/domain/product-names.ts';

/** What stands for a brand without a picture: letters, a kind of drawing, and its colour. */

export type MarkedItem = Pick<CatalogueItem, 'kind' | 'category' | 'brand' | 'productName' | 'productCode'>;
export type MarkKind = Exclude<ProductKind, 'internet'> | 'home' | 'data';

interface MarkColour {
  background: string;
  /** of the drawing and the letters; at least 7:1 on the background */
  color: string;
}

const white = '#ffffff';
const black = '#1a1400';

/** As their customers know them, dark enough to be read; the same in each theme. By the names of the shipped number plan. */
export const operatorColours: Readonly<Record<string, MarkColour>> = {
  Telkomsel: { background: '#a4101a', color: white },
  'by.U': { background: '#35c4e8', color: black },
  Indosat: { background: '#ffd400', color: black },
  XL: { background: '#0a3c8c', color: white },
  Axis: { background: '#5d1a78', color: white },
  Tri: { background: '#f59331', color: black },
  Smartfren: { background: '#a80058', color: white },
};

export const kindColours: Partial<Readonly<Record<ProductKind, MarkColour>>> = {
  'electricity-token': { background: '#00586b', color: white },
  'electricity-bill': { background: '#00586b', color: white },
  water: { background: '#1a548a', color: white },
  health: { background: '#0c5c32', color: white },
};

const operatorOfBrand = (brand: string | null) =>
  shippedNumberPlan.operators.find((operator) => isBrandOf(operator, brand));

/** An operator's, or that of the one company that sells the kind in this country. */
export function colourOf(item: MarkedItem): MarkColour | null {
  const operator = operatorOfBrand(item.brand);
  return (operator ? operatorColours[operator.name] : kindColours[productKind(item)]) ?? null;
}

/** Telkom's home line and Telkomsel's credit begin with the same letters: the drawing distinguishes them. */
export function markKindOf(item: MarkedItem): MarkKind {
  const kind = productKind(item);
  if (kind !== 'phone' && kind !== 'internet') return kind;
  if (item.kind === 'postpaid') return kind === 'internet' ? 'home' : 'phone';
  return kind === 'internet' || /\b(data|paket|kuota)\b/i.test(item.category ?? '') ? 'data' : 'phone';
}

/** At most four letters or digits that stand for a brand: an operator's short name, a short first word, else its consonants. */
export function lettersOf({ brand, productName, productCode }: MarkedItem): string {
  const short = operatorOfBrand(brand)?.brands.filter((name) => /^[a-z]{2,4}$/.test(name));
  const shortest = short?.at(-1);
  if (shortest !== undefined) return shortest.toUpperCase();
  const name = [brand, productName, productCode].find((text) => /[\p{L}\p{N}]/u.test(text ?? '')) ?? '';
  const [first = '', second] = name.toUpperCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  if (first.length <= 4) return first;
  if (second !== undefined) return `${first.slice(0, 1)}${second.slice(0, 1)}`;
  return (first.slice(0, 1) + first.slice(1).replace(/[AEIOU]/g, '')).slice(0, 4);
}
