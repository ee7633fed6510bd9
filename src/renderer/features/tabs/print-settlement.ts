import { t } from 'i18next';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/error-message.ts';
import { toast } from '../../ui/toast.ts';

let printing: string | null = null;

/** Prints the proof of a settlement. A failed print does not affect what was paid. A second press prints once. */
export async function printSettlement(customerId: string, at: string): Promise<void> {
  if (printing === at) return;
  printing = at;
  const answer = await call('tabs.print', { customerId, at });
  printing = null;
  if (answer.ok) toast('success', t(`tabs.printed.${answer.value.via}`));
  else toast('failed', `${t('tabs.notPrinted')} ${errorWords(t, answer.error).lines[0] ?? ''}`);
}
