import { create } from 'zustand';
import type { CounterId } from '../../../shared/contract/office.ts';
import { call, onPin } from '../../host/call.ts';
import { t } from '../../i18n/translation.ts';
import { dropOnPersonChange } from '../../state/page-data.ts';
import { printOnce } from '../../state/prints.ts';

interface ServicesView {
  /** what is searched for */
  text: string;
  /** at an office: whose; null: all counters' */
  counter: CounterId | null;
  /** changes whenever something was recorded here */
  version: number;
}

const nothingOpen: ServicesView = { text: '', counter: null, version: 0 };

/** The list of cash services as it is searched. It stays while somebody sells in between. */
export const useServicesView = create<ServicesView>(() => nothingOpen);

dropOnPersonChange(() => useServicesView.setState(nothingOpen));

// A PIN that was typed beside its field is nothing to search for.
onPin((pin) => useServicesView.setState(({ text }) => (text.trim() === pin ? { text: '' } : {})));

export const servicesChanged = (): void => useServicesView.setState(({ version }) => ({ version: version + 1 }));

/** Prints the slip of an entry. */
export const printService = (id: string): Promise<void> =>
  printOnce(id, () => call('cashServices.print', { id }), {
    printed: (via) => t(`cashServices.printed.${via}`),
    notPrinted: t('cashServices.notPrinted'),
  });
