import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Pin } from '../../../shared/contract/inputs.ts';
import { SaveBar } from './SaveBar.tsx';
import { SettingField } from './SettingField.tsx';
import type { SectionProps } from './section.ts';
import { useSection } from './use-section.ts';

const schema = z
  .object({ present: z.union([Pin, z.literal('')]), next: Pin, again: z.string() })
  .refine((form) => form.next === form.again, { path: ['again'] });

const empty = { present: '', next: '', again: '' };

/** The PIN that is asked for when somebody records an outcome by hand. */
export function PinSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const isSet = view.secrets.supervisorPin;
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    empty,
    ({ present, next }) => ({ supervisorPin: { next, ...(present === '' ? {} : { present }) } }),
    empty,
  );
  return (
    <form noValidate onSubmit={onSubmit} className="flex flex-col gap-3">
      <p>{t('settings.pin.lead')}</p>
      <p className="pb-2 font-semibold">{isSet ? t('settings.pin.set') : t('settings.pin.unset')}</p>
      {isSet ? (
        <SettingField
          label={t('settings.pin.present')}
          type="password"
          inputMode="numeric"
          fault={errors.present ? t('settings.pin.bad') : null}
          {...register('present')}
        />
      ) : null}
      <SettingField
        label={t('settings.pin.next')}
        type="password"
        inputMode="numeric"
        fault={errors.next ? t('settings.pin.bad') : null}
        {...register('next')}
      />
      <SettingField
        label={t('settings.pin.again')}
        type="password"
        inputMode="numeric"
        fault={errors.again ? t('settings.pin.differs') : null}
        {...register('again')}
      />
      <SaveBar {...bar} label={t('settings.pin.save')} />
    </form>
  );
}
