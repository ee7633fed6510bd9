import type { MouseEvent } from 'react';

/** A press on a button of the form does what it does and leaves the caret in the one field. */
export function keepCaret(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof Element && !event.target.closest('input')) event.preventDefault();
}
