import { useEffect } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { isErased } from '../../../shared/domain/erasure.ts';
import type { Transaction, TransactionState } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useKeys } from '../../state/keys.ts';
import { isListed, listedStates, mergeSales, useSales } from '../../state/sales.ts';
import { askPrint } from '../prints/index.ts';

const maxLast = 3;

const printable: ReadonlySet<TransactionState> = new Set(['pending', 'success', 'unknown', 'disputed']);

/** Whether there is a slip that says what became of the sale. */
export const isPrintable = (sale: Transaction): boolean => printable.has(sale.state) && !isErased(sale);

/** The sales that were made last, the newest first, of those that this page knows. */
export function lastOf(sales: Iterable<Transaction>): Transaction[] {
  const last: Transaction[] = [];
  for (const sale of sales) {
    if (!isListed(sale)) continue;
    const at = last.findIndex(({ createdAt }) => createdAt < sale.createdAt);
    if (at === -1 && last.length >= maxLast) continue;
    last.splice(at === -1 ? last.length : at, 0, sale);
    if (last.length > maxLast) last.pop();
  }
  return last;
}

async function readLastSales(): Promise<void> {
  const answer = await call('transactions.search', { states: [...listedStates], limit: maxLast });
  if (answer.ok) mergeSales(answer.value.items);
}

/** The same, kept current by events; what was sold before the page was opened is read. */
export function useLastSales(): Transaction[] {
  useEffect(() => {
    void readLastSales();
    return useSales.subscribe(({ version }, before) => (version === before.version ? undefined : void readLastSales()));
  }, []);
  return useSales(useShallow(({ byId }) => lastOf(Object.values(byId))));
}

/** A key prints the slip of the last sale that has one, also while the next sale is typed. */
export function useLastSlipKey(sales: readonly Transaction[]): void {
  const { t } = useTranslation();
  const last = sales.find(isPrintable);
  useKeys(
    last ? [{ key: 'F8', label: t('lastSales.print'), run: () => void askPrint({ sale: last.id }), quiet: true }] : [],
  );
}
