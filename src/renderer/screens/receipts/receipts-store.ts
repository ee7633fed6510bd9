import { create } from 'zustand';
import type { KonterError } from '../../../shared/contract/errors.ts';
import type { SearchTold } from '../../../shared/contract/transactions.ts';
import type { Mark } from '../../../shared/domain/search/marks.ts';
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
  /** how the list was searched for; null where no text was */
  told: Pick<SearchTold, 'understood' | 'index' | 'older'> | null;
  /** of each sale, where it met the search */
  marks: Readonly<Record<string, readonly Mark[]>>;
}

export const useReceiptList = create<ReceiptList>(() => ({
  ids: null,
  next: null,
  loading: false,
  error: null,
  arrivedBefore: 0,
  told: null,
  marks: {},
}));

let asked = 0;
/** Main gives up what this window asked for before, and nobody else's. */
const box = crypto.randomUUID();

/** Reads the list anew. What was there stays in sight until the answer is here; only the last question counts. */
export async function readList(filter: ReceiptFilter): Promise<void> {
  asked += 1;
  const mine = asked;
  useReceiptList.setState({ loading: true });
  const arrivedBefore = useSales.getState().arrived;
  const page = await readPages(filter, null, () => mine === asked);
  if (mine !== asked) return;
  useReceiptList.setState(
    page.ok ? { ...page.list, loading: false, error: null, arrivedBefore } : { loading: false, error: page.error },
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
  else {
    const { list } = page;
    const marks = { ...useReceiptList.getState().marks, ...list.marks };
    useReceiptList.setState({ ...list, marks, ids: withoutRepeats(ids, list.ids), loading: false, error: null });
  }
}

/** Only what joins is compared: a sale that comes twice stands near the end of what is there. */
function withoutRepeats(ids: readonly string[], more: readonly string[]): string[] {
  const last = new Set(ids.slice(-1000));
  return ids.concat(more.filter((id) => !last.has(id)));
}

type Read = { ids: string[] } & Pick<ReceiptList, 'next' | 'told' | 'marks'>;
type Pages = { ok: true; list: Read } | { ok: false; error: KonterError };

/** One page; or as many as it takes to show something, where the journal cannot ask for exactly what the view shows. */
async function readPages(filter: ReceiptFilter, from: string | null, wanted: () => boolean): Promise<Pages> {
  const ids: string[] = [];
  const marks: Record<string, readonly Mark[]> = {};
  let told: Read['told'] = null;
  let cursor = from;
  do {
    const page = await call('transactions.search', { ...searchOf(filter, cursor), box });
    if (!page.ok) return { ok: false, error: page.error };
    const { items, next, search } = page.value;
    keepSales(items);
    ids.push(...items.filter((sale) => isShown(filter, sale)).map((sale) => sale.id));
    for (const [at, sale] of items.entries()) marks[sale.id] = search?.marks[at] ?? [];
    told = search ?? null;
    cursor = next;
    // Older sales are looked through when a person says so.
  } while (cursor !== null && ids.length < 20 && told?.older !== true && wanted());
  return { ok: true, list: { ids, next: cursor, told, marks } };
}

function isShown(filter: ReceiptFilter, sale: Transaction): boolean {
  const now = Date.now() + useStatus.getState().clockAhead;
  return shows(filter.view, sale, now, useSettings.getState().view?.settings.overdueMinutes ?? 10);
}
