import type { KonterError } from '../../../shared/contract/errors.ts';
import type { OutlineSearch, SearchTold, TransactionOutline } from '../../../shared/contract/transactions.ts';
import type { Mark } from '../../../shared/domain/search/marks.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { usePlaces } from '../../store/places.ts';
import { forgetSales, keepSales, useSales } from '../../store/sales.ts';
import { useSettings } from '../../store/settings.ts';
import { useStatus } from '../../store/status.ts';
import { type ReceiptFilter, searchOf, shows } from './filter.ts';
import type { ListPage } from './list-pages.ts';

/**
 * Main cancels the previous request of the same box. The outline has a box of its own: a page that is read meanwhile must not
 * cancel it, for nothing asks for it again.
 */
const box = crypto.randomUUID();
const outlineBox = crypto.randomUUID();

/** Sales that were heard of only because the list went past them. */
const listed = new Set<string>();

type Read = {
  ok: true;
  page: ListPage & { ids: readonly string[] };
  next: string | null;
  told: Pick<SearchTold, 'understood' | 'index' | 'older'> | null;
};

/** One page; or as many as it takes to show something, where the journal cannot ask for exactly what the view shows. */
export async function readPage(
  filter: ReceiptFilter,
  start: string | null,
  wanted: () => boolean,
  rows?: number,
): Promise<Read | { ok: false; error: KonterError }> {
  const ids: string[] = [];
  const marks: Record<string, readonly Mark[]> = {};
  const enough = rows ?? 20;
  let told: Read['told'] = null;
  let cursor = start;
  do {
    const page = await call('transactions.search', { ...searchOf(filter, cursor, rows), box });
    if (!page.ok) return { ok: false, error: page.error };
    const { items, next, search } = page.value;
    const { byId } = useSales.getState();
    for (const { id } of items) if (!byId[id]) listed.add(id);
    keepSales(items);
    ids.push(...items.filter((sale) => isShown(filter, sale)).map((sale) => sale.id));
    for (const [at, sale] of items.entries()) marks[sale.id] = search?.marks[at] ?? [];
    told = search ?? null;
    cursor = next;
    // Older sales are looked through when a person says so.
  } while (cursor !== null && ids.length < enough && told?.older !== true && wanted());
  return { ok: true, page: { start, ids, count: ids.length, marks }, next: cursor, told };
}

/** Null where nobody could tell, and where something newer was asked for meanwhile. */
export async function readOutline(ask: OutlineSearch): Promise<TransactionOutline | null> {
  const answer = await call('transactions.outline', { ...ask, box: outlineBox });
  return answer.ok ? answer.value : null;
}

/** Sales that the list has let go of, but for the open one and those that money hangs on. */
export function forgetListed(ids: readonly string[]): void {
  const { openSale } = usePlaces.getState();
  const gone = ids.filter((id) => id !== openSale && listed.delete(id));
  if (gone.length > 0) forgetSales(gone);
}

function isShown(filter: ReceiptFilter, sale: Transaction): boolean {
  const now = Date.now() + useStatus.getState().clockAhead;
  return shows(filter.view, sale, now, useSettings.getState().view?.settings.overdueMinutes ?? 10);
}
