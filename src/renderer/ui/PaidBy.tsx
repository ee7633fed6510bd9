import { useTranslation } from 'react-i18next';
import { tabOwed } from '../../shared/domain/cash.ts';
import { formatRupiah } from '../../shared/domain/money.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { paymentWords } from '../i18n/payment-words.ts';
import { useShopZone } from '../state/settings.ts';
import { dateTimeText } from './time-text.ts';

/** How a sale was paid, what was paid of its tab since, and how it was given back; of cash alone nothing needs to be said. */
export function PaidBy({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const zone = useShopZone();
  const { payments, tabPayments, returns } = sale;
  const rows: [string, string][] = [
    ...(payments.length === 0 ? [] : [[t('payments.paid'), paymentWords(t, payments)] satisfies [string, string]]),
    ...tabPayments.map((paid): [string, string] => [
      t('payments.ofTab', { time: dateTimeText(paid.at, zone) }),
      paymentWords(t, [paid]),
    ]),
    ...(tabOwed(sale) > 0 && tabPayments.length > 0
      ? [[t('payments.leftOnTab'), formatRupiah(tabOwed(sale))] satisfies [string, string]]
      : []),
    ...(returns.length === 0 ? [] : [[t('payments.returned'), paymentWords(t, returns)] satisfies [string, string]]),
  ];
  if (rows.length === 0) return null;
  return (
    <dl className="flex flex-col">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-small text-ink-soft">{label}</dt>
          <dd className="font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
