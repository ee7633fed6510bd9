import '../../src/renderer/host/no-eval.ts';
import { z } from 'zod';
import { useBill } from '../../src/renderer/features/checkout/bills/bill-store.ts';
import { useSell } from '../../src/renderer/features/checkout/sell/sell-store.ts';
import { usePlaces } from '../../src/renderer/state/places.ts';

/**
 * Runs in the page, in development only. Keeps the sale being typed over a full reload, which Vite does when it cannot replace a
 * changed module in place. Nothing that is on its way to the provider is kept.
 */
const storageKey = 'konter-dev';
const Kept = z.record(z.string(), z.record(z.string(), z.unknown()));

const kept = Kept.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
if (kept.success) {
  usePlaces.setState({ ...kept.data['places'] });
  useSell.setState({ ...kept.data['sell'] });
  useBill.setState({ ...kept.data['bill'] });
}

window.addEventListener('pagehide', () => {
  const { draft, text, step, phase } = useSell.getState();
  const bill = useBill.getState();
  const state = {
    places: { place: usePlaces.getState().place },
    sell: phase === 'compose' || phase === 'review' ? { draft, text, step, phase } : {},
    bill: bill.phase === 'inquiring' || bill.phase === 'sending' ? {} : { ...bill, problem: null },
  };
  sessionStorage.setItem(storageKey, JSON.stringify(state));
});
