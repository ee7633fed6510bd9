import { create } from 'zustand';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { keepSales, useSales } from '../../store/sales.ts';
import { useSettings } from '../../store/settings.ts';
import { useStatus } from '../../store/status.ts';
import { type ReceiptFilter, searchOf, shows } from './filter.ts';

export interface ReceiptList {
  /** ids in the list's order, newest first; null until the first page of the first filter is here */
  ids: readonly string[] | null;
  /** where the next page starts; null after the last */
  next: string | null;
  loading: boolean;
  error: KonterError | null;
  /** how many sales had arrived by events when the list was read */
  arrivedBefore: number;
}

export const useReceiptList = create<ReceiptList>(() => ({
  ids: null,
  next: null,
  loading: false,
  error: null,
  arrivedBefore: 0,
}));

let asked = 0;

/** Reads the list anew. What was there stays in sight until the answer is here; only the last question counts. */
export async function readList(filter: ReceiptFilter): Promise<void> {
  asked += 1;
  const mine = asked;
  useReceiptList.setState({ loading: true });
  const arrivedBefore = useSales.getState().arrived;
  const page = await readPages(filter, null, () => mine === asked);
  if (mine !== asked) return;
  useReceiptList.setState(
    page.ok
      ? { ids: page.ids, next: page.next, loading: false, error: null, arrivedBefore }
      : { loading: false, error: page.error },
  );
}

/** Reads the page after the last one, once at a time. */
export async function readMore(filter: ReceiptFilter): Promise<void> {
  const { next, loading, ids } = useReceiptList.getState();
  if (next === null || loading || ids === null) return;
  const mine = asked;
  useReceiptList.setState({ loading: true });
  const page = await readPages(filter, next, () => mine === asked);
  if (mine !== asked) return;
  if (!page.ok) useReceiptList.setState({ loading: false, error: page.error });
  else
    useReceiptList.setState({ ids: [...new Set([...ids, ...page.ids])], next: page.next, loading: false, error: null });
}

type Pages = { ok: true; ids: string[]; next: string | null } | { ok: false; error: KonterError };

/** One page; or as many as it takes to show something, where the journal cannot ask for exactly what the view shows. */
async function readPages(filter: ReceiptFilter, from: string | null, wanted: () => boolean): Promise<Pages> {
  const ids: string[] = [];
  let cursor = from;
  do {
    const page = await call('transactions.search', searchOf(filter, cursor));
    if (!page.ok) return { ok: false, error: page.error };
    keepSales(page.value.items);
    ids.push(...page.value.items.filter((sale) => isShown(filter, sale)).map((sale) => sale.id));
    cursor = page.value.next;
  } while (cursor !== null && ids.length < 20 && wanted());
  return { ok: true, ids, next: cursor };
}

function isShown(filter: ReceiptFilter, sale: Transaction): boolean {
  const now = Date.now() + useStatus.getState().clockAhead;
  return shows(filter.view, sale, now, useSettings.getState().view?.settings.overdueMinutes ?? 10);
}
