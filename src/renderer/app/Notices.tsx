import { useEffect } from 'react';
import { plural } from '../i18n/i18n.ts';
import { shortWhen } from '../i18n/time-text.ts';
import { useTranslation } from '../i18n/translation.ts';
import { useNow } from '../state/clock.ts';
import { useOffice } from '../state/office.ts';
import { useRouter } from '../state/router.ts';
import { useShopZone } from '../state/settings.ts';
import { refreshStatus, useServes, useStatus } from '../state/status.ts';
import { Button } from '../ui/Button.tsx';
import { PenOff, PlugZap, WifiOff } from '../ui/icons.tsx';
import { AlertBar } from './AlertBar.tsx';
import { SafetyNotices } from './deferred-notices.ts';

/** Everything that keeps the counter from selling as usual, the most urgent first. */
export function Notices() {
  return (
    // All of them at once scroll rather than leave no room for the sale.
    <div className="overflow-y-auto short:max-h-41">
      <HostGoneNotice />
      <PendingWritesNotice />
      <SafetyNotices />
    </div>
  );
}

const retryMs = 3000;

/** The program behind the page does not answer, or has not sent a part of the page. Stays until it does. */
function HostGoneNotice() {
  const { t } = useTranslation();
  const gone = useStatus((state) => state.hostGone || state.isCodeMissing);
  useEffect(() => {
    if (!gone) return;
    const timer = window.setInterval(() => void refreshStatus(), retryMs);
    return () => window.clearInterval(timer);
  }, [gone]);
  if (!gone) return null;
  return (
    <AlertBar
      tone="failed"
      icon={PlugZap}
      title={t('appShell.hostGone.title')}
      why={`${t('appShell.hostGone.why')} ${t('appShell.hostGone.do')}`}
    >
      <Button onClick={() => void refreshStatus()}>{t('appShell.hostGone.retry')}</Button>
    </AlertBar>
  );
}

/** Answers of the provider that cannot be stored: selling stops until they are. */
function PendingWritesNotice() {
  const { t } = useTranslation();
  const notWritten = useStatus((state) => state.status?.notWritten);
  if (!notWritten || notWritten.count === 0) return null;
  const { count, reason } = notWritten;
  const why = [
    ...(reason === null ? [] : [t(`integrity.pendingWrites.reason.${reason}`)]),
    t('integrity.pendingWrites.count', plural(count)),
    t('integrity.pendingWrites.do'),
  ];
  return <AlertBar tone="failed" icon={PenOff} title={t('integrity.pendingWrites.title')} why={why.join(' ')} />;
}

/** The effect of a lost connection on the current sale; at an office, on what is seen. */
export function ConnectionNotice() {
  return useServes('order') ? <CounterConnection /> : <OfficeConnection />;
}

function CounterConnection() {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  if (!status || status.missing.length > 0) return null;
  const relay = status.relay.state;
  const message =
    status.provider.state === 'unreachable'
      ? t('appShell.disconnected.unreachable')
      : relay === 'deaf' || relay === 'refused' || relay === 'taken'
        ? t(`appShell.disconnected.${relay}`)
        : null;
  return <Disconnected message={message} />;
}

/** From when the figures are. The list of counters says it by itself. */
function OfficeConnection() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const now = useNow();
  const at = useOffice(({ office }) => (office?.relay === 'unreachable' ? office.at : null));
  const isSaid = useRouter(({ route }) => route === 'counters');
  const isTaken = useStatus(({ status }) => status?.relay.state === 'taken');
  const time = at === null || isSaid ? null : shortWhen(at, now, zone);
  if (isTaken) return <Disconnected message={t('office.taken')} />;
  return <Disconnected message={time === null ? null : t('office.away', { time })} />;
}

function Disconnected({ message }: { message: string | null }) {
  return message === null ? null : (
    // Two short lines at most: the bar keeps its height.
    <output className="-ml-4 flex h-full max-w-full shrink-0 items-center gap-2 bg-unknown-soft px-4 text-small leading-4 font-semibold text-unknown zoomed:ml-0 zoomed:h-auto zoomed:shrink">
      <WifiOff aria-hidden="true" className="size-5 shrink-0" />
      <span className="line-clamp-2 zoomed:line-clamp-none">{message}</span>
    </output>
  );
}
