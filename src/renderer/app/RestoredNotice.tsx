import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '../state/now.ts';
import { goToReceipts } from '../state/places.ts';
import { useShopZone } from '../state/settings.ts';
import { useStatus } from '../state/status.ts';
import { Button } from '../ui/Button.tsx';
import { dateTimeText } from '../ui/time-text.ts';
import { isRestoredNews } from './restored-news.ts';

/** The book is an older one than was in use: for a day, or while something of it is not certain, until it is put away. */
export function RestoredNotice() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const status = useStatus((state) => state.status);
  const now = useNow();
  const [hidden, setHidden] = useState<string | null>(null);
  const restored = status?.restored ?? null;
  if (!status || !restored || hidden === restored.at || !isRestoredNews(status, now)) return null;
  return (
    <output className="flex min-h-12 shrink-0 items-center gap-3 border-b border-pending bg-pending-soft px-4 py-1 text-pending">
      <History aria-hidden="true" className="size-6 shrink-0" />
      <span className="flex-1">
        <strong className="font-semibold">
          {t(`safety.restored.${restored.reason}`, { time: dateTimeText(restored.at, zone) })}
        </strong>{' '}
        <span className="text-ink">{t('safety.restored.why')}</span>
      </span>
      <Button onClick={() => goToReceipts({ view: 'unknown' })}>{t('safety.restored.see')}</Button>
      <Button look="quiet" onClick={() => setHidden(restored.at)}>
        {t('safety.restored.hide')}
      </Button>
    </output>
  );
}
