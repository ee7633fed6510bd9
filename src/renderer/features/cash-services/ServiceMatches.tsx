import { call, useAnswer } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { navigate } from '../../state/router.ts';
import { Button } from '../../ui/Button.tsx';
import { useServicesView } from './services-store.ts';

/** As much as the field of the list takes. */
const maxLength = 64;
const maxCounted = 99;
const readMatches = (text: string) => call('cashServices.list', { text, limit: maxCounted });

/** Beside the receipts that a search finds: the cash services with that reference or amount, which no list of sales holds. */
export function ServiceMatches({ text: whole }: { text: string }) {
  const text = whole.slice(0, maxLength);
  const { t } = useTranslation();
  const answer = useAnswer(readMatches, text, null)?.answer;
  if (answer?.ok !== true || answer.value.entries.length === 0) return null;
  const { entries, next } = answer.value;
  const { count, n } = plural(entries.length);
  const open = (): void => {
    useServicesView.setState({ text, counter: null });
    navigate('cashServices');
  };
  return (
    <p className="flex shrink-0 flex-wrap items-center justify-between gap-3 border-b border-line px-3 py-1">
      {t('cashServices.found', { count, n: next === null ? n : `${n}+` })}
      <Button onClick={open}>{t('cashServices.showFound')}</Button>
    </p>
  );
}
