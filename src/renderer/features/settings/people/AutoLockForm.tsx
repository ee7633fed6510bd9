import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Pin } from '../../../../shared/contract/inputs.ts';
import { Choice } from '../../../ui/Choice.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { ConfirmPin } from '../ConfirmPin.tsx';
import { SaveBar } from '../SaveBar.tsx';
import { choose } from '../save-settings.ts';
import type { SectionProps } from '../section.ts';
import { typedNumber } from '../typed-values.ts';
import { useSection } from '../use-section.ts';

const schema = z.object({
  minutes: z.union([z.literal('').transform(() => null), typedNumber(1, 240)]),
  pin: z.union([Pin, z.literal('')]),
});

/** When the counter locks by itself, and whether slips name the cashier. */
export function AutoLockForm({ view: { settings } }: SectionProps) {
  const { t } = useTranslation();
  const heading = useId();
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    { minutes: settings.autoLockMinutes === null ? '' : String(settings.autoLockMinutes), pin: '' },
    ({ minutes, pin }) => ({ autoLockMinutes: minutes, ...(pin === '' ? {} : { pin }) }),
    { pin: '' },
  );
  return (
    <form noValidate aria-labelledby={heading} onSubmit={onSubmit} className="flex flex-col gap-3">
      <h4 id={heading} className="text-large font-semibold">
        {t('people.settings.autoLockTitle')}
      </h4>
      <TextField
        label={t('people.settings.autoLock')}
        inputMode="numeric"
        fault={errors.minutes ? t('people.settings.autoLockBad') : null}
        {...register('minutes')}
      />
      <ConfirmPin needed={bar.dirty} bad={errors.pin !== undefined} {...register('pin')} />
      <SaveBar {...bar} label={`${t('common.save')} ${t('people.settings.autoLockTitle')}`} />
      <Choice
        label={t('people.settings.slipCashier')}
        value={settings.slipCashier ? 'yes' : 'no'}
        choices={[
          { value: 'yes', label: t('people.settings.slipCashierYes') },
          { value: 'no', label: t('people.settings.slipCashierNo') },
        ]}
        onValue={(value) => void choose({ slipCashier: value === 'yes' })}
      />
    </form>
  );
}
