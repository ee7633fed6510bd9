import { useTranslation } from 'react-i18next';
import { useShopZone } from '../../../state/settings.ts';
import { useStatus } from '../../../state/status.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { dateTimeText } from '../../../ui/time-text.ts';

/** When a copy was last made and found whole, what is wrong now, and whether this book is a restored one. */
export function BackupState() {
  const { t } = useTranslation();
  const zone = useShopZone();
  const status = useStatus((state) => state.status);
  if (!status) return null;
  const { backup, restored } = status;
  const when = (at: string | null): string => (at === null ? t('safety.backup.never') : dateTimeText(at, zone));
  return (
    <>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        <dt className="text-ink-soft">{t('safety.backup.lastVerified')}</dt>
        <dd className="font-semibold">{when(backup.lastVerifiedAt)}</dd>
        <dt className="text-ink-soft">{t('safety.backup.lastTry')}</dt>
        <dd>{when(backup.lastAt)}</dd>
      </dl>
      {backup.error === null ? null : (
        <Notice
          tone="unknown"
          live="alert"
          title={t('safety.backup.notMade')}
          lines={[t(`safety.backupError.${backup.error}`)]}
        />
      )}
      {restored === null ? null : (
        <Notice
          tone="pending"
          title={t(`safety.restored.${restored.reason}`, { time: dateTimeText(restored.at, zone) })}
          lines={[t('safety.restored.why'), t('safety.restored.do')]}
        />
      )}
    </>
  );
}
