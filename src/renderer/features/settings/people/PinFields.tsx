import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Pin } from '../../../../shared/contract/inputs.ts';
import { PinField } from '../../../ui/Field.tsx';
import type { FieldProps } from '../../../ui/form.ts';

/** A new PIN is typed twice, because the field hides it. */
export const twice = { pin: Pin, again: z.string() };
export const isSame = (form: { pin: string; again: string }): boolean => form.pin === form.again;

interface Props {
  label: string;
  /** of the form */
  field: (name: 'pin' | 'again', bad: string) => FieldProps;
}

export function PinFields({ label, field }: Props) {
  const { t } = useTranslation();
  return (
    <div className="grid grid-cols-2 gap-3">
      <PinField label={label} {...field('pin', t('settings.pin.bad'))} />
      <PinField label={t('people.settings.again')} {...field('again', t('people.settings.differs'))} />
    </div>
  );
}
