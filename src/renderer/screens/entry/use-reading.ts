import { useDeferredValue, useMemo } from 'react';
import { readEntry } from '../../../shared/domain/entry/read-entry.ts';
import type { EntryStep } from '../../../shared/domain/entry/reading.ts';
import { usePast } from './use-past.ts';

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
