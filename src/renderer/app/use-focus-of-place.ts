import { type RefObject, useEffect } from 'react';

/** A place that gives the focus to nothing of its own gets it whole: a reader of the screen hears where it is, and Tab starts there. */
export function useFocusOfPlace(main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) main.current?.focus();
  }, [main]);
}
