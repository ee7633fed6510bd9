import type { Status } from '../../shared/contract/status.ts';
import type { ReceiptView } from '../features/receipts/filter.ts';
import type { Tone } from '../ui/state-look.ts';

export interface MoneyItem {
  view: Extract<
    ReceiptView,
    'unknown' | 'disputed' | 'overdue' | 'cashToReturn' | 'cashToCollect' | 'pending' | 'setAside'
  >;
  tone: Tone;
  count: number;
  /** whole rupiah; null where no money hangs on it */
  amount: number | null;
}

/** What of the shop's money is not settled, the most urgent first; orders that simply wait come last and quietly. */
export function moneyItems(status: Status): MoneyItem[] {
  const { unknown, disputed, pending, sending } = status.unresolved;
  const waiting = {
    count: Math.max(0, pending.count - status.overdue.count) + sending.count,
    amount: Math.max(0, pending.amount - status.overdue.amount) + sending.amount,
  };
  const items: MoneyItem[] = [
    { view: 'unknown', tone: 'unknown', ...unknown },
    { view: 'disputed', tone: 'disputed', ...disputed },
    { view: 'cashToReturn', tone: 'failed', ...status.cashToReturn },
    { view: 'cashToCollect', tone: 'failed', ...status.cashToCollect },
    { view: 'overdue', tone: 'unknown', ...status.overdue },
    { view: 'pending', tone: 'pending', ...waiting },
    { view: 'setAside', tone: 'quiet', count: status.setAside, amount: null },
  ];
  return items.filter((item) => item.count > 0);
}
