import { useId, useLayoutEffect } from 'react';
import { create } from 'zustand';
import type { CounterId } from '../../shared/contract/office.ts';
import { onPin } from '../host/call.ts';
import { dropOnPersonChange } from './page-data.ts';
import { noFilter, type ReceiptFilter } from './receipt-filter.ts';

export type Route =
  | 'counters'
  | 'sell'
  | 'bills'
  | 'receipts'
  | 'books'
  | 'tabs'
  | 'cashServices'
  | 'catalogue'
  | 'settings'
  | 'setup';

interface Router {
  route: Route;
  /** the filter of the list of receipts */
  filter: ReceiptFilter;
  /** at an office: whose tabs are listed; null: all counters' */
  tabsOf: CounterId | null;
  /** the sale whose detail is open in the receipts */
  openSale: string | null;
  keysShown: boolean;
  /** the guide is open */
  helpShown: boolean;
  /** the section of the settings to open; null: the default one */
  settingsSection: string | null;
  /** the section of the settings that is on screen */
  openSetting: string | null;
  /** the scanned proof that is shown and verified; null: none */
  scannedProof: string | null;
}

export const useRouter = create<Router>(() => ({
  route: 'sell',
  filter: noFilter,
  tabsOf: null,
  openSale: null,
  keysShown: false,
  helpShown: false,
  settingsSection: null,
  openSetting: null,
  scannedProof: null,
}));

// A PIN that was typed into the search is not kept, and nothing that was searched for is there for the next person.
dropOnPersonChange(() => useRouter.setState({ filter: noFilter }));
onPin((pin) => useRouter.setState(({ filter }) => (filter.text === pin ? { filter: noFilter } : {})));

/** Opens a screen. The receipts open on all sales: a filter that was left there would hide what is searched for next. */
export function navigate(route: Route): void {
  const { route: present, settingsSection } = useRouter.getState();
  if (route === present && settingsSection === null) return;
  leaveForms(() =>
    useRouter.setState({
      route,
      settingsSection: null,
      tabsOf: null,
      ...(route === 'receipts' ? { filter: noFilter } : {}),
    }),
  );
}

/** The first screen of an office, in place of a counter's. A screen that was opened since stays. */
export const showOffice = (): void =>
  useRouter.setState(({ route }) => (route === 'sell' ? { route: 'counters' } : {}));

/** Opens the receipts on one filter. */
export const showReceipts = (filter: Partial<ReceiptFilter>): void =>
  leaveForms(() => useRouter.setState({ route: 'receipts', filter: { ...noFilter, ...filter }, openSale: null }));

/** Opens one sale in the receipts. */
export const showReceipt = (saleId: string): void =>
  leaveForms(() => useRouter.setState({ route: 'receipts', filter: noFilter, openSale: saleId }));

/** Opens the tabs of one counter. */
export const showTabs = (tabsOf: CounterId): void => leaveForms(() => useRouter.setState({ route: 'tabs', tabsOf }));

export const showSettings = (section: string): void =>
  leaveForms(() => useRouter.setState({ route: 'settings', settingsSection: section }));

export const showHelp = (helpShown: boolean): void => useRouter.setState({ helpShown, keysShown: false });

export const showKeys = (keysShown: boolean): void => useRouter.setState({ keysShown });

export const openScannedProof = (scannedProof: string): void => useRouter.setState({ scannedProof });
export const closeScannedProof = (): void => useRouter.setState({ scannedProof: null });

interface Unsaved {
  /** the forms on screen whose input is not saved */
  forms: ReadonlySet<string>;
  /** what was about to take them off the screen; null: nothing is asked */
  leaving: (() => void) | null;
}

export const useUnsaved = create<Unsaved>(() => ({ forms: new Set(), leaving: null }));

/** Runs what takes forms off the screen: at once, or once a person has agreed to lose what they typed. */
export function leaveForms(leave: () => void): void {
  if (useUnsaved.getState().forms.size === 0) leave();
  else useUnsaved.setState({ leaving: leave });
}

/** Forgets what is typed, and leaves. */
export function discardForms(): void {
  const { leaving } = useUnsaved.getState();
  useUnsaved.setState({ forms: new Set(), leaving: null });
  leaving?.();
}

export const stayWithForms = (): void => useUnsaved.setState({ leaving: null });

/** Marks a form on screen as unsaved. A layout effect: the next key already asks. */
export function useUnsavedForm(isDirty: boolean): void {
  const id = useId();
  useLayoutEffect(() => {
    if (!isDirty) return leaveIfSaved();
    useUnsaved.setState(({ forms }) => ({ forms: new Set([...forms, id]) }));
    return () => useUnsaved.setState(({ forms }) => ({ forms: new Set([...forms].filter((each) => each !== id)) }));
  }, [isDirty, id]);
}

/** Who saves and goes elsewhere at once is asked only until it is saved. */
export function leaveIfSaved(): void {
  if (useUnsaved.getState().forms.size === 0) discardForms();
}

/** The window asks too before it closes; a reload by the program does not, since it runs `discardForms` first. */
export function guardUnload(): void {
  window.addEventListener('beforeunload', (event) => {
    if (useUnsaved.getState().forms.size > 0) event.preventDefault();
  });
}
