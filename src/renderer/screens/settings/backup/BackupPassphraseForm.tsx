import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { BackupPassphrase } from '../../../../shared/contract/settings-change.ts';
import { SaveBar } from '../SaveBar.tsx';
import { SecretField } from '../SecretField.tsx';
import type { SectionProps } from '../section.ts';
import { useSection } from '../use-section.ts';

const schema = z.object({ passphrase: BackupPassphrase });

/** With a passphrase, backups are encrypted. */
export function BackupPassphraseForm({ view: { secrets, locked } }: SectionProps) {
  const { t } = useTranslation();
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    { passphrase: '' },
    ({ passphrase }) => ({ secrets: { backupPassphrase: passphrase } }),
    { passphrase: '' },
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-1">
      <SecretField
        label={t('safety.backup.passphrase')}
        hint={t('safety.backup.passphraseHint')}
        secret="backupPassphrase"
        isSet={secrets.backupPassphrase}
        locked={locked.includes('backupPassphrase')}
        fault={errors.passphrase ? t('safety.backup.passphraseBad') : null}
        {...register('passphrase')}
      />
      <SaveBar {...bar} />
    </form>
  );
}
