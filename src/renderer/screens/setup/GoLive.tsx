import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { Button } from '../../design/Button.tsx';
import { Notice } from '../../design/Notice.tsx';
import { call } from '../../host/call.ts';
import { errorWords } from '../../words/error-words.ts';
import { comeBackToSetup } from './open-setup.ts';

/** From practice to real money. The page loads anew by itself, and set-up goes on. */
export function GoLive({ view }: { view: SettingsView }) {
  const { t } = useTranslation();
  const [error, setError] = useState<KonterError | null>(null);
  const [going, setGoing] = useState(false);
  if (view.mode === 'live') return <Notice tone="success" icon={CircleCheck} title={t('setup.isLive')} />;
  const go = async (): Promise<void> => {
    setGoing(true);
    comeBackToSetup();
    const answer = await call('mode.switch', { mode: 'live' });
    setGoing(false);
    setError(answer.ok ? null : answer.error);
  };
  return (
    <div className="flex flex-col gap-4">
      {error ? <Notice tone="failed" live="alert" {...errorWords(t, error)} /> : null}
      <div>
        <Button look="primary" large disabled={going} onClick={() => void go()}>
          {t('setup.goLive')}
        </Button>
      </div>
    </div>
  );
}
