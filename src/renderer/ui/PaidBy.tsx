import { useTranslation } from 'react-i18next';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { paymentWords } from '../i18n/payment-words.ts';

/** How a sale was paid, where it was not all in cash. */
export function PaidBy({ sale: { payments } }: { sale: Pick<Transaction, 'payments'> }) {
  const { t } = useTranslation();
  if (payments.length === 0) return null;
  return (
    <p>
      <span className="text-small text-ink-soft">{t('payments.paid')} </span>
      <span className="font-semibold">{paymentWords(t, payments)}</span>
    </p>
  );
}
