import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type KonterError } from '../../../shared/contract/errors.ts';
import { call } from '../../host/call.ts';
import { errorWords } from '../../i18n/error-message.ts';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { openSetup } from '../setup/open-setup.ts';
import { type SectionProps } from './SettingsForm.tsx';

/** Training or live. The page loads anew by itself afterwards. */
export function ModeSection({ view: { mode } }: SectionProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [error, setError] = useState<KonterError | null>(null);
  const other = mode === 'training' ? 'live' : 'training';
  const goes = other === 'live' ? 'toLive' : 'toTraining';
  const change = async (): Promise<void> => {
    setAsking(false);
    const answer = await call('mode.switch', { mode: other });
    setError(answer.ok ? null : answer.error);
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-large">
        {t('settings.mode.now')}: <strong>{t(`settings.mode.${mode}`)}</strong>
      </p>
      <p>{t(`settings.mode.${mode === 'training' ? 'trainingLead' : 'liveLead'}`)}</p>
      <p className="text-ink-soft">{t('settings.mode.apart')}</p>
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={openSetup}>
          {t('setup.begin')}
        </Button>
        <Button onClick={() => setAsking(true)}>{t(`settings.mode.${goes}`)}</Button>
      </div>
      {asking ? (
        <Confirm
          title={t(`settings.mode.${goes}Title`)}
          lead={t(`settings.mode.${goes}Ask`)}
          stop={t('common.cancel')}
          go={{ label: t(`settings.mode.${goes}`), run: () => void change() }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </div>
  );
}
