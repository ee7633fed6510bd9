import { useEffect } from 'react';
import { navigate } from '../../state/router.ts';
import { type CheckoutKind, useCheckout, useTypedAhead } from './checkout-store.ts';
import { clearEntry, typeAhead } from './entry-controller.ts';
import { isBlank } from './parking.ts';

/** Begins a number, a code, or both with a dot between them. */
const beginsEntry = /^[0-9A-Za-z+]$/;
const belongsToEntry = /^[0-9A-Za-z+.*#-]$/;

/** A dialog takes keys itself, or keeps the screen below as it is. */
export const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

/**
 * The characters of an entry that are typed or scanned while no field has the caret; Backspace takes the last of them back.
 * @param onCharacter the same function each time; answers whether the character goes on to a field, which has the caret by then
 */
export function useStrayCharacters(isOn: boolean, onCharacter: (character: string) => boolean | void): void {
  useEffect(() => {
    if (!isOn) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      const target = event.target instanceof HTMLElement ? event.target : document.body;
      if (target.closest('input, textarea, select')) return;
      const typed = useTypedAhead.getState().text;
      if (event.key === 'Backspace' && typed !== '') {
        useTypedAhead.setState({ text: typed.slice(0, -1) });
      } else if (!(typed === '' ? beginsEntry : belongsToEntry).test(event.key) || onCharacter(event.key) === true)
        return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isOn, onCharacter]);
}

/** The next sale begins with what was typed ahead, where none has begun. */
export function beginTypedSale(kind: CheckoutKind): void {
  const checkout = useCheckout.getState()[kind];
  if (useTypedAhead.getState().text !== '' && checkout.phase === 'entry' && isBlank(checkout)) clearEntry(kind);
}

/**
 * A character that was typed on another screen. It leads to the field, unless a sale is half made there or changes here are not saved:
 * then it is kept and shown until somebody goes there.
 * @returns true: it is not for a sale
 */
export function typeAheadElsewhere(character: string): boolean {
  if (isDialogOpen()) return true;
  typeAhead('order', character, false);
  const { order } = useCheckout.getState();
  const isHalfMade = (order.phase === 'entry' || order.phase === 'lookup') && !isBlank(order);
  if (isHalfMade || document.querySelector('[data-unsaved]') !== null) return false;
  beginTypedSale('order');
  navigate('sell');
  return false;
}
