import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AmountField } from '../../../src/renderer/ui/AmountField.tsx';
import { Choice } from '../../../src/renderer/ui/Choice.tsx';
import { inputLook } from '../../../src/renderer/ui/classes.ts';
import { Field } from '../../../src/renderer/ui/Field.tsx';
import { Theme } from '../../../src/shared/domain/theme.ts';

const kept = (): void => undefined;

export function FieldsPart() {
  const { t } = useTranslation();
  const [theme, setTheme] = useState<Theme>('system');
  const label = t('settings.theme');
  return (
    <div className="grid grid-cols-3 gap-4">
      <Field label={label}>{(ids) => <input {...ids} className={inputLook} />}</Field>
      <Field label={label} hint={t('common.close')}>
        {(ids) => <input {...ids} className={inputLook} defaultValue="0812 3456 7890" />}
      </Field>
      <Field label={label} fault={t('common.retry')}>
        {(ids) => <input {...ids} className={inputLook} defaultValue="0812" />}
      </Field>
      <Field label={label}>
        {(ids) => <input {...ids} disabled className={inputLook} defaultValue="0812 3456 7890" />}
      </Field>
      <Field label={label}>
        {(ids) => <input {...ids} readOnly className={inputLook} defaultValue="0812 3456 7890" />}
      </Field>
      <AmountField label={label} value={12_000} onValue={kept} />
      <AmountField label={label} value={null} onValue={kept} fault={t('common.retry')} />
      <AmountField label={label} value={999_999_999} onValue={kept} disabled />
      <Choice
        label={label}
        value={theme}
        choices={Theme.options.map((value) => ({ value, label: t(`settings.themeName.${value}`) }))}
        onValue={setTheme}
      />
    </div>
  );
}
