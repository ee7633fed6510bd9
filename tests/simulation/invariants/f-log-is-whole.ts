import type { Invariant } from '../world/books.ts';

/**
 * (f) The hash chain verifies, and receipt numbers have no gap and no double.
 * - Every success has a receipt number, which never changes; the first is 1, and each is one more than the one before.
 * - In the end, `verify` finds no flaw in the file, and it holds every event and every sale that was ever committed, no
 *   more and no fewer, whatever was killed.
 */
export const logIsWhole: Invariant = {
  end: ({ report: { flaw, events, sales } }, books) => {
    if (flaw) return `verify finds ${flaw.row}: ${flaw.why}`;
    const committed = books.written.length + books.learntCosts.size + books.erased.events + books.otherEvents;
    if (events !== committed) return `${committed} events were committed, and the file has ${events}`;
    return sales === books.sales.size ? null : `${books.sales.size} sales were committed, and the file has ${sales}`;
  },
  committed: ({ before, outcome: { sale } }, books) => {
    if (!sale) return null;
    const { receiptNo } = sale;
    if (sale.state === 'success' && receiptNo === null) return 'a success has no receipt number';
    if (before && before.receiptNo !== null && before.receiptNo !== receiptNo) return 'a receipt number has changed';
    if (receiptNo === null || books.receipts.get(receiptNo) === sale.id) return null;
    if (books.receipts.has(receiptNo)) return `the receipt number ${receiptNo} is given a second time`;
    const number = Number(receiptNo.split('-')[1]);
    if (number !== books.receipts.size + 1)
      return `the receipt ${receiptNo} does not follow number ${books.receipts.size}`;
    books.receipts.set(receiptNo, sale.id);
    return null;
  },
};
