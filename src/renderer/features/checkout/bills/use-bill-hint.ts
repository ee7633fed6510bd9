import { useTranslation } from 'react-i18next';
import { readEntry } from '../../../../shared/domain/entry/read-entry.ts';
import { useBill } from './bill-store.ts';

/** What is understood of what stands in the field of the bills, or what may be typed. */
export function useBillHint(payable: boolean): string {
  const { t } = useTranslation();
  const { text, step, phase } = useBill();
  if (phase === 'inquiring') return t('bills.inquiring');
  const reading = readEntry(text, step);
  if (reading.is === 'number') return t('entry.isNumber', { digits: reading.customerNo.length });
  if (reading.is === 'quick') return t('entry.isQuick', { product: reading.product });
  if (reading.is === 'receipt') return t('entry.isReceipt');
  if (reading.is === 'proof') return t('entry.isProof');
  if (step === 'tendered') return payable ? t('entry.hint.tendered') : '';
  return step === 'product' ? t('entry.hint.bill') : t('entry.hint.number');
}
