import { create } from 'zustand';
import { noFilter, type ReceiptFilter } from '../features/receipts/filter.ts';

export type Route = 'sell' | 'bills' | 'receipts' | 'books' | 'catalogue' | 'settings' | 'setup';

interface Router {
  route: Route;
  /** the filter of the list of receipts */
  filter: ReceiptFilter;
  /** the sale whose detail is open in the receipts */
  openSale: string | null;
  keysShown: boolean;
  /** the section of the settings to open; null: the default one */
  settingsSection: string | null;
  /** the scanned proof that is shown and verified; null: none */
  scannedProof: string | null;
}

export const useRouter = create<Router>(() => ({
  route: 'sell',
  filter: noFilter,
  openSale: null,
  keysShown: false,
  settingsSection: null,
  scannedProof: null,
}));

export const navigate = (route: Route): void => useRouter.setState({ route, settingsSection: null });

/** Opens the receipts on one filter. */
export const showReceipts = (filter: Partial<ReceiptFilter>): void =>
  useRouter.setState({ route: 'receipts', filter: { ...noFilter, ...filter }, openSale: null });

/** Opens one sale in the receipts. */
export const showReceipt = (saleId: string): void =>
  useRouter.setState({ route: 'receipts', filter: noFilter, openSale: saleId });

export const showSettings = (section: string): void =>
  useRouter.setState({ route: 'settings', settingsSection: section });

export const showKeys = (keysShown: boolean): void => useRouter.setState({ keysShown });

export const openScannedProof = (scannedProof: string): void => useRouter.setState({ scannedProof });
export const closeScannedProof = (): void => useRouter.setState({ scannedProof: null });
