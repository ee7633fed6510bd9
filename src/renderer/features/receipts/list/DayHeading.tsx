import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { wallClock } from '../../../../shared/domain/zone.ts';
import { dayHeading } from '../../../i18n/time-text.ts';
import { useTranslation } from '../../../i18n/translation.ts';
import { useNow } from '../../../state/clock.ts';
import { useSale } from '../../../state/sales.ts';
import { useLanguage, useShopZone } from '../../../state/settings.ts';

interface Props {
  sale: Pick<Transaction, 'day'>;
  /** of the list, from 0 */
  row: number;
  /** the sale of the row above; null: there is none, or it is not here */
  above: string | null;
}

/** Above the first row of a list, and each whose day is another than that of the row above. */
export function DayHeading({ sale, row, above }: Props) {
  const { t } = useTranslation();
  const dayAbove = useSale(above)?.day;
  const zone = useShopZone();
  const now = useNow();
  const language = useLanguage();
  if (row > 0 && (dayAbove === undefined || dayAbove === sale.day)) return null;
  return (
    <p
      data-day={sale.day}
      // All rows are of one height: it takes a part of the air of the row above.
      className="absolute inset-x-0 -top-1.5 bg-sunken px-4 text-[0.8125rem] leading-5 font-semibold text-ink-soft"
    >
      {dayHeading(t, sale.day, wallClock(now, zone).day, language)}
    </p>
  );
}
