import type { TFunction } from 'i18next';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { QueryTerm } from '../../../../shared/domain/search/query-terms.ts';

/** A term of the query, as a person reads it. */
export function queryTermText(t: TFunction, term: QueryTerm): string {
  switch (term.as) {
    case 'states':
      return term.states.map((state) => t(`states.${state}`)).join(' / ');
    case 'days':
      return term.from === term.to
        ? dayText(term.from)
        : t('search.days', { from: dayText(term.from), to: dayText(term.to) });
    case 'amount':
      return formatRupiah(term.amount);
    case 'kind':
      return t(`kinds.${term.kind}`);
    case 'cashier':
      return t('search.cashier', { name: term.name });
    case 'product':
      return term.names.join(' / ');
    case 'number':
      return groupCustomerNo(term.number);
    case 'proof':
      return t('search.proof', { receiptNo: term.receiptNo });
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
