import type { KonterError } from '../../../shared/contract/errors.ts';
import { type Cue, soundAsSet } from '../../state/sounds.ts';
import { useCheckout } from './checkout-store.ts';

/** Plays a sound whenever a key, an entry or a sale is refused here. */
export function startKeyErrorSound(sound: (cue: Cue) => void = soundAsSet): void {
  useCheckout.subscribe((now, before) => {
    if (hasNewError(now.order, before.order) || hasNewError(now.bill, before.bill)) sound('keyError');
  });
}

interface Refusable {
  entryError: unknown;
  error: KonterError | null;
}

const hasNewError = (now: Refusable, before: Refusable): boolean =>
  (now.entryError !== null && now.entryError !== before.entryError) ||
  (isHere(now.error) && now.error !== before.error);

/** A result has a cue of its own; any other error means that nothing was sent. */
const isHere = (error: KonterError | null): boolean => error !== null && error.transaction === undefined;
