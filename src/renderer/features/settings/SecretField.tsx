import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { TextField } from '../../ui/Field.tsx';
import { saveSettings } from './save-settings.ts';

interface Props extends ComponentProps<'input'> {
  label: string;
  secret: 'providerHeaders' | 'secretKey' | 'relayToken' | 'backupPassphrase';
  isSet: boolean;
  locked: boolean;
  hint?: string;
  /** what removing it means; else that nothing may be sold without it */
  removeAsk?: string;
  fault: string | null;
}

/** A secret that can be given anew or removed, and is never shown. */
export function SecretField({ label, secret, isSet, locked, hint, removeAsk, fault, ...input }: Props) {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState(false);
  return (
    <div className="flex items-start gap-2">
      <TextField
        {...input}
        label={label}
        type="password"
        className="flex-1"
        locked={locked}
        fault={fault}
        hint={isSet ? t('settings.secretSet') : (hint ?? t('settings.secretUnset'))}
        placeholder={locked ? '••••••••' : isSet ? t('settings.secretReplace') : t('settings.secretUnset')}
        mono
      />
      {isSet && !locked ? (
        <Button
          className="mt-6"
          aria-label={`${t('settings.secretRemove')}: ${label}`}
          onClick={() => setRemoving(true)}
        >
          {t('settings.secretRemove')}
        </Button>
      ) : null}
      {removing ? (
        <Confirm
          title={`${t('settings.secretRemove')}: ${label}`}
          lead={removeAsk ?? t('settings.secretRemoveAsk')}
          stop={t('common.cancel')}
          go={{
            label: t('settings.secretRemove'),
            run: () => {
              setRemoving(false);
              void saveSettings({ secrets: { [secret]: null } });
            },
          }}
          onClose={() => setRemoving(false)}
        />
      ) : null}
    </div>
  );
}
