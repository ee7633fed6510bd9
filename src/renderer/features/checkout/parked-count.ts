import { useBatch } from '../../state/batch.ts';
import { useRouter } from '../../state/router.ts';
import { useParked } from '../../state/sales.ts';
import { type CheckoutKind, kindOnScreen } from './checkout-rules.ts';
import { isOpen, useCheckout } from './checkout-store.ts';
import { stillUnsaved, useParking } from './parking.ts';

/** How many chips the strip shows. */
export function useParkedCount(): number {
  const parked = useParked((state) => state.parked);
  const unsaved = useParking((state) => state.unsaved);
  return useParkingKind() === null ? 0 : parked.length + stillUnsaved(unsaved, parked).length;
}

/** What is typed on the screen, into which a parked sale can be brought back; null where none is typed. */
export function useParkingKind(): CheckoutKind | null {
  const route = useRouter((state) => state.route);
  const isBatch = useBatch((state) => state.isOpen);
  const kind = route === 'sell' || route === 'bills' ? kindOnScreen[route] : null;
  const isTyped = useCheckout((state) => kind !== null && isOpen(state[kind]));
  return isTyped && !(isBatch && kind === 'order') ? kind : null;
}
