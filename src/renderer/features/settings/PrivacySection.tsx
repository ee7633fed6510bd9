import { useId } from 'react';
import { z } from 'zod';
import { customers } from '../../../shared/contract/customers.ts';
import { settingTable } from '../../../shared/contract/setting-table.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useMay } from '../../state/people.ts';
import { useServesRow } from '../../state/status.ts';
import { Choice, TextField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { FindCustomer } from '../customers/index.ts';
import { BreachSection, TillNotice } from './BreachSection.tsx';
import { ConfirmPin, SaveBar, type SectionProps } from './SettingsForm.tsx';
import { saveSettings, typedPin, typedSchema } from './settings-form.ts';

/** What is kept of customers, for how long, and the data of one of them. */
export function PrivacySection({ view }: SectionProps) {
  const isServed = useServesRow(customers['customers.affected']);
  const mayTakeOut = useMay('customersExport');
  return (
    <div className="flex flex-col gap-8">
      <CustomersForm view={view} />
      <FindCustomer />
      {isServed ? <TillNotice /> : null}
      {isServed && mayTakeOut ? <BreachSection /> : null}
    </div>
  );
}

const aYear = 365;
const typedDays = typedSchema(settingTable.maskAfterDays);
const maskForm = z
  .object({ retention: z.enum(['keep', 'mask']), days: z.string(), pin: typedPin })
  .refine(({ retention, days }) => retention === 'keep' || (days.trim() !== '' && typedDays.safeParse(days).success), {
    path: ['days'],
  });

/** How long customers' numbers and names are kept in sales that are settled. */
function CustomersForm({ view: { settings, secrets, locked } }: SectionProps) {
  const { t } = useTranslation();
  const heading = useId();
  const days = settings.maskAfterDays;
  const form = useZodForm({
    schema: maskForm,
    defaults: { retention: days === null ? 'keep' : 'mask', days: String(days ?? aYear), pin: '' },
    clears: { pin: '' },
    send: ({ retention, days: typed, pin }) =>
      saveSettings({ maskAfterDays: retention === 'keep' ? null : Number(typed), ...(pin === '' ? {} : { pin }) }),
  });
  const masks = form.watch('retention') === 'mask';
  const changed = masks !== (days !== null) || (masks && form.watch('days') !== String(days));
  const isLocked = locked.includes('maskAfterDays');
  return (
    <form {...form.props} aria-labelledby={heading} className="flex flex-col gap-3">
      <h4 id={heading} className="text-large font-semibold">
        {t('customers.mask.title')}
      </h4>
      <p>{t('customers.mask.lead')}</p>
      <Choice
        label={t('customers.mask.label')}
        choices={(['keep', 'mask'] as const).map((value) => ({ value, label: t(`customers.mask.${value}`) }))}
        {...form.control('retention')}
        disabled={isLocked}
      />
      {masks ? (
        <TextField
          label={t('customers.mask.days')}
          inputMode="numeric"
          locked={isLocked}
          {...form.field('days', t('customers.mask.bad'))}
        />
      ) : null}
      <ConfirmPin needed={secrets.supervisorPin && changed} {...form.field('pin', t('settings.pin.bad'))} />
      <SaveBar {...form} dirty={changed} />
    </form>
  );
}
