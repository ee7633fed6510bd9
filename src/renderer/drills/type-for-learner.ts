import { useBill } from '../screens/bills/bill-store.ts';
import { startAnew, useSell } from '../screens/sell/sell-store.ts';
import { typeEntry } from '../screens/sell/take-entry.ts';
import { goTo } from '../store/places.ts';
import type { Part } from './drill.ts';

/** Puts product and number into the one field, as if typed; everything from Enter on is the learner's. */
export function typeForLearner({ productCode, customerNo }: Part): void {
  if (useSell.getState().phase === 'sending' || useBill.getState().phase === 'sending') return;
  startAnew();
  goTo('sell');
  typeEntry(`${productCode}.${customerNo}`);
  // The place may have to be drawn first.
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('input[name="entry"]')?.focus());
}
