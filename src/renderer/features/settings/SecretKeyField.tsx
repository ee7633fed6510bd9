import type { UseFormRegister } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SettingsView } from '../../../shared/contract/settings.ts';
import { useNow } from '../../state/clock.ts';
import { useRouter } from '../../state/router.ts';
import { useStatus } from '../../state/status.ts';
import { TextField } from '../../ui/Field.tsx';
import { dateTimeText } from '../../ui/time-text.ts';
import type { ConnectionTyped } from './connection-form.ts';
import { dayOf } from './day-end.ts';
import { SecretField } from './SecretField.tsx';

interface Props {
  view: SettingsView;
  register: UseFormRegister<ConnectionTyped>;
  /** a new key is being typed */
  replacing: boolean;
  faults: { key: string | null; retireOn: boolean };
}

/** The key that webhooks are signed with. Where it is replaced, the old one is believed for a while: both may be under way. */
export function SecretKeyField({ view, register, replacing, faults }: Props) {
  const { t } = useTranslation();
  const changed = useStatus((state) => state.status?.keyChange !== undefined);
  const asked = useRouter((state) => state.settingsSection === 'connection');
  const now = useNow();
  const { secrets, locked, retiring, settings } = view;
  const zone = settings.timeZone;
  return (
    <>
      <SecretField
        label={t('settings.secretKey')}
        isSet={secrets.secretKey}
        locked={locked.includes('secretKey')}
        secret="secretKey"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the notice of a changed key leads here, to fill it in
        autoFocus={changed && asked}
        fault={faults.key}
        {...register('secretKey')}
      />
      {secrets.secretKey && replacing ? (
        <TextField
          label={t('settings.retireAt')}
          hint={t('settings.retireAtHint')}
          type="date"
          min={dayOf(now, zone)}
          fault={faults.retireOn ? t('settings.retireAtBad') : null}
          {...register('retireOn')}
        />
      ) : null}
      {retiring.length === 0 ? null : (
        <ul className="pb-2 text-small">
          {retiring.map((until) => (
            <li key={until}>{t('settings.retiring', { time: dateTimeText(until, zone) })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
