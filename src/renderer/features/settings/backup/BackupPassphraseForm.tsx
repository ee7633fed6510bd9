import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { BackupPassphrase } from '../../../../shared/contract/setting-table.ts';
import { TextField } from '../../../ui/Field.tsx';
import { SaveBar } from '../SaveBar.tsx';
import { SecretField } from '../SecretField.tsx';
import type { SectionProps } from '../section.ts';
import { useSection } from '../use-section.ts';

// It is not shown while it is typed, and what was mistyped restores nothing on another computer.
const schema = z
  .object({ passphrase: BackupPassphrase, again: z.string().trim() })
  .refine(({ passphrase, again }) => passphrase === again, { path: ['again'] });

/** With a passphrase, backups are encrypted. */
export function BackupPassphraseForm({ view: { secrets, locked } }: SectionProps) {
  const { t } = useTranslation();
  const { register, watch, errors, bar, onSubmit } = useSection(
    schema,
    { passphrase: '', again: '' },
    ({ passphrase }) => ({ secrets: { backupPassphrase: passphrase } }),
    { passphrase: '', again: '' },
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
      <SecretField
        label={t('safety.backup.passphrase')}
        hint={t('safety.backup.passphraseHint')}
        removeAsk={t('safety.backup.passphraseRemoveAsk')}
        secret="backupPassphrase"
        isSet={secrets.backupPassphrase}
        locked={locked.includes('backupPassphrase')}
        fault={errors.passphrase ? t('safety.backup.passphraseBad') : null}
        {...register('passphrase')}
      />
      {watch('passphrase') === '' ? null : (
        <TextField
          label={t('safety.backup.passphraseAgain')}
          type="password"
          mono
          fault={errors.again && !errors.passphrase ? t('safety.backup.passphraseDiffers') : null}
          {...register('again')}
        />
      )}
      <SaveBar {...bar} />
    </form>
  );
}
