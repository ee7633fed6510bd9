import { goTo } from '../../state/places.ts';
import { useBill } from '../checkout/bills/bill-store.ts';
import { startAnew, useSell } from '../checkout/sell/sell-store.ts';
import { typeEntry } from '../checkout/sell/take-entry.ts';
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
