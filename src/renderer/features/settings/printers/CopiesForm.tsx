import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Pin } from '../../../../shared/contract/inputs.ts';
import { TextField } from '../../../ui/Field.tsx';
import { SaveBar } from '../SaveBar.tsx';
import type { SectionProps } from '../section.ts';
import { orNull, typedNumber } from '../typed-values.ts';
import { useSection } from '../use-section.ts';

const schema = z.object({ limit: orNull(typedNumber(0, 99)), pin: z.union([Pin, z.literal('')]) });

/** How many copies of a slip there may be before a supervisor is asked. */
export function CopiesForm({ view: { settings, secrets } }: SectionProps) {
  const { t } = useTranslation();
  const heading = useId();
  const { register, watch, errors, bar, onSubmit } = useSection(
    schema,
    { limit: settings.copiesLimit === null ? '' : String(settings.copiesLimit), pin: '' },
    ({ limit, pin }) => ({ copiesLimit: limit, ...(pin === '' ? {} : { pin }) }),
    { pin: '' },
  );
  return (
    <form noValidate aria-labelledby={heading} onSubmit={onSubmit} className="flex flex-col gap-2">
      <h4 id={heading} className="text-large font-semibold">
        {t('printers.copies')}
      </h4>
      <p>{t('printers.copiesLead')}</p>
      <TextField
        label={t('printers.copiesField')}
        hint={t('printers.copiesHint')}
        inputMode="numeric"
        fault={errors.limit ? t('printers.copiesBad') : null}
        {...register('limit')}
      />
      {watch('limit').trim() !== '' && !secrets.supervisorPin ? (
        <p className="font-semibold text-unknown">{t('printers.copiesNoPin')}</p>
      ) : null}
      {secrets.supervisorPin && bar.dirty ? (
        <TextField
          label={t('printers.copiesPin')}
          type="password"
          inputMode="numeric"
          fault={errors.pin ? t('settings.pin.bad') : null}
          {...register('pin')}
        />
      ) : null}
      <SaveBar {...bar} />
    </form>
  );
}
