import { useTranslation } from '../../i18n/translation.ts';
import { useKeys } from '../../state/keys.ts';
import { Button } from '../../ui/Button.tsx';
import { LiveRegion, Notice } from '../../ui/Notice.tsx';
import type { CheckoutKind } from './checkout-rules.ts';
import { stopWaiting, useCountersAwaited } from './counters-awaited.ts';

/** A sale that is not committed yet. In a shop that is late: it waits for the other counters, and may be given up. */
export function SendingNotice({ kind }: { kind: CheckoutKind }) {
  const { t } = useTranslation();
  const isWaiting = useCountersAwaited(kind);
  const stop = (): void => void stopWaiting(kind);
  useKeys(isWaiting ? [{ key: 'Escape', label: t('outcome.waitsForCounters.stop'), run: stop }] : []);
  if (!isWaiting)
    return (
      <Notice
        tone="pending"
        title={t('outcome.sending.title')}
        lines={[t('outcome.sending.why'), t('outcome.sending.do')]}
      />
    );
  return (
    <>
      <LiveRegion words={t('outcome.waitsForCounters.title')} />
      <Notice tone="pending" title={t('outcome.waitsForCounters.title')} lines={[t('outcome.waitsForCounters.why')]} />
      <div className="flex">
        <Button large hotkey="Esc" onClick={stop}>
          {t('outcome.waitsForCounters.stop')}
        </Button>
      </div>
    </>
  );
}
