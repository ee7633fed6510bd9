import { wallClock } from '../../../shared/domain/zone.ts';
import { plural } from '../../i18n/i18n.ts';
import { dayText } from '../../i18n/time-text.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { useLanguage, useShopZone } from '../../state/settings.ts';
import { addMonths } from '../../ui/day-text.ts';
import { CheckField, Choice } from '../../ui/Field.tsx';
import type { ControlProps } from '../../ui/form.ts';

/** Months for which somebody may be saved: three years at most, as main holds it. */
const keepChoices = [6, 12, 24, 36] as const;

interface Props {
  keepMonths: ControlProps<number>;
  consent: ControlProps<boolean>;
  /** what is agreed to, where it is more than one customer */
  of?: 'group';
}

/** For how long somebody is saved, and that they agreed to it. */
export function ConsentFields({ keepMonths, consent, of }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const today = wallClock(useNow(), useShopZone()).day;
  const day = dayText(addMonths(today, keepMonths.value), language);
  return (
    <>
      <Choice
        label={t('savedCustomers.keep')}
        value={String(keepMonths.value)}
        choices={keepChoices.map((months) => ({
          value: String(months),
          label: t('savedCustomers.months', plural(months)),
        }))}
        onValue={(months) => keepMonths.onValue(Number(months))}
      />
      <CheckField label={t(of === 'group' ? 'groups.consent' : 'savedCustomers.consent', { day })} {...consent} />
    </>
  );
}
