import { suggestedBills, suggestedPrices } from '../../simulator/core/catalogue.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { SalesService } from '../sales/index.ts';

/** Gives a fresh practice counter its first buttons: what a shop would have looked up and priced in its first week. */
export async function stockPractice(counter: SalesService, journal: SalesStore, now: number): Promise<void> {
  if ((await journal.knownProducts()).length > 0) return;
  const wanted = [...suggestedBills.map((productCode) => ({ productCode, sellingPrice: null })), ...suggestedPrices];
  const looked = await Promise.all(wanted.map(({ productCode }) => counter.product({ productCode })));
  for (const [index, result] of looked.entries()) {
    const sellingPrice = wanted[index]?.sellingPrice ?? null;
    if (!result.ok) continue;
    // A second apart, so that the buttons keep this order.
    const at = new Date(now - index * 1000).toISOString();
    await journal.saveProduct(result.value, at, sellingPrice ?? undefined);
  }
}
