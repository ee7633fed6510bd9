import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { SettingsChange } from '../../../../shared/contract/settings.ts';
import { TextField } from '../../../ui/Field.tsx';
import { SaveBar } from '../SaveBar.tsx';
import type { SectionProps } from '../section.ts';
import { useSection } from '../use-section.ts';

const isFolder = (folder: string): boolean =>
  folder.trim() === '' || SettingsChange.safeParse({ backup: { folder } }).success;
const schema = z.object({ folder: z.string().refine(isFolder) });

/** The folder that copies go to; it is tried at once. */
export function BackupFolderForm({ view: { settings, locked } }: SectionProps) {
  const { t } = useTranslation();
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    { folder: settings.backup.folder ?? '' },
    ({ folder }) => ({ backup: { folder: folder.trim() === '' ? null : folder.trim() } }),
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-1">
      <TextField
        label={t('safety.backup.folder')}
        hint={t('safety.backup.folderHint')}
        locked={locked.includes('backup.folder')}
        fault={errors.folder ? t('safety.backup.folderBad') : null}
        mono
        {...register('folder')}
      />
      <SaveBar {...bar} />
    </form>
  );
}
