import { useState } from 'react';
import { useTranslation } from '../../../src/renderer/i18n/translation.ts';
import { AmountField } from '../../../src/renderer/ui/AmountField.tsx';
import { CheckField, Choice, PinField, Select, TextField } from '../../../src/renderer/ui/Field.tsx';
import { Theme } from '../../../src/shared/domain/preferences.ts';

const noop = (): void => undefined;

export function FieldsPart() {
  const { t } = useTranslation();
  const [theme, setTheme] = useState<Theme>('system');
  const [agreed, setAgreed] = useState(false);
  const label = t('settings.theme');
  const choices = Theme.options.map((value) => ({ value, label: t(`settings.themeName.${value}`) }));
  return (
    <div className="grid grid-cols-3 gap-4">
      <TextField label={label} />
      <TextField label={label} hint={t('common.close')} defaultValue="0812 3456 7890" />
      <TextField label={label} fault={t('common.retry')} defaultValue="0812" />
      <TextField label={label} disabled defaultValue="0812 3456 7890" />
      <TextField label={label} readOnly defaultValue="0812 3456 7890" />
      <TextField label={label} locked mono defaultValue="https://provider.example/v1" />
      <PinField label={label} defaultValue="1234" />
      <AmountField label={label} value={12_000} onValue={noop} />
      <AmountField label={label} value={null} onValue={noop} fault={t('common.retry')} />
      <AmountField label={label} value={999_999_999} onValue={noop} disabled />
      <Choice label={label} value={theme} choices={choices} onValue={setTheme} />
      <Choice label={label} value={theme} choices={choices} onValue={setTheme} fault={t('common.retry')} />
      <Select label={label} value={theme} choices={choices} onValue={setTheme} />
      <Select label={label} value={theme} choices={choices} onValue={setTheme} fault={t('common.retry')} />
      <Select label={label} value={theme} choices={choices} onValue={setTheme} disabled />
      <CheckField label={t('common.retry')} value={agreed} onValue={setAgreed} />
      <CheckField label={t('common.retry')} value={!agreed} onValue={noop} fault={t('common.retry')} />
      <Select hideLabel label={label} value={theme} choices={choices} onValue={setTheme} />
    </div>
  );
}
