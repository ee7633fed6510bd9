import { create } from 'zustand';
import type { CounterId } from '../../../shared/contract/office.ts';
import { call, onPin } from '../../host/call.ts';
import { errorWords } from '../../i18n/i18n.ts';
import { t } from '../../i18n/translation.ts';
import { dropOnPersonChange } from '../../state/page-data.ts';
import { toast } from '../../state/toast.ts';

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

let printing: string | null = null;

/** Prints the slip of an entry. A failed print does not affect what was recorded. A second press prints once. */
export async function printService(id: string): Promise<void> {
  if (printing === id) return;
  printing = id;
  const answer = await call('cashServices.print', { id });
  printing = null;
  if (answer.ok) toast('success', t(`cashServices.printed.${answer.value.via}`));
  else toast('failed', `${t('cashServices.notPrinted')} ${errorWords(t, answer.error).lines[0] ?? ''}`);
}
