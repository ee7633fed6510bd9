import { useDeferredValue, useMemo } from 'react';
import { fail } from '../../../../shared/contract/errors.ts';
import { readEntry } from '../../../../shared/domain/entry/read-entry.ts';
import type { EntryStep } from '../../../../shared/domain/entry/reading.ts';
import { call } from '../../../host/call.ts';
import { useAnswer } from '../../../host/use-answer.ts';
import { useEndOfMinute } from '../../../state/minute.ts';
import { useSales } from '../../../state/sales.ts';
import { useSettings } from '../../../state/settings.ts';
import { timeLeft } from '../bills/validity.ts';
import { noPast, type PastSales, pastOf } from './past-sales.ts';

/** Fewer digits are in too many numbers to be looked for. */
const leastDigits = 8;

const nothing = Promise.resolve(fail('not_found', 'There is no number yet.'));

// Read by the thread that searches, along its index; a newer question of this box gives up the one before.
const ask = (number: string) =>
  number === '' ? nothing : call('transactions.search', { text: number, limit: 30, box: 'entry' });

/**
 * What stands in the field as it is understood, and what the book says of the number in it. The typing never waits for it.
 * @param taken the number that was taken before
 */
export function useReading(typed: string, step: EntryStep, taken: string) {
  const text = useDeferredValue(typed);
  const reading = useMemo(() => readEntry(text, step), [text, step]);
  const number = reading.is === 'number' || reading.is === 'quick' ? reading.customerNo : taken;
  const told = usePast(number);
  return {
    text,
    reading,
    number,
    told,
    /** Hands may be ahead of the list: what it prefers for an earlier text is nothing that Enter may take. */
    isBehind: text !== typed,
  };
}

/** What the book says of a number; null while it is being looked up. */
function usePast(customerNo: string): PastSales | null {
  const number = customerNo.length >= leastDigits ? customerNo : '';
  const arrived = useSales((state) => state.arrived);
  const minutes = useSettings((state) => state.view?.settings.inquiryMinutes ?? 15);
  const now = useEndOfMinute();
  const told = useAnswer(ask, number, arrived);
  return useMemo(() => {
    if (number === '') return noPast;
    if (!told) return null;
    return told.answer.ok
      ? pastOf(told.answer.value.items, number, (bill) => timeLeft(bill, now, minutes) > 0)
      : noPast;
  }, [number, told, now, minutes]);
}
