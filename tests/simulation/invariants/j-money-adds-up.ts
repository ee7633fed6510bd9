import { heldByMethod, moneyToReturn } from '../../../src/shared/domain/cash.ts';
import {
  type AmountsByMethod,
  accountMethods,
  byMethod,
  noAmounts,
  paymentMethods,
} from '../../../src/shared/domain/payment.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import type { Books, Invariant } from '../world/books.ts';

/**
 * (j) Drawer, tab and each method hold what was taken less what was returned.
 * - A sale is recorded as paid the way that was pressed, returned the way that was pressed, and a tab is paid by the amount
 *   and by the method that was pressed: with every answer that says so.
 * - Nobody pays more of a tab than is on it, however many windows take the payment.
 * - What customers and cashiers handed over is counted here in the plainest way, sale by sale; at every commit the sale holds
 *   that, and in the end the shift's report, read from the log, and the sums of the database are the same.
 */
export const moneyAddsUp: Invariant = {
  answered: ({ amounts, recorded }) =>
    JSON.stringify(amounts) === JSON.stringify(recorded)
      ? null
      : `${JSON.stringify(amounts)} was pressed, and ${JSON.stringify(recorded)} is recorded`,
  committed: ({ before, change, outcome: { sale } }, books) => {
    if (!sale) return null;
    const hands = books.hands.get(sale.id) ?? noAmounts();
    books.hands.set(sale.id, hands);
    changeHands(hands, change.event.type, before, sale);
    if (change.event.type === 'sale.recovered_from_claim') books.uncounted.set(sale.id, { ...hands });
    if (hands.tab < 0) return `${-hands.tab} more was paid of a tab than was on it`;
    const held = heldByMethod(sale);
    const differs = paymentMethods.find((method) => held[method] !== standing(hands, sale)[method]);
    return differs === undefined ? null : `${differs}: ${held[differs]} is held for a sale that has ${hands[differs]}`;
  },
  end: ({ flow, onTab, owed }, books) => {
    const sums = noAmounts();
    for (const sale of books.sales.values()) {
      const hands = standing(books.hands.get(sale.id) ?? noAmounts(), sale);
      const uncounted = books.uncounted.get(sale.id) ?? noAmounts();
      for (const method of paymentMethods) sums[method] += hands[method] - uncounted[method];
    }
    const { drawer, methods } = flow;
    const reported: AmountsByMethod = {
      cash: drawer.expected - drawer.opening,
      ...byMethod(accountMethods, (method) => methods[method].taken - methods[method].returned),
      tab: methods.tab.added - methods.tab.paid - methods.tab.lapsed,
    };
    const differs = paymentMethods.find((method) => reported[method] !== sums[method]);
    if (differs !== undefined)
      return `the shift has ${reported[differs]} by ${differs}, and ${sums[differs]} changed hands`;
    if (onTab !== sums.tab) return `${onTab} is on tabs, and ${sums.tab} is owed`;
    return owed === owedIn(books) ? null : `${owed} is to be returned, and ${owedIn(books)} is owed`;
  },
};

/** What this event moved between the customer's hands and the shop. */
function changeHands(hands: AmountsByMethod, type: string, before: Transaction | null, sale: Transaction): void {
  // A line of a batch is paid when the batch is made; its tab counts once it is sent.
  const isLine = sale.flags.includes('batch_line');
  // One that a killed program had claimed comes back with the money that was pressed, which no drawer counts.
  const isBack = type === 'sale.recovered_from_claim' && !isLine;
  if (isBack || type === (isLine ? 'sale.queued' : 'sale.submitted')) {
    const cash = sale.tendered === null ? 0 : (sale.total ?? sale.tendered);
    const paid = sale.payments.length > 0 ? sale.payments : [{ method: 'cash' as const, amount: cash }];
    for (const { method, amount } of paid) hands[method] += amount;
  }
  // The payment of a bill never left: all goes back over the counter.
  if (before?.state === 'sending' && sale.state === 'inquired' && !isLine)
    for (const method of paymentMethods) hands[method] = 0;
  if (type === 'tab.paid') {
    const paid = sale.tabPayments.at(-1);
    if (paid) hands[paid.method] += paid.amount;
    if (paid) hands.tab -= paid.amount;
  }
  // Where nothing else was said, all was cash.
  const cash = [{ method: 'cash' as const, amount: sale.total ?? sale.tendered ?? 0 }];
  if (type === 'cash.returned') {
    const returned = sale.returns.slice(before?.returns.length);
    for (const { method, amount } of returned.length > 0 ? returned : cash) hands[method] -= amount;
  }
  if (type === 'cash.collected') {
    const collected = before && before.returns.length > 0 ? before.returns : cash;
    for (const { method, amount } of collected) hands[method] += amount;
  }
}

/** With the tab as it stands: that of a sale which failed or never left has lapsed. */
const standing = (hands: AmountsByMethod, { state }: Transaction): AmountsByMethod =>
  ['failed', 'unsent', 'inquired', 'expired'].includes(state) ? { ...hands, tab: 0 } : hands;

const owedIn = (books: Books): number => [...books.sales.values()].reduce((sum, sale) => sum + moneyToReturn(sale), 0);
