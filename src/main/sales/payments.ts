import { fail, type Result } from '../../shared/contract/errors.ts';
import type { Input } from '../../shared/contract/registry.ts';
import { cashPart, cashShortfall, changeOf } from '../../shared/domain/cash.ts';
import { type Payment, sumOf } from '../../shared/domain/payment.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { tooLittleCash } from './refusals.ts';

type Ask = Pick<Input<'order'>, 'tendered' | 'payments'>;

/** Whether what the customer pays comes to the total, and the cash covers its part. Null: it does. @param bill the stored one */
export function checkPayments(
  total: number | null,
  { tendered, payments }: Ask,
  bill?: Transaction,
): Result<never> | null {
  const more = bill ? { transaction: bill } : {};
  if (payments && sumOf(payments) !== total) {
    return fail('invalid_input', 'The payments do not come to the total.', {
      reason: 'payments_sum',
      fields: ['payments'],
      ...more,
    });
  }
  const cash = cashPart(total, payments ?? []);
  if (payments && cash === 0 && tendered) {
    return fail('invalid_input', 'No part of this is paid in cash.', {
      reason: 'no_cash_part',
      fields: ['tendered'],
      ...more,
    });
  }
  return cashShortfall(cash, tendered ?? null) > 0 ? tooLittleCash(bill) : null;
}

/** What a sale holds about its payment. With payments and without `tendered` the cash was handed over exactly. */
export function paymentFields(total: number | null, ask: Ask): Pick<Transaction, 'tendered' | 'change' | 'payments'> {
  const payments = (ask.payments ?? []).map(
    ({ method, amount, reference = null, customerId = null }): Payment => ({ method, amount, reference, customerId }),
  );
  const cash = cashPart(total, payments);
  const exact = payments.length === 0 || cash === 0 ? null : cash;
  const tendered = cash === 0 && payments.length > 0 ? null : (ask.tendered ?? exact);
  return { tendered, change: changeOf(cash, tendered), payments };
}
