import { create } from 'zustand';
import type { Offer } from '../../state/offers.ts';

interface PriceCheckStore {
  open: boolean;
  /** the offer whose price is shown, also on the customer's display */
  shown: Offer | null;
}

export const usePriceCheck = create<PriceCheckStore>(() => ({ open: false, shown: null }));

export const openPriceCheck = (open: boolean): void => usePriceCheck.setState({ open, shown: null });
