import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { Pin } from '../../../shared/contract/inputs.ts';
import { TextField } from '../../ui/Field.tsx';
import { SaveBar } from './SaveBar.tsx';
import { useSection } from './use-section.ts';

const schema = z
  .object({ present: z.union([Pin, z.literal('')]), next: Pin, again: z.string() })
  .refine((form) => form.next === form.again, { path: ['again'] });

const empty = { present: '', next: '', again: '' };

interface Props {
  pin: 'supervisorPin' | 'secondPin';
  isSet: boolean;
}

/** One person's PIN, set or changed; the present one is asked for where there is one. */
export function PinForm({ pin, isSet }: Props) {
  const { t } = useTranslation();
  const heading = useId();
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    empty,
    ({ present, next }) => ({ [pin]: { next, ...(present === '' ? {} : { present }) } }),
    empty,
  );
  return (
    <form noValidate aria-labelledby={heading} onSubmit={onSubmit} className="flex flex-col gap-3">
      <h4 id={heading} className="text-large font-semibold">
        {t(`settings.pin.${pin}`)}
      </h4>
      <p>{t(pin === 'secondPin' ? 'settings.pin.secondLead' : 'settings.pin.lead')}</p>
      <p className="font-semibold">{isSet ? t('settings.pin.set') : t('settings.pin.unset')}</p>
      {isSet ? (
        <TextField
          label={t('settings.pin.present')}
          type="password"
          inputMode="numeric"
          fault={errors.present ? t('settings.pin.bad') : null}
          {...register('present')}
        />
      ) : null}
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={t('settings.pin.next')}
          type="password"
          inputMode="numeric"
          fault={errors.next ? t('settings.pin.bad') : null}
          {...register('next')}
        />
        <TextField
          label={t('settings.pin.again')}
          type="password"
          inputMode="numeric"
          fault={errors.again ? t('settings.pin.differs') : null}
          {...register('again')}
        />
      </div>
      <SaveBar
        {...bar}
        error={bar.error && pin === 'secondPin' ? ofSecond(bar.error) : bar.error}
        label={`${t('common.save')} ${t(`settings.pin.${pin}`)}`}
      />
    </form>
  );
}

const own = new Set(['pin_needed', 'wrong_pin', 'locked']);

/** Main says "wrong_pin" of whichever PIN was asked for; here it was the second person's. */
function ofSecond(error: KonterError): KonterError {
  return own.has(error.reason ?? '') ? { ...error, reason: `second_${error.reason}` } : error;
}
