import type { KeyboardEvent } from 'react';

/** A key that is held down, or a scanner that repeats it, is one press: the rest submit nothing. */
export function swallowHeldEnter(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}
