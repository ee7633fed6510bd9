import { sameCustomerNo } from '../../../src/shared/domain/customer-no.ts';
import { isSameCredit } from '../../../src/shared/domain/product-names.ts';
import { isUnresolved, type Transaction } from '../../../src/shared/domain/transaction.ts';
import { parkedCustomer } from '../plan/parking.ts';
import type { Books, Invariant } from '../world/books.ts';

/**
 * (a) The provider never acts more than once for one press of the button. Held more strictly than by what it did, which is
 * also a matter of its mood:
 * - of one sale, at most one request for money ever comes to the provider; another one leaves only where the one before
 *   certainly never arrived;
 * - the provider acted at most once on a bill, and has at most one order with the same ref;
 * - no sale that was only parked is sent;
 * - there are at most as many sales sent as there were presses;
 * - no sale is begun while another of the same product and number is on its way or of unknown fate;
 * - no repeat is begun that nobody allowed: of the same shop day, or of the last 12 hours, wherever the clock was set meanwhile;
 * - no order is begun that nobody allowed while one of the same credit under another code is unresolved for its number.
 */
export const oncePerPress: Invariant = {
  provider: (_step, books) => receivedTwice(books) ?? actedTwice(books),
  committed: ({ change, outcome, before }, books) => {
    if (change.event.type !== 'sale.submitted' || !outcome.sale) return null;
    const sale = outcome.sale;
    if (sale.customerNo === parkedCustomer) return 'a sale that was only parked is sent';
    const pressed = books.presses.order + books.presses.pay;
    const sent = books.written.filter(({ type }) => type === 'sale.submitted').length;
    if (sent > pressed) return `${sent} sales were sent, and a button was pressed ${pressed} times`;
    const mayRepeat = change.sale?.rejectDuplicatesOn === undefined;
    for (const other of books.sales.values()) {
      if (other.id === sale.id || !sameCustomerNo(other.customerNo, sale.customerNo)) continue;
      if (other.productCode !== sale.productCode) {
        const isOpenOrder = sale.kind === 'prepaid' && other.kind === 'prepaid' && isUnresolved(other.state);
        if (!mayRepeat && isOpenOrder && isSameCredit(other, sale)) {
          return `an order is begun that nobody allowed, while the same credit under another code is ${other.state}`;
        }
        continue;
      }
      if (!mayRepeat && isRepeat(other, sale, books)) {
        return `a repeat is begun that nobody allowed, of a sale sent at ${other.sentAt}, at ${sale.sentAt}`;
      }
      if (!isUnresolved(other.state)) continue;
      return `a sale is begun (from ${before?.state ?? 'nothing'}) while another of its product and number is ${other.state}`;
    }
    return null;
  },
};

function isRepeat(other: Transaction, sale: Transaction, { written }: Books): boolean {
  if (other.state !== 'success' && !(other.state === 'failed' && other.refused)) return false;
  if (other.day === sale.day) return true;
  const sent = written.findLastIndex(({ type, saleId }) => type === 'sale.submitted' && saleId === other.id);
  if (sent === -1) return false;
  // The events since, the last of which began this sale: their times add up, and what was set back does not count.
  const times = written.slice(sent).map(({ saidAt }) => Date.parse(saidAt));
  const passedMs = times.reduce((sum, time, n) => sum + Math.max(0, time - (times[n - 1] ?? time)), 0);
  return passedMs <= 12 * 3_600_000;
}

function receivedTwice({ sent }: Books): string | null {
  const sales = new Set<string>();
  for (const { saleId, receivedAt, operation } of sent) {
    if (receivedAt === null) continue;
    if (sales.has(saleId)) return `the provider has received a second ${operation} of one sale`;
    sales.add(saleId);
  }
  return null;
}

function actedTwice({ ledger }: Books): string | null {
  const refs = new Set<string>();
  for (const { acted, callback_url, transaction_id } of ledger) {
    if (acted > 1) return `the provider acted ${acted} times on ${transaction_id}`;
    if (callback_url === null) continue;
    if (refs.has(callback_url)) return `the provider has two orders with the ref of ${transaction_id}`;
    refs.add(callback_url);
  }
  return null;
}
