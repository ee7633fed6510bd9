import { navigate } from '../../state/router.ts';
import { reset, typeEntry, useCheckout } from '../checkout/index.ts';
import type { Part } from './drill.ts';

/** Puts product and number into the one field, as if typed; everything from Enter on is the learner's. */
export function typeForLearner({ productCode, customerNo }: Part): void {
  const { order, bill } = useCheckout.getState();
  if (order.phase === 'sending' || bill.phase === 'sending') return;
  reset('order');
  navigate('sell');
  typeEntry('order', `${productCode}.${customerNo}`);
  // The place may have to be drawn first.
  requestAnimationFrame(() => document.querySelector<HTMLInputElement>('input[name="entry"]')?.focus());
}
