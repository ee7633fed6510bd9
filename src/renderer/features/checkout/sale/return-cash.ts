import { t } from 'i18next';
import { call } from '../../../host/call.ts';
import { keepSales } from '../../../state/sales.ts';
import { say } from '../../../ui/toasts.ts';
import { errorWords } from '../../../words/error-words.ts';

/** Records that the customer got the cash back, or paid again for what is a success after all. */
export async function recordCash(moved: 'cashReturned' | 'cashCollected', id: string): Promise<void> {
  const answer = await call(`transactions.${moved}`, { id });
  if (answer.ok) keepSales([answer.value]);
  else {
    const { title, lines } = errorWords(t, answer.error);
    say('failed', `${title} ${lines[0] ?? ''}`);
  }
}
