import type { CustomerSuggestion } from '../../../../shared/contract/customer-book.ts';
import { fail } from '../../../../shared/contract/errors.ts';
import { call } from '../../../host/call.ts';
import { useAnswer } from '../../../host/use-answer.ts';

const none: readonly CustomerSuggestion[] = [];
const nothing = Promise.resolve(fail('not_found', 'Nothing was typed yet.'));
const ask = (text: string) => (text === '' ? nothing : call('customers.suggest', { text }));

/** Three digits, or two letters: less fits everybody. */
const isEnough = (text: string): boolean => /^\+?[\d\s-]{3,}$/.test(text) || /^\p{L}[\p{L}\s.'-]+$/u.test(text);

/** Customers who agreed to be remembered, for what was typed so far of their number or name. */
export function useSaved(typed: string): readonly CustomerSuggestion[] {
  const text = typed.trim().slice(0, 100);
  const told = useAnswer(ask, isEnough(text) ? text : '', null);
  return told?.answer.ok ? told.answer.value.suggestions : none;
}
