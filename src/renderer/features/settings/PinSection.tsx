import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { KonterError } from '../../../shared/contract/errors.ts';
import { Pin } from '../../../shared/contract/procedure.ts';
import { useMay, usePeople } from '../../state/people.ts';
import { Choice } from '../../ui/Choice.tsx';
import { PinField } from '../../ui/Field.tsx';
import { useZodForm } from '../../ui/form.ts';
import { PeopleSettings } from './PeopleSettings.tsx';
import { SaveBar, type SectionProps, SettingsForm } from './SettingsForm.tsx';
import { SetUpOwner } from './SetUpOwner.tsx';
import { ShopChanges } from './ShopChanges.tsx';
import { choose, saveSettings } from './save-settings.ts';
import { typedPin } from './settings-form.ts';

/** Who works here, whose PINs are asked for, and whether recording a failure takes one person or two. */
export function PinSection({ view }: SectionProps) {
  const { t } = useTranslation();
  const { secrets } = view;
  const exist = usePeople(({ state }) => state?.exist ?? false);
  const owns = useMay('people');
  return (
    <div className="flex flex-col gap-8">
      {exist && owns ? <PeopleSettings /> : null}
      {exist ? <AutoLock view={view} /> : null}
      {exist ? null : (
        <>
          <SetUpOwner supervisorPin={secrets.supervisorPin} />
          <PinForm pin="supervisorPin" isSet={secrets.supervisorPin} />
          <PinForm pin="secondPin" isSet={secrets.secondPin} />
        </>
      )}
      <SettingsForm
        view={view}
        form="twoPeople"
        title={t('settings.pin.people')}
        lead={<p>{t('settings.pin.peopleLead')}</p>}
      >
        {(form) =>
          form.watch('twoPeople') === true && !secrets.secondPin ? (
            <p className="font-semibold text-unknown">{t('settings.pin.noSecond')}</p>
          ) : null
        }
      </SettingsForm>
      {owns ? <ShopChanges /> : null}
    </div>
  );
}

/** When the counter locks by itself, and whether slips name the cashier. */
function AutoLock({ view }: SectionProps) {
  const { t } = useTranslation();
  const title = t('people.settings.autoLockTitle');
  return (
    <div className="flex flex-col gap-3">
      <SettingsForm view={view} form="autoLock" title={title} save={`${t('common.save')} ${title}`} />
      <Choice
        label={t('people.settings.slipCashier')}
        value={view.settings.slipCashier ? 'yes' : 'no'}
        choices={[
          { value: 'yes', label: t('people.settings.slipCashierYes') },
          { value: 'no', label: t('people.settings.slipCashierNo') },
        ]}
        onValue={(value) => void choose({ slipCashier: value === 'yes' })}
      />
    </div>
  );
}

const schema = z
  .object({ present: typedPin, next: Pin, again: z.string() })
  .refine((form) => form.next === form.again, { path: ['again'] });

const empty = { present: '', next: '', again: '' };

interface PinFormProps {
  pin: 'supervisorPin' | 'secondPin';
  isSet: boolean;
}

/** One person's PIN, set or changed; the present one is asked for where there is one. */
function PinForm({ pin, isSet }: PinFormProps) {
  const { t } = useTranslation();
  const heading = useId();
  const form = useZodForm({
    schema,
    defaults: empty,
    clears: empty,
    send: ({ present, next }) => saveSettings({ [pin]: { next, ...(present === '' ? {} : { present }) } }),
  });
  const { error } = form;
  return (
    <form {...form.props} aria-labelledby={heading} className="flex flex-col gap-3">
      <h4 id={heading} className="text-large font-semibold">
        {t(`settings.pin.${pin}`)}
      </h4>
      <p>{t(pin === 'secondPin' ? 'settings.pin.secondLead' : 'settings.pin.lead')}</p>
      <p className="font-semibold">{isSet ? t('settings.pin.set') : t('settings.pin.unset')}</p>
      {isSet ? <PinField label={t('settings.pin.present')} {...form.field('present', t('settings.pin.bad'))} /> : null}
      <div className="grid grid-cols-2 gap-3">
        <PinField label={t('settings.pin.next')} {...form.field('next', t('settings.pin.bad'))} />
        <PinField label={t('settings.pin.again')} {...form.field('again', t('settings.pin.differs'))} />
      </div>
      <SaveBar
        {...form}
        error={error && pin === 'secondPin' ? ofSecond(error) : error}
        label={`${t('common.save')} ${t(`settings.pin.${pin}`)}`}
      />
    </form>
  );
}

const own = new Set(['pin_needed', 'wrong_pin', 'locked']);

/** Main says "wrong_pin" of either PIN; here it was the second person's. */
function ofSecond(error: KonterError): KonterError {
  return own.has(error.reason ?? '') ? { ...error, reason: `second_${error.reason}` } : error;
}
