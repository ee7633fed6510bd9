import { create } from 'zustand';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Offer } from '../../state/offers.ts';
import { dropOnPersonChange } from '../../state/page-data.ts';

interface PriceCheckStore {
  open: boolean;
  /** the offer whose price is shown, also on the customer's display */
  offer: Offer | null;
}

export const usePriceCheck = create<PriceCheckStore>(() => ({ open: false, offer: null }));

dropOnPersonChange(() => openPriceCheck(false));

export const openPriceCheck = (open: boolean): void => usePriceCheck.setState({ open, offer: null });

/** Offers with a price of their own, as a customer may know it. A bill's amount is the provider's. */
export const pricedOffers = (offers: readonly Offer[]): Offer[] =>
  offers.filter(({ product, sellingPrice, hidden }) => product.kind === 'prepaid' && sellingPrice !== null && !hidden);

/**
 * A price list as a message of WhatsApp: no columns, since its letters are of different widths; a heading in bold for each group.
 * Products that are not for sale now are left out.
 */
export function priceListText(shop: string, offers: readonly Offer[]): string {
  const priced = pricedOffers(offers).filter(({ product }) => product.active);
  const groups = Map.groupBy(priced, ({ group, product }) => group ?? product.brand ?? product.category ?? '');
  const parts = [...groups].map(([name, own]) =>
    [
      ...(name === '' ? [] : [`*${name}*`]),
      ...own.map(
        ({ product, sellingPrice }) =>
          `${product.productName ?? product.productCode}: ${formatRupiah(sellingPrice ?? 0)}`,
      ),
    ].join('\n'),
  );
  return [...(shop === '' ? [] : [`*${shop}*`]), ...parts].join('\n\n');
}
