import type { ExportFilter } from '../../../../shared/contract/exports.ts';
import { type ReceiptFilter, searchOf } from '../filter.ts';

/** The list's own filter as an export takes it. Days are YYYY-MM-DD; an empty one is open, up to where the other allows. */
export function exportFilterOf(filter: ReceiptFilter, from: string, to: string): ExportFilter {
  const { text, states, kinds } = searchOf(filter, null);
  const { view } = filter;
  return {
    ...(text === undefined ? {} : { text }),
    ...(states ? { states } : {}),
    ...(kinds ? { kinds } : {}),
    ...(view === 'cashToReturn' || view === 'cashToCollect' || view === 'overdue' ? { only: view } : {}),
    ...(from === '' && to === '' ? {} : { days: { from: from || '2000-01-01', to: to || '2099-12-31' } }),
  };
}
