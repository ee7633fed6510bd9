import { type RefObject, useEffect, useRef } from 'react';

/** Puts the caret into a form's first field that is typed into, once, when the form appears. */
export function useFirstField(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector<HTMLInputElement>('input[inputmode="numeric"]')?.focus(), []);
  return form;
}
