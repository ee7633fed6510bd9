import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { call } from '../../host/call.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { errorWords } from '../../words/error-words.ts';
import { comeBackToSetup } from './open-setup.ts';
import { isDone, type Known, type Step } from './steps.ts';

/** Without them nothing can be sold for real, and the counter says so instead of selling. */
const wanted = ['connection', 'relay'] as const satisfies readonly Step[];

/** From practice to real money. The page loads anew by itself, and set-up goes on. */
export function GoLive({ known, onStep }: { known: Known; onStep: (step: Step) => void }) {
  const { t } = useTranslation();
  const [error, setError] = useState<KonterError | null>(null);
  const [going, setGoing] = useState(false);
  const open = wanted.find((step) => !isDone(step, known));
  if (known.view.mode === 'live') return <Notice tone="success" icon={CircleCheck} title={t('setup.isLive')} />;
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
      {open === undefined ? null : (
        <Notice
          tone="unknown"
          title={t('setup.notReady', { step: t(`setup.step.${open}.name`) })}
          lines={[t('setup.notReadyDo')]}
        >
          <div className="pt-2">
            <Button onClick={() => onStep(open)}>{t('setup.toStep', { step: t(`setup.step.${open}.name`) })}</Button>
          </div>
        </Notice>
      )}
      <div>
        <Button look={open === undefined ? 'primary' : 'plain'} large disabled={going} onClick={() => void go()}>
          {t('setup.goLive')}
        </Button>
      </div>
    </div>
  );
}
