import type { TFunction } from 'i18next';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Understood } from '../../../../shared/domain/search/understood.ts';

/** What some words of the search box were taken for, as a person reads it. */
export function understoodText(t: TFunction, understood: Understood): string {
  switch (understood.as) {
    case 'states':
      return understood.states.map((state) => t(`states.${state}`)).join(' / ');
    case 'days':
      return understood.from === understood.to
        ? dayText(understood.from)
        : t('search.days', { from: dayText(understood.from), to: dayText(understood.to) });
    case 'amount':
      return formatRupiah(understood.amount);
    case 'kind':
      return t(`kinds.${understood.kind}`);
    case 'cashier':
      return t('search.cashier', { name: understood.name });
    case 'product':
      return understood.names.join(' / ');
    case 'number':
      return groupCustomerNo(understood.number);
    case 'proof':
      return t('search.proof', { receiptNo: understood.receiptNo });
  }
}

/** "05/03/2026" */
const dayText = (day: string): string => day.split('-').toReversed().join('/');

/** The box without these words, wherever they stand in it. */
export function withoutWords(text: string, words: string): string {
  const wanted = words.split(' ');
  const typed = text.trim().split(/\s+/u);
  const at = typed.findIndex((_word, start) => wanted.every((word, index) => typed[start + index] === word));
  return at < 0 ? text : typed.toSpliced(at, wanted.length).join(' ');
}
