import { call } from '../../host/call.ts';
import type { Offer } from '../../state/offers.ts';

/** The number of sales that says what a shop sells. */
const countedSales = 200;

/** How often each product was among the newest sales, by its code; empty where they could not be read. */
export async function countSold(): Promise<ReadonlyMap<string, number>> {
  const result = await call('transactions.search', { states: ['success'], limit: countedSales });
  const sales = result.ok ? result.value.items : [];
  const byCode = Map.groupBy(sales, ({ productCode }) => productCode);
  return new Map([...byCode].map(([code, { length }]) => [code, length]));
}

/** Behind what the shop has put first by itself. */
export function mostSoldFirst(offers: readonly Offer[], sold: ReadonlyMap<string, number>): readonly Offer[] {
  const isPlaced = (offer: Offer): boolean => offer.favourite || offer.place !== null;
  const count = (offer: Offer): number =>
    isPlaced(offer) ? Number.MAX_SAFE_INTEGER : (sold.get(offer.product.productCode) ?? 0);
  return offers.toSorted((one, other) => count(other) - count(one));
}
