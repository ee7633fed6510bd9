import { t } from 'i18next';
import { call } from '../../../host/call.ts';
import { toast } from '../../../ui/toast.ts';
import { errorWords } from '../../../words/error-words.ts';

/** Prints a shift's report: an X of the open one, a Z of a closed one. The shift itself is not touched by what comes of it. */
export async function printShift(number: number): Promise<void> {
  const answer = await call('shifts.print', { number });
  if (answer.ok) toast('success', t(`shifts.printed.${answer.value.via}`));
  else toast('failed', `${t('shifts.notPrinted')} ${errorWords(t, answer.error).lines[0] ?? ''}`);
}
