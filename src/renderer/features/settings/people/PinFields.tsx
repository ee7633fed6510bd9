import { useTranslation } from 'react-i18next';
import { PinField } from '../../../ui/Field.tsx';
import type { FieldProps } from '../../../ui/form.ts';

interface Props {
  label: string;
  /** of the form */
  field: (name: 'pin' | 'again', bad: string) => FieldProps;
}

/** A new PIN, typed twice. */
export function PinFields({ label, field }: Props) {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-2 gap-3">
      <PinField label={label} {...field('pin', t('settings.pin.bad'))} />
      <PinField label={t('people.settings.again')} {...field('again', t('people.settings.differs'))} />
    </div>
  );
}
