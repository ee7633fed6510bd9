import { PlugZap } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { refreshStatus, useStatus } from '../state/status.ts';
import { Button } from '../ui/Button.tsx';

const lookAgainAfterMs = 3000;

/** The program behind the page does not answer. Stays until it does. */
export function HostGone() {
  const { t } = useTranslation();
  const gone = useStatus((state) => state.hostGone);
  useEffect(() => {
    if (!gone) return;
    const again = window.setInterval(() => void refreshStatus(), lookAgainAfterMs);
    return () => window.clearInterval(again);
  }, [gone]);
  if (!gone) return null;
  return (
    <section
      role="alert"
      className="flex shrink-0 items-center gap-4 border-b border-failed bg-failed-soft px-4 py-2 text-failed"
    >
      <PlugZap aria-hidden="true" className="size-7 shrink-0" />
      <div className="flex-1">
        <p className="text-large font-semibold">{t('frame.hostGone.title')}</p>
        <p className="text-ink">
          {t('frame.hostGone.why')} {t('frame.hostGone.do')}
        </p>
      </div>
      <Button onClick={() => void refreshStatus()}>{t('frame.hostGone.retry')}</Button>
    </section>
  );
}
