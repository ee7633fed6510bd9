import { LockOpen } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { call } from '../../../host/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';
import { CountCash } from './CountCash.tsx';
import { countedOf, forgetCount, isTooMuch, useCount } from './count.ts';
import { refreshShifts, useShifts } from './shifts-store.ts';
import { useFirstField } from './use-first-field.ts';

/** No shift is open: what lies in the drawer is counted, and one begins. */
export function OpenShift() {
  const { t } = useTranslation();
  const required = useShifts((state) => state.required);
  const counted = useCount(countedOf);
  const [opening, setOpening] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const form = useFirstField();
  const ready = counted !== null && !isTooMuch(counted);
  const open = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!ready || opening) return;
    setOpening(true);
    const answer = await call('shifts.open', { counted });
    setOpening(false);
    setError(answer.ok ? null : answer.error);
    if (answer.ok) forgetCount();
    await refreshShifts();
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void open(event)} className="flex max-w-3xl flex-col gap-4 p-4">
      <header className="flex flex-col gap-1">
        <h3 className="text-title font-semibold">{t('shifts.open.title')}</h3>
        <p className="text-ink-soft">{t('shifts.open.lead')}</p>
      </header>
      {required ? <Notice tone="unknown" compact title={t('shifts.open.required')} /> : null}
      <CountCash />
      {error ? <Notice tone="failed" live="alert" compact {...errorWords(t, error)} /> : null}
      <div className="flex justify-end">
        <Button
          type="submit"
          look="primary"
          large
          disabled={!ready || opening}
          icon={<LockOpen aria-hidden="true" className="size-5" />}
        >
          {t('shifts.open.button')}
        </Button>
      </div>
    </form>
  );
}
