import { GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../host/call.ts';
import { useMay } from '../state/people.ts';
import { Confirm } from '../ui/Confirm.tsx';
import { say } from '../ui/toasts.ts';
import { errorWords } from '../words/error-words.ts';

/** From live to training with one press and one question; the page loads anew by itself afterwards. */
export function GoTraining() {
  const { t } = useTranslation();
  const maySwitch = useMay('modeSwitch');
  const [asking, setAsking] = useState(false);
  const go = async (): Promise<void> => {
    setAsking(false);
    const answer = await call('mode.switch', { mode: 'training' });
    if (!answer.ok) say('failed', errorWords(t, answer.error).lines.join(' '));
  };
  if (!maySwitch) return null;
  return (
    <>
      <button
        type="button"
        aria-label={t('frame.train')}
        title={t('frame.train')}
        onClick={() => setAsking(true)}
        className="flex size-11 shrink-0 items-center justify-center rounded-box hover:bg-sunken"
      >
        <GraduationCap aria-hidden="true" className="size-6" />
      </button>
      {asking ? (
        <Confirm
          title={t('settings.mode.toTrainingTitle')}
          lead={t('settings.mode.toTrainingAsk')}
          stop={t('common.cancel')}
          go={{ label: t('settings.mode.toTraining'), run: () => void go(), danger: false }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
