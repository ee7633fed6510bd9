import { fold } from '../../../shared/domain/search/matching.ts';
import type { Leaf } from '../../../shared/domain/search/query-terms.ts';
import { gramsOf, quoted } from './grams.ts';
import type { IndexedProduct } from './product-list.ts';
import { amountToken, otherProduct, productToken } from './tokens.ts';

/** Many products mean many sales: where something else narrows the search, they would only slow it down. */
const fewProducts = 24;
/**
 * A thousand in one question take a twentieth of a second, and twice as many four times as long. What so many products are
 * called is met soon along the list.
 */
const mostProducts = 1000;

/**
 * A way to meet a search in the words of the index: it finds every sale that meets all leaves, and some that do not. Null
 * where the leaves hold nothing that the index knows.
 */
export function expressionOf(leaves: readonly Leaf[], products: readonly IndexedProduct[]): string | null {
  const parts = leaves.flatMap((leaf) => partOf(leaf, products) ?? []).filter(({ sold }) => sold <= mostProducts);
  const narrow = parts.filter(({ wide }) => !wide);
  const used = narrow.length > 0 ? narrow : parts.slice(0, 1);
  return used.length === 0 ? null : used.map(({ text }) => `(${text})`).join(' AND ');
}

interface Part {
  text: string;
  wide: boolean;
  /** products that it asks for */
  sold: number;
}

function partOf(leaf: Leaf, products: readonly IndexedProduct[]): Part | null {
  switch (leaf.is) {
    case 'text': {
      const grams = gramsOf(leaf.text);
      if (!grams) return null;
      const wanted = fold(leaf.text);
      const ways = [`(${grams.map(quoted).join(' AND ')})`];
      const sold = tokensOf(products.filter(({ texts }) => texts.some((text) => text.includes(wanted))));
      return { text: [...ways, ...sold].join(' OR '), wide: false, sold: sold.length };
    }
    case 'product': {
      const wanted = leaf.texts.map(fold);
      const sold = tokensOf(
        products.filter(({ texts }) => texts.some((text) => wanted.some((part) => text.includes(part)))),
      );
      return { text: sold.join(' OR '), wide: sold.length > fewProducts, sold: sold.length };
    }
    case 'amount': {
      const sold = tokensOf(products.filter(({ nominal }) => nominal === leaf.amount));
      const ways = [quoted(amountToken(leaf.amount)), ...sold];
      return { text: ways.join(' OR '), wide: sold.length > fewProducts, sold: sold.length };
    }
    case 'kind': {
      const sold = tokensOf(products.filter(({ kind }) => kind === leaf.kind));
      return { text: sold.join(' OR '), wide: true, sold: sold.length };
    }
    case 'days':
    case 'states':
    case 'cashier':
      return null;
  }
}

/** The sales whose product is not kept apart may be of any. */
function tokensOf(products: readonly IndexedProduct[]): string[] {
  return [otherProduct, ...products.map(({ token }) => token)].map((token) => quoted(productToken(token)));
}
