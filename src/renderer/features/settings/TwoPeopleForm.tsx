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

/** Whether one person may record a failure, after which a product can be sold again, or two must. */
export function TwoPeopleForm({ view: { settings, secrets } }: SectionProps) {
  const { t } = useTranslation();
  const heading = useId();
  const [two, setTwo] = useState(settings.twoPeople);
  const { register, errors, bar, onSubmit } = useSection(
    schema,
    { pin: '' },
    ({ pin }) => ({ twoPeople: two, ...(pin === '' ? {} : { pin }) }),
    { pin: '' },
  );
  const changed = two !== settings.twoPeople;
  return (
    <form noValidate aria-labelledby={heading} onSubmit={onSubmit} className="flex flex-col gap-3">
      <h4 id={heading} className="text-large font-semibold">
        {t('settings.pin.people')}
      </h4>
      <p>{t('settings.pin.peopleLead')}</p>
      <Choice
        label={t('settings.pin.people')}
        hideLabel
        value={two ? 'two' : 'one'}
        choices={(['one', 'two'] as const).map((value) => ({ value, label: t(`settings.pin.${value}`) }))}
        onValue={(value) => setTwo(value === 'two')}
      />
      {two && !secrets.secondPin ? <p className="font-semibold text-unknown">{t('settings.pin.noSecond')}</p> : null}
      <ConfirmPin needed={secrets.supervisorPin && changed} bad={errors.pin !== undefined} {...register('pin')} />
      <SaveBar {...bar} dirty={changed} />
    </form>
  );
}
