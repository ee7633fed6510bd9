import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Pin } from '../../../../shared/contract/inputs.ts';
import { Choice } from '../../../ui/Choice.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { ConfirmPin } from '../ConfirmPin.tsx';
import { SaveBar } from '../SaveBar.tsx';
import type { SectionProps } from '../section.ts';
import { typedNumber } from '../typed-values.ts';
import { useSection } from '../use-section.ts';

const schema = z.object({ days: typedNumber(30, 3650), pin: z.union([Pin, z.literal('')]) });
const aYear = 365;

/** How long customers' numbers and names are kept in sales that are settled. */
export function CustomersForm({ view: { settings, secrets } }: SectionProps) {
  const { t } = useTranslation();
  const heading = useId();
  const kept = settings.maskAfterDays;
  const [masks, setMasks] = useState(kept !== null);
  const { register, watch, errors, bar, onSubmit } = useSection(
    schema,
    { days: String(kept ?? aYear), pin: '' },
    ({ days, pin }) => ({ maskAfterDays: masks ? days : null, ...(pin === '' ? {} : { pin }) }),
    { pin: '' },
  );
  const changed = masks !== (kept !== null) || (masks && watch('days') !== String(kept));
  return (
    <form noValidate aria-labelledby={heading} onSubmit={onSubmit} className="flex flex-col gap-3">
      <h4 id={heading} className="text-large font-semibold">
        {t('customers.mask.title')}
      </h4>
      <p>{t('customers.mask.lead')}</p>
      <Choice
        label={t('customers.mask.label')}
        value={masks ? 'mask' : 'keep'}
        choices={(['keep', 'mask'] as const).map((value) => ({ value, label: t(`customers.mask.${value}`) }))}
        onValue={(value) => setMasks(value === 'mask')}
      />
      {masks ? (
        <TextField
          label={t('customers.mask.days')}
          inputMode="numeric"
          fault={errors.days ? t('customers.mask.bad') : null}
          {...register('days')}
        />
      ) : null}
      <ConfirmPin needed={secrets.supervisorPin && changed} bad={errors.pin !== undefined} {...register('pin')} />
      <SaveBar {...bar} dirty={changed} />
    </form>
  );
}
