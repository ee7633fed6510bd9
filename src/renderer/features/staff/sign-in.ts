import { t } from 'i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { receivePeople, showPersonSwitch } from '../../state/people.ts';
import { toast, toastError } from '../../ui/toast.ts';

/** Answers why not, or null: then this person is at the counter. */
export async function signIn(id: string, pin: string): Promise<KonterError | null> {
  const answer = await call('people.signIn', { id, pin });
  if (!answer.ok) return answer.error;
  const { state, wrongBefore } = answer.value;
  receivePeople(state);
  showPersonSwitch(false);
  // Another person may have tried.
  if (wrongBefore >= 3) toast('unknown', t('people.signIn.wrongBefore', plural(wrongBefore)));
  return null;
}

/** Says so where the counter was not locked: who goes away must know. */
export async function lockNow(): Promise<void> {
  const answer = await call('people.lock');
  if (answer.ok) receivePeople(answer.value);
  else toastError(answer.error);
}
