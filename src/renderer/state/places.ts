import { create } from 'zustand';
import { noFilter, type ReceiptFilter } from '../features/receipts/filter.ts';

export type Place = 'sell' | 'bills' | 'receipts' | 'books' | 'catalogue' | 'settings' | 'setup';

interface Places {
  place: Place;
  /** what the list of receipts shows */
  filter: ReceiptFilter;
  /** the sale whose detail is open in the receipts */
  openSale: string | null;
  keysShown: boolean;
  /** the section of the settings that was asked for; null: the usual first one */
  settingsSection: string | null;
  /** the scanned proof that is shown and verified; null: none */
  scannedProof: string | null;
}

export const usePlaces = create<Places>(() => ({
  place: 'sell',
  filter: noFilter,
  openSale: null,
  keysShown: false,
  settingsSection: null,
  scannedProof: null,
}));

export const goTo = (place: Place): void => usePlaces.setState({ place, settingsSection: null });

/** Opens the receipts on one filter, as the strip of unresolved money does. */
export const goToReceipts = (filter: Partial<ReceiptFilter>): void =>
  usePlaces.setState({ place: 'receipts', filter: { ...noFilter, ...filter }, openSale: null });

/** Opens one sale in the receipts. */
export const goToSale = (id: string): void => usePlaces.setState({ place: 'receipts', filter: noFilter, openSale: id });

/** Opens one section of the settings. */
export const goToSettings = (section: string): void =>
  usePlaces.setState({ place: 'settings', settingsSection: section });

export const showKeys = (keysShown: boolean): void => usePlaces.setState({ keysShown });

export const openScannedProof = (scannedProof: string): void => usePlaces.setState({ scannedProof });
export const closeScannedProof = (): void => usePlaces.setState({ scannedProof: null });
