import { History, PenOff, PlugZap, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { plural } from '../i18n/i18n.ts';
import { useNow } from '../state/clock.ts';
import { showReceipts } from '../state/router.ts';
import { useShopZone } from '../state/settings.ts';
import { isRestoreRecent, refreshStatus, useStatus } from '../state/status.ts';
import { Button } from '../ui/Button.tsx';
import { dateTimeText } from '../ui/time-text.ts';
import { KeyChangeNotice } from './KeyChangeNotice.tsx';
import { SafetyQuestions } from './SafetyQuestions.tsx';

/** Everything that keeps the counter from selling as usual, the most urgent first. */
export function Notices() {
  return (
    // All of them at once scroll rather than leave no room for the sale.
    <div className="overflow-y-auto short:max-h-41">
      <HostGoneNotice />
      <PendingWritesNotice />
      <KeyChangeNotice />
      <SafetyQuestions />
      <RestoreNotice />
      <ConnectionNotice />
    </div>
  );
}

const retryMs = 3000;

/** The program behind the page does not answer. Stays until it does. */
function HostGoneNotice() {
  const { t } = useTranslation();
  const gone = useStatus((state) => state.hostGone);
  useEffect(() => {
    if (!gone) return;
    const timer = window.setInterval(() => void refreshStatus(), retryMs);
    return () => window.clearInterval(timer);
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

/** Answers of the provider that cannot be stored: selling stops until they are. */
function PendingWritesNotice() {
  const { t } = useTranslation();
  const notWritten = useStatus((state) => state.status?.notWritten);
  if (!notWritten || notWritten.count === 0) return null;
  return (
    <section
      role="alert"
      className="flex shrink-0 items-center gap-4 border-b border-failed bg-failed-soft px-4 py-2 text-failed"
    >
      <PenOff aria-hidden="true" className="size-7 shrink-0" />
      <div className="flex-1">
        <p className="text-large font-semibold">{t('safety.notWritten.title')}</p>
        <p className="text-ink">
          {notWritten.reason === null ? null : `${t(`safety.notWritten.reason.${notWritten.reason}`)} `}
          {t('safety.notWritten.count', plural(notWritten.count))} {t('safety.notWritten.do')}
        </p>
      </div>
    </section>
  );
}

/** An older copy of the database was restored. Shows for a day, or while a sale is uncertain, until it is dismissed. */
function RestoreNotice() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const status = useStatus((state) => state.status);
  const now = useNow();
  const [hidden, setHidden] = useState<string | null>(null);
  const restored = status?.restored ?? null;
  if (!status || !restored || hidden === restored.at || !isRestoreRecent(status, now)) return null;
  return (
    <output className="flex min-h-12 shrink-0 items-center gap-3 border-b border-pending bg-pending-soft px-4 py-1 text-pending">
      <History aria-hidden="true" className="size-6 shrink-0" />
      <span className="flex-1">
        <strong className="font-semibold">
          {t(`safety.restored.${restored.reason}`, { time: dateTimeText(restored.at, zone) })}
        </strong>{' '}
        <span className="text-ink">{t('safety.restored.why')}</span>
      </span>
      <Button onClick={() => showReceipts({ view: 'unknown' })}>{t('safety.restored.see')}</Button>
      <Button look="quiet" onClick={() => setHidden(restored.at)}>
        {t('safety.restored.hide')}
      </Button>
    </output>
  );
}

/** What a connection that is down means for the current sale. */
function ConnectionNotice() {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  if (!status || status.missing.length > 0) return null;
  const relay = status.relay.state;
  const message =
    status.provider.state === 'unreachable'
      ? t('frame.line.unreachable')
      : relay === 'deaf' || relay === 'refused' || relay === 'taken'
        ? t(`frame.line.${relay}`)
        : null;
  return message === null ? null : (
    <output className="flex min-h-10 shrink-0 items-center gap-2 border-b border-unknown bg-unknown-soft px-4 py-1 font-medium text-unknown">
      <WifiOff aria-hidden="true" className="size-5 shrink-0" />
      {message}
    </output>
  );
}
