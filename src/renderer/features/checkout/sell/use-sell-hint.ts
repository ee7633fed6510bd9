import { useTranslation } from 'react-i18next';
import { operatorOf } from '../../../../shared/domain/entry/operators.ts';
import { readEntry } from '../../../../shared/domain/entry/read-entry.ts';
import { useSell } from './sell-store.ts';

/** What is understood of what stands in the field; before anything does, what may be typed. A hint, never a block. */
export function useSellHint(): string {
  const { t } = useTranslation();
  const text = useSell((state) => state.text);
  const step = useSell((state) => state.step);
  const lookingUp = useSell((state) => state.lookingUp);
  const taken = useSell((state) => state.draft.customerNo);
  const chosen = useSell((state) => state.draft.product !== null);
  if (lookingUp) return t('sell.lookingUp');
  const reading = readEntry(text, step);
  const operator = operatorOf(text === '' ? taken : 'customerNo' in reading ? reading.customerNo : '')?.name ?? null;
  if (reading.is === 'number') {
    const digits = reading.customerNo.length;
    return operator === null ? t('entry.isNumber', { digits }) : t('entry.isNumberOf', { digits, operator });
  }
  if (reading.is === 'quick') {
    return t('entry.isQuick', { product: reading.product });
  }
  if (reading.is === 'receipt') return t('entry.isReceipt');
  if (reading.is === 'proof') return t('entry.isProof');
  if (step === 'product' && operator !== null && text === '') return t('entry.fromPrefix', { operator });
  return t(step === 'customerNo' && chosen ? 'entry.hint.number' : `entry.hint.${step}`);
}
