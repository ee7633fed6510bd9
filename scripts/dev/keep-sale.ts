import '../../src/renderer/host/no-eval.ts';
import { z } from 'zod';
import { useCheckout } from '../../src/renderer/features/checkout/checkout-store.ts';
import { useRouter } from '../../src/renderer/state/router.ts';

/**
 * Runs in the page, in development only. Keeps the sale being typed over a full reload, which Vite does when it cannot replace a
 * changed module in place. Nothing that is on its way to the provider is kept.
 */
const storageKey = 'konter-dev';
const StoredSale = z.record(z.string(), z.record(z.string(), z.unknown()));

const saved = StoredSale.safeParse(JSON.parse(sessionStorage.getItem(storageKey) ?? 'null'));
if (saved.success) {
  useRouter.setState({ ...saved.data['router'] });
  const { order, bill } = useCheckout.getState();
  useCheckout.setState({ order: { ...order, ...saved.data['order'] }, bill: { ...bill, ...saved.data['bill'] } });
}

window.addEventListener('pagehide', () => {
  const { order, bill } = useCheckout.getState();
  const { draft, text, step } = order;
  const phase = order.phase === 'lookup' ? 'entry' : order.phase;
  const state = {
    router: { route: useRouter.getState().route },
    order: phase === 'entry' || phase === 'confirm' ? { draft, text, step, phase } : {},
    bill: bill.phase === 'inquiry' || bill.phase === 'sending' ? {} : { ...bill, error: null },
  };
  sessionStorage.setItem(storageKey, JSON.stringify(state));
});
