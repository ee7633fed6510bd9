import type { Product } from '../../../shared/contract/selling.ts';
import { suggestedBills, suggestedPrices } from '../../../simulator/core/catalogue/suggested-prices.ts';
import type { Counter } from '../../counter/counter.ts';
import type { Journal } from '../../ports/journal.ts';

/** Gives a fresh practice counter its first buttons: what a shop would have looked up and priced in its first week. */
export async function stockPractice(counter: Counter, journal: Journal, now: () => string): Promise<void> {
  if ((await journal.knownProducts()).length > 0) return;
  const asked = async (productCode: string): Promise<Product | null> => {
    const looked = await counter.product({ productCode });
    return looked.ok ? looked.value : null;
  };
  for (const productCode of suggestedBills.toReversed()) await asked(productCode);
  for (const { productCode, sellingPrice } of suggestedPrices.toReversed()) {
    const product = await asked(productCode);
    if (product) await journal.saveProduct(product, now(), sellingPrice);
  }
}
