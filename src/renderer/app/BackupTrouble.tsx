import { DatabaseBackup } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { goToSettings } from '../state/places.ts';
import { useStatus } from '../state/status.ts';

/** Copies that fail are said at the top, quietly: selling goes on. */
export function BackupTrouble() {
  const { t } = useTranslation();
  const error = useStatus((state) => state.status?.backup.error ?? null);
  if (error === null) return null;
  return (
    <button
      type="button"
      title={t(`safety.backupError.${error}`)}
      onClick={() => goToSettings('backup')}
      className="flex min-h-11 shrink-0 items-center gap-1.5 rounded-box px-2 text-small font-semibold text-unknown underline underline-offset-4"
    >
      <DatabaseBackup aria-hidden="true" className="size-5" strokeWidth={2.5} />
      {t('safety.backupFailed')}
    </button>
  );
}
