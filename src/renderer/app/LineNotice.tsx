import { WifiOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../state/status.ts';

/** What a line that is down means for the sale in hand. */
export function LineNotice() {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  if (!status || status.missing.length > 0) return null;
  const relay = status.relay.state;
  const trouble =
    status.provider.state === 'unreachable'
      ? t('frame.line.unreachable')
      : relay === 'deaf' || relay === 'refused' || relay === 'taken'
        ? t(`frame.line.${relay}`)
        : null;
  return trouble === null ? null : (
    <output className="flex min-h-10 shrink-0 items-center gap-2 border-b border-unknown bg-unknown-soft px-4 py-1 font-medium text-unknown">
      <WifiOff aria-hidden="true" className="size-5 shrink-0" />
      {trouble}
    </output>
  );
}
