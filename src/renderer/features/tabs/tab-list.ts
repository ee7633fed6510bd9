import type { Tab } from '../../../shared/contract/tabs.ts';
import { asDialled } from '../../../shared/domain/customer-no.ts';
import { type NumberPlan, operatorOf } from '../../../shared/domain/number-fit.ts';
import { call } from '../../host/call.ts';
import { t } from '../../i18n/translation.ts';
import { printOnce } from '../../state/prints.ts';

export const tabOrders = ['amount', 'age'] as const;
export type TabOrder = (typeof tabOrders)[number];

/** Each word of the text begins one of the name; digits are a part of a number, in any spelling. */
function matches({ name, numbers }: Tab, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  if (/^\+?[\d\s-]+$/.test(wanted)) {
    const digits = asDialled(wanted);
    return numbers.some((number) => asDialled(number).includes(digits));
  }
  const words = (name ?? '').toLowerCase().split(/\s+/);
  return wanted.split(/\s+/).every((each) => words.some((word) => word.startsWith(each)));
}

/** The tabs that match, as they come (the largest first) or the oldest debt first. */
export function listedTabs(tabs: readonly Tab[], text: string, order: TabOrder): readonly Tab[] {
  const results = text.trim() === '' ? tabs : tabs.filter((tab) => matches(tab, text));
  return order === 'amount' ? results : results.toSorted((one, other) => one.since.localeCompare(other.since));
}

/** The number for a chat: the first that is a mobile one, else none, and a person chooses the chat. */
export const chatNumber = ({ numbers }: Pick<Tab, 'numbers'>, plan: NumberPlan): string =>
  numbers.find((number) => operatorOf(number, plan) !== null) ?? '';

/** Prints the proof of a settlement. */
export const printSettlement = (customerId: string, at: string): Promise<void> =>
  printOnce(at, () => call('tabs.print', { customerId, at }), {
    printed: (via) => t(`tabs.printed.${via}`),
    notPrinted: t('tabs.notPrinted'),
  });
