import { EyeOff } from 'lucide-react';
import { type FormEvent, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../../shared/contract/errors.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Shift } from '../../../../shared/domain/shift.ts';
import { call } from '../../../host/call.ts';
import type { Binding } from '../../../keys/match.ts';
import { useKeys } from '../../../keys/use-keys.ts';
import { Button } from '../../../ui/Button.tsx';
import { Confirm } from '../../../ui/Confirm.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { errorWords } from '../../../words/error-words.ts';
import { CountCash } from './CountCash.tsx';
import { countedOf, forgetCount, isTooMuch, useCount } from './count.ts';
import { printShift } from './print-shift.ts';
import { refreshShifts, useShifts } from './shifts-store.ts';
import { useFirstField } from './use-first-field.ts';

const goBack = (): void => useShifts.setState({ closing: false });

/** Counts first; what should have been in the drawer is told only then, with the difference. */
export function CloseShift({ shift: { number } }: { shift: Shift }) {
  const { t } = useTranslation();
  const counted = useCount(countedOf);
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const form = useFirstField();
  const ready = counted !== null && !isTooMuch(counted);
  useKeys(useMemo((): Binding[] => [{ key: 'Escape', label: t('common.back'), run: goBack }], [t]));
  const close = async (): Promise<void> => {
    setAsking(false);
    if (!ready) return;
    const answer = await call('shifts.close', { counted, number });
    if (!answer.ok) return setError(answer.error);
    forgetCount();
    useShifts.setState({ shown: number, closing: false });
    await refreshShifts();
    await printShift(number);
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        setAsking(ready);
      }}
      className="flex max-w-3xl flex-col gap-4 p-4"
    >
      <header className="flex flex-col gap-1">
        <h3 className="text-title font-semibold">{t('shifts.close.title', { n: number })}</h3>
        <p className="flex items-center gap-2 text-ink-soft">
          <EyeOff aria-hidden="true" className="size-5 shrink-0" />
          {t('shifts.close.lead')}
        </p>
      </header>
      <CountCash />
      {error ? <Notice tone="failed" live="alert" compact {...errorWords(t, error)} /> : null}
      <div className="flex justify-between gap-3">
        <Button hotkey="Esc" onClick={goBack}>
          {t('common.back')}
        </Button>
        <Button type="submit" look="primary" large disabled={!ready}>
          {t('shifts.close.button')}
        </Button>
      </div>
      {asking && counted !== null ? (
        <Confirm
          title={t('shifts.close.ask', { counted: formatRupiah(counted) })}
          lead={t('shifts.close.askLead')}
          stop={t('shifts.close.stop')}
          go={{ label: t('shifts.close.go'), run: () => void close(), danger: false }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </form>
  );
}
