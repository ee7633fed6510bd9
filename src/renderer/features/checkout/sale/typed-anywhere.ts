import { useEffect, useRef } from 'react';

/**
 * A letter or digit typed while no field has the caret, after a click beside the fields say, still lands in one: the field
 * that is chosen here takes the caret before the character arrives.
 */
export function useTypedAnywhere(takeCaret: () => void): void {
  const take = useRef(takeCaret);
  useEffect(() => {
    take.current = takeCaret;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      if (!/^[0-9A-Za-z+]$/.test(event.key)) return;
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [role="dialog"]'))
        return;
      take.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
