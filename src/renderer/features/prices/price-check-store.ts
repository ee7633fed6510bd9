import { create } from 'zustand';
import type { Offer } from '../../state/offers.ts';

interface PriceCheckStore {
  open: boolean;
  /** the offer that the customer is told about, also on their display */
  shown: Offer | null;
}

export const usePriceCheck = create<PriceCheckStore>(() => ({ open: false, shown: null }));

export const openPriceCheck = (open: boolean): void => usePriceCheck.setState({ open, shown: null });
