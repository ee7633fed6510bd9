import { t } from 'i18next';
import { say } from '../../design/toasts.ts';
import { call } from '../../host/call.ts';

const printing = new Set<string>();

/** Prints the slip of a sale; a second press while it is on its way does nothing. What came of it is said at the bottom. */
export async function printSlip(id: string): Promise<void> {
  if (printing.has(id)) return;
  printing.add(id);
  const answer = await call('receipts.print', { id });
  printing.delete(id);
  if (!answer.ok) say('failed', t('sell.printed.failed'));
  else if (answer.value.copy === 1) say('success', t('sell.printed.original'));
  else say('success', t('sell.printed.copy', { n: answer.value.copy }));
}
