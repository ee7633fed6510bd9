import { addBill, isList, openBatch } from '../../state/batch.ts';
import { navigate, useRouter } from '../../state/router.ts';
import { currentBill } from './bill-inquiry.ts';
import { customerNoOf, parseEntry, reset, useCheckout } from './checkout-store.ts';

/**
 * The key for several sales in one payment. A bill on the screen joins them, and the next biller is asked for; otherwise the list is
 * opened, with the number that was begun as its first line.
 */
export function openList(): void {
  const { order, bill } = useCheckout.getState();
  if (useRouter.getState().route === 'bills') {
    const found = currentBill();
    if (bill.phase !== 'entry' || found?.state !== 'inquired') return openBatch();
    addBill(found.id);
    return reset('bill');
  }
  const entry = parseEntry(order);
  const begun = entry.is === 'number' ? entry.customerNo : entry.is === 'quick' ? order.text : customerNoOf(order);
  navigate('sell');
  if (order.phase !== 'entry' || begun === '') return openBatch();
  reset('order');
  openBatch(`${begun}\n`);
}

/** Whether the text was pasted into the list instead of the entry field, which takes one number. */
export function pasteList(text: string): boolean {
  if (!isList(text)) return false;
  openBatch(text);
  return true;
}
