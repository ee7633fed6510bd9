import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Pin } from '../../../shared/contract/inputs.ts';
import { Choice } from '../../ui/Choice.tsx';
import { ConfirmPin } from './ConfirmPin.tsx';
import { SaveBar } from './SaveBar.tsx';
import type { SectionProps } from './section.ts';
import { useSection } from './use-section.ts';

const schema = z.object({ pin: z.union([Pin, z.literal('')]) });

/** Whether something may be sold while no shift is open. */
export function ShiftsForm({ view: { settings, secrets, mode } }: SectionProps) {
  const { t } = useTranslation();
  const heading = useId();
  const [required, setRequired] = useState(settings.shiftsRequired);
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    { pin: '' },
    ({ pin }) => ({ shiftsRequired: required, ...(pin === '' ? {} : { pin }) }),
    { pin: '' },
  );
  const changed = required !== settings.shiftsRequired;
  return (
    <form noValidate aria-labelledby={heading} onSubmit={onSubmit} className="flex flex-col gap-3">
      <h4 id={heading} className="text-large font-semibold">
        {t('shifts.setting.title')}
      </h4>
      <p>
        {t('shifts.setting.lead')} {mode === 'training' ? t('shifts.setting.training') : null}
      </p>
      <Choice
        label={t('shifts.setting.label')}
        value={required ? 'required' : 'free'}
        choices={(['free', 'required'] as const).map((value) => ({ value, label: t(`shifts.setting.${value}`) }))}
        onValue={(value) => setRequired(value === 'required')}
      />
      <ConfirmPin needed={secrets.supervisorPin && changed} bad={errors.pin !== undefined} {...register('pin')} />
      <SaveBar {...bar} dirty={changed} />
    </form>
  );
}
