import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../state/status.ts';
import { Notice } from '../../ui/Notice.tsx';
import { BackupFolderForm } from './backup/BackupFolderForm.tsx';
import { BackupList } from './backup/BackupList.tsx';
import { BackupPassphraseForm } from './backup/BackupPassphraseForm.tsx';
import { BackupState } from './backup/BackupState.tsx';
import { MakeBackup } from './backup/MakeBackup.tsx';
import type { SectionProps } from './section.ts';

/** Where copies of the book go, how they stand, and putting one back. Practice is not copied. */
export function BackupSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const lastVerifiedAt = useStatus((state) => state.status?.backup.lastVerifiedAt ?? null);
  const [made, setMade] = useState(0);
  const live = view.mode === 'live';
  return (
    <div className="flex flex-col gap-6">
      <p>{t('safety.backup.lead')}</p>
      {live ? null : <Notice tone="quiet" title={t('safety.backup.live')} />}
      <BackupFolderForm view={view} />
      <BackupPassphraseForm view={view} />
      {live ? (
        <>
          <BackupState />
          <MakeBackup onMade={() => setMade((before) => before + 1)} />
          <BackupList view={view} version={`${made} ${lastVerifiedAt ?? ''} ${view.settings.backup.folder ?? ''}`} />
        </>
      ) : null}
    </div>
  );
}
