import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { call } from '../../host/call.ts';
import { saveFile } from '../../host/save-file.ts';
import { useSettings } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { PinField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { errorWords } from '../../words/error-words.ts';

/** What is held, as a file to read and as one for programs. */
export function TakeOut({ customerNo }: { customerNo: string }) {
  const { t } = useTranslation();
  const hasPin = useSettings((state) => state.view?.secrets.supervisorPin ?? false);
  const [pin, setPin] = useState('');
  const [error, setError] = useState<KonterError | null>(null);
  const take = async (as: 'text' | 'json'): Promise<void> => {
    const answer = await call('customers.export', { customerNo, ...(pin === '' ? {} : { pin }) });
    setError(answer.ok ? null : answer.error);
    if (!answer.ok) return setPin('');
    const { name, text, json } = answer.value;
    if (as === 'text') saveFile(`${name}.txt`, text, 'text/plain');
    else saveFile(`${name}.json`, json, 'application/json');
  };
  const icon = <Download aria-hidden="true" className="size-5" />;
  return (
    <section aria-label={t('customers.dialog.take')} className="flex flex-col gap-3">
      <h3 className="text-large font-semibold">{t('customers.dialog.take')}</h3>
      <p>{t('customers.dialog.takeLead')}</p>
      {hasPin ? (
        <PinField
          label={t('customers.dialog.pin')}
          value={pin}
          onChange={(event) => setPin(event.currentTarget.value)}
        />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button icon={icon} onClick={() => void take('text')}>
          {t('customers.dialog.text')}
        </Button>
        <Button icon={icon} onClick={() => void take('json')}>
          {t('customers.dialog.json')}
        </Button>
      </div>
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
    </section>
  );
}
