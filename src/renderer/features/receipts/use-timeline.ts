import type { Result } from '../../../shared/contract/errors.ts';
import type { SaleEvent } from '../../../shared/contract/transactions.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { call } from '../../host/call.ts';
import { useAnswer } from '../../host/use-answer.ts';

const ask = (id: string) => call('transactions.timeline', { id });

/** Everything that was said about a sale, oldest first; asked again whenever the sale changes. Null before the first answer. */
export function useTimeline(sale: Transaction): Result<SaleEvent[]> | null {
  return useAnswer(ask, sale.id, sale.revision)?.answer ?? null;
}
