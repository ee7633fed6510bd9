import { useState } from 'react';
import { keptAmount, mayBecomeAmount, readAmount, shownAmount } from '../../shared/domain/entry.ts';
import { formatRupiah } from '../../shared/domain/money.ts';
import { useTranslation } from '../i18n/translation.ts';

/** From ten million on, two amounts of the largest size need more than the smallest screen. */
export const giantBelow = 10_000_000;

/** No amount is longer, with what stands around it. */
const maxAmountText = 30;

/** What is typed into a field for an amount; see its value. */
const readTyped = (text: string, max: number): number | null =>
  text === '' ? null : (readAmount(text, max) ?? Number.NaN);

/**
 * The text of a field for an amount. It stays as it is typed, also where it is no amount, and gives way to another value.
 * @param onValue gets the amount after each change
 */
export function useAmountText(value: number | null, max: number, onValue: (value: number | null) => void) {
  const [typed, setTyped] = useState('');
  const text = Object.is(readTyped(typed, max), value)
    ? typed
    : value === null || Number.isNaN(value)
      ? ''
      : String(value);
  return {
    text,
    display: shownAmount(text),
    keep: (changed: string): string => keptAmount(changed.replace(/\p{Cc}/gu, '').slice(0, maxAmountText)),
    onText: (changed: string): void => {
      setTyped(changed);
      onValue(readTyped(changed, max));
    },
  };
}

/** Why the text of a field is no amount; null: it is one, or may become one. @param isPrice nothing is sold or bought for nothing */
export function useAmountFault(text: string, max: number, isPrice = false): string | null {
  const { t } = useTranslation();
  if (isPrice && readAmount(text, max) === 0) return t('common.amount.zero');
  if (text === '' || readAmount(text, max) !== null || mayBecomeAmount(text)) return null;
  return readAmount(text, Number.MAX_VALUE) === null
    ? t('common.amount.unclear')
    : t('common.amount.tooMuch', { max: formatRupiah(max) });
}
