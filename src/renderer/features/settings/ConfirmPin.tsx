import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/Field.tsx';

interface Props extends ComponentProps<'input'> {
  /** a PIN is set, and something was changed that it guards */
  needed: boolean;
  bad: boolean;
}

/** The supervisor's PIN, asked before a setting changes that guards the shop's money or its customers. */
export function ConfirmPin({ needed, bad, ...input }: Props) {
  const { t } = useTranslation();
  if (!needed) return null;
  return (
    <TextField
      label={t('settings.pin.confirm')}
      type="password"
      inputMode="numeric"
      fault={bad ? t('settings.pin.bad') : null}
      {...input}
    />
  );
}
