import type { RefObject } from 'react';

/** Puts the caret into the form's first field, where a sale begins. */
export function focusFirst(form: RefObject<HTMLFormElement | null>): void {
  form.current?.querySelector('input')?.focus();
}
