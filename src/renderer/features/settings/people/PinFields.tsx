import type { FieldError, FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SettingField } from '../SettingField.tsx';

interface Props {
  label: string;
  pin: UseFormRegisterReturn;
  again: UseFormRegisterReturn;
  errors: FieldErrors<{ pin: string; again: string }> | { pin?: FieldError; again?: FieldError };
}

export function PinFields({ label, pin, again, errors }: Props) {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-2 gap-3">
      <SettingField
        label={label}
        type="password"
        inputMode="numeric"
        fault={errors.pin ? t('settings.pin.bad') : null}
        {...pin}
      />
      <SettingField
        label={t('people.settings.again')}
        type="password"
        inputMode="numeric"
        fault={errors.again ? t('people.settings.differs') : null}
        {...again}
      />
    </div>
  );
}
