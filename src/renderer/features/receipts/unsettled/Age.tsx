import { useTranslation } from 'react-i18next';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { useNow } from '../../../state/clock.ts';
import { ageOf } from '../../../ui/time-text.ts';

/** For how long a sale has not been certain. */
export function Age({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const { unit, n } = ageOf(useNow() - Date.parse(sale.sentAt ?? sale.createdAt));
  return <p className="font-semibold text-ink">{t('unsettled.age', { age: t(`frame.ago.${unit}`, { n }) })}</p>;
}
