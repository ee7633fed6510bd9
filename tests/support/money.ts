import * as fc from 'fast-check';
import { type MoneyAmount, moneyMethods, type Payment, paymentMethods } from '../../src/shared/domain/payment.ts';
import { type Transaction, transactionStates } from '../../src/shared/domain/transaction.ts';

const at = '2026-03-02T04:00:00.000Z';
const amount = fc.constantFrom(1, 5000, 12_000);
const rupiah = fc.option(fc.constantFrom(0, 5000, 12_000), { nil: null });

const payment = fc.record({ method: fc.constantFrom(...paymentMethods), amount }).map(
  ({ method, amount: share }): Payment => ({
    method,
    amount: share,
    reference: method === 'qris' ? 'ref-1' : null,
    customerId: method === 'tab' ? 'customer-1' : null,
  }),
);
const money: fc.Arbitrary<MoneyAmount> = fc.record({ method: fc.constantFrom(...moneyMethods), amount });
const tabPayment = fc.record({
  method: fc.constantFrom(...moneyMethods),
  amount,
  reference: fc.constant(null),
  at: fc.constant(at),
});

type Money = Pick<
  Transaction,
  'state' | 'total' | 'tendered' | 'cashReturnedAt' | 'payments' | 'tabPayments' | 'returns'
>;

/** The money of a sale in any state, paid and returned in any way. */
export const anyMoney: fc.Arbitrary<Money> = fc
  .record({
    state: fc.constantFrom(...transactionStates),
    total: rupiah,
    tendered: rupiah,
    cashReturnedAt: fc.option(fc.constant(at), { nil: null }),
    payments: fc.uniqueArray(payment, { maxLength: 2, selector: ({ method }) => method }),
    tabPayments: fc.array(tabPayment, { maxLength: 2 }),
    returns: fc.array(money, { maxLength: 2 }),
  })
  .map(possible);

/** Only a tab is paid later, and only what was not all cash is returned another way. */
function possible(sale: Money): Money {
  const hasTab = sale.payments.some(({ method }) => method === 'tab');
  const isReturned = sale.payments.length > 0 && sale.cashReturnedAt !== null;
  return { ...sale, tabPayments: hasTab ? sale.tabPayments : [], returns: isReturned ? sale.returns : [] };
}
