import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { cashAtStake, customerOwes, owesCash } from '../../shared/domain/cash.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { timestamp, updateSale } from './sale.ts';
import type { SalesPorts } from './sales-ports.ts';

/** Records that the cash of a failed or unsent sale was handed back. Said twice, it stays as first said. */
export async function cashReturned(ports: SalesPorts, id: string): Promise<Result<Transaction>> {
  const sale = await updateSale(ports, id, (now) =>
    owesCash(now)
      ? {
          changes: { cashReturnedAt: timestamp(ports) },
          event: { type: 'cash.returned', actor: 'cashier', data: { amount: now.total ?? now.tendered }, bodies: [] },
        }
      : null,
  );
  if (!sale) return fail('not_found', 'There is no such sale.');
  if (sale.cashReturnedAt !== null) return ok(sale);
  return fail('not_allowed', 'No cash of this sale is to be returned.', { reason: 'no_cash_owed', transaction: sale });
}

/** Records that the customer paid again for a success whose cash had been handed back. */
export async function cashCollected(ports: SalesPorts, id: string): Promise<Result<Transaction>> {
  let collected = false;
  const sale = await updateSale(ports, id, (now) => {
    collected = customerOwes(now);
    if (!collected) return null;
    return {
      changes: { cashReturnedAt: null },
      event: { type: 'cash.collected', actor: 'cashier', data: { amount: cashAtStake(now) }, bodies: [] },
    };
  });
  if (!sale) return fail('not_found', 'There is no such sale.');
  if (collected) return ok(sale);
  return fail('not_allowed', 'No cash of this sale is to be collected.', {
    reason: 'no_cash_to_collect',
    transaction: sale,
  });
}
