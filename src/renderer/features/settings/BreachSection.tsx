import { useEffect, useId, useRef, useState } from 'react';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useSettings } from '../../state/settings.ts';
import { saveFile } from '../../state/share.ts';
import { toast } from '../../state/toast.ts';
import { Button } from '../../ui/Button.tsx';
import { PinField } from '../../ui/Field.tsx';
import { Download, Printer } from '../../ui/later-icons.tsx';
import { ErrorNotice, Notice } from '../../ui/Notice.tsx';

const steps = ['stop', 'list', 'notice', 'authority', 'keep'] as const;

/** What an owner does after customers' data came into other hands: the steps, who was affected, and a draft of the notice. */
export function BreachSection() {
  const { t } = useTranslation();
  const heading = useId();
  const hasPin = useSettings((state) => state.view?.secrets.supervisorPin ?? false);
  const [pin, setPin] = useState('');
  const needsPin = hasPin && pin === '';
  const [error, setError] = useState<KonterError | null>(null);
  const [count, setCount] = useState<number | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // The button that was pressed waits for another PIN: it is typed at once, with the reason in sight above it.
  useEffect(() => {
    if (error !== null) field.current?.focus();
  }, [error]);
  const save = async (file: 'list' | 'notice'): Promise<void> => {
    const answer = await call('customers.affected', pin === '' ? {} : { pin });
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return setPin('');
    const { name, csv, notice } = answer.value;
    setCount(answer.value.count);
    if (file === 'list') saveFile(`${name}.csv`, csv, 'text/csv');
    else saveFile(`${name}.txt`, notice, 'text/plain');
  };
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <h4 id={heading} className="text-large font-semibold">
        {t('customers.breach.title')}
      </h4>
      <p>{t('customers.breach.lead')}</p>
      <ol className="flex list-decimal flex-col gap-1 pl-6">
        {steps.map((step) => (
          <li key={step}>{t(`customers.breach.steps.${step}`)}</li>
        ))}
      </ol>
      <ErrorNotice compact error={error} />
      {hasPin ? (
        <div className="max-w-80">
          <PinField
            ref={field}
            label={t('customers.dialog.pin')}
            value={pin}
            onChange={(event) => setPin(event.currentTarget.value)}
          />
        </div>
      ) : null}
      {count === null ? null : (
        <Notice tone="quiet" live="status" compact title={t('customers.breach.count', plural(count))} />
      )}
      <div className="flex flex-wrap gap-3">
        <Button icon={Download} disabled={needsPin} onClick={() => void save('list')}>
          {t('customers.breach.saveList')}
        </Button>
        <Button icon={Download} disabled={needsPin} onClick={() => void save('notice')}>
          {t('customers.breach.saveNotice')}
        </Button>
      </div>
    </section>
  );
}

/** The notice that hangs at the till. */
export function TillNotice() {
  const { t } = useTranslation();
  const heading = useId();
  const [error, setError] = useState<KonterError | null>(null);
  const print = async (): Promise<void> => {
    const answer = await call('customers.printNotice');
    setError(answer.ok ? null : answer.error);
    if (answer.ok) toast('success', t(`customers.till.printed.${answer.value.via}`));
  };
  return (
    <section aria-labelledby={heading} className="flex flex-col items-start gap-3">
      <h4 id={heading} className="text-large font-semibold">
        {t('customers.till.title')}
      </h4>
      <p>{t('customers.till.lead')}</p>
      <ErrorNotice compact error={error} />
      <Button icon={Printer} onClick={() => void print()}>
        {t('customers.till.print')}
      </Button>
    </section>
  );
}
