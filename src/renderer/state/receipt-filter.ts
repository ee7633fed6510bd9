import type { CounterId } from '../../shared/contract/office.ts';
import { type OutlineSearch, outlineEvery, type TransactionSearch } from '../../shared/contract/transactions.ts';
import { customerOwes, owesMoney } from '../../shared/domain/cash.ts';
import {
  isOverdue,
  type Transaction,
  type TransactionKind,
  type TransactionState,
  unresolvedStates,
} from '../../shared/domain/transaction.ts';
import { listedStates } from './sales.ts';

export const views = [
  'all',
  'unresolved',
  'unknown',
  'pending',
  'overdue',
  'disputed',
  'success',
  'failed',
  'cashToReturn',
  'cashToCollect',
  'inquired',
  'quarantined',
] as const;
/** The shown part of the shop's sales. "quarantined" lists webhooks that were kept but not applied instead. */
export type ReceiptView = (typeof views)[number];

export interface ReceiptFilter {
  view: ReceiptView;
  kind: TransactionKind | 'both';
  /** at an office: of this counter alone */
  counter: CounterId | null;
  text: string;
}

export const noFilter: ReceiptFilter = { view: 'all', kind: 'both', counter: null, text: '' };

const statesOf: Readonly<Partial<Record<ReceiptView, TransactionState[]>>> = {
  // Bills that were looked up and never paid are asked for by name.
  all: [...listedStates],
  inquired: ['inquired', 'expired'],
  unresolved: [...unresolvedStates],
  unknown: ['unknown'],
  pending: ['sending', 'pending'],
  overdue: ['pending'],
  disputed: ['disputed'],
  success: ['success'],
  failed: ['failed', 'unsent'],
};

/** Views of which the journal knows more than they show. */
const picky: ReadonlySet<ReceiptView> = new Set(['overdue', 'cashToReturn', 'cashToCollect']);

/** The request for the list's outline; null where only reading the list shows how long it is. */
export function outlineOf(filter: ReceiptFilter): OutlineSearch | null {
  if (filter.text.trim() !== '' || picky.has(filter.view)) return null;
  const { states, kinds, counter } = searchOf(filter, null);
  return { ...(states ? { states } : {}), ...(kinds ? { kinds } : {}), ...(counter ? { counter } : {}) };
}

/**
 * The request to the database; it may return more than the view shows, see `shows`.
 * @param rows that are known to follow the cursor
 */
export function searchOf(filter: ReceiptFilter, cursor: string | null, rows?: number): TransactionSearch {
  const text = filter.text.trim();
  // A search looks through everything.
  const states = filter.view === 'all' && text !== '' ? undefined : statesOf[filter.view];
  return {
    // The first page fills the screen; later pages are larger.
    limit: Math.min(outlineEvery, rows ?? (cursor === null ? 50 : outlineEvery)),
    ...(text === '' ? {} : { text }),
    ...(states ? { states } : {}),
    ...(filter.view === 'cashToReturn' || filter.view === 'cashToCollect' ? { only: filter.view } : {}),
    ...(filter.kind === 'both' ? {} : { kinds: [filter.kind] }),
    ...(filter.counter === null ? {} : { counter: filter.counter }),
    ...(cursor === null ? {} : { cursor }),
  };
}

export const isFiltered = ({ text, view, kind, counter }: ReceiptFilter): boolean =>
  text.trim() !== '' || view !== 'all' || kind !== 'both' || counter !== null;

/** Whether what was paid together is one row: a search, a view or a kind finds each sale by itself. */
export const foldsBatches = ({ counter: _counter, ...filter }: ReceiptFilter): boolean =>
  !isFiltered({ ...filter, counter: null });

/** Whether the view shows this sale: the conditions that the database's search does not have. */
export function shows(view: ReceiptView, sale: Transaction, now: number, overdueMinutes: number): boolean {
  if (view === 'cashToReturn') return owesMoney(sale);
  if (view === 'cashToCollect') return customerOwes(sale);
  if (view === 'overdue') return isOverdue(sale, now, overdueMinutes * 60_000);
  return true;
}

export const searchFieldId = 'receipt-search';
/** The pane of the open sale. */
export const detailId = 'receipt-detail';

/** Puts the caret into the receipts' search field, if it is on screen; it takes the caret itself when it appears. */
export function focusSearch(): void {
  const field = document.getElementById(searchFieldId);
  if (!(field instanceof HTMLInputElement)) return;
  field.focus();
  field.select();
}
