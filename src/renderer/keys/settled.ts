import { useEffect, useState } from 'react';

/** How long something dangerous must have been in sight before a key or a click may reach it, milliseconds. */
export const dialogSettles = 300;
/** The same for the number being read back, where two presses of Enter are the way a sale is made. */
export const readBackSettles = 200;

/** The same for a pointer, whose second click of a double click would land on what has just taken the first one's place. */
export const pointerSettles = 400;

/** Whether what was first painted at `shownAt` has been in sight for long enough at `now`. */
export const hasSettled = (shownAt: number, now: number, wait: number): boolean => now - shownAt >= wait;

/**
 * False while something has only just appeared, then true. Counted in painted frames, so that a slow machine that shows it
 * late also waits for it.
 * @param what changes whenever something else stands in the same place
 */
export function useSettled(wait: number, what: unknown = null): boolean {
  const [settled, setSettled] = useState<{ what: unknown } | null>(null);
  useEffect(() => {
    let frame = 0;
    let shownAt: number | null = null;
    const look = (now: number): void => {
      shownAt ??= now;
      if (hasSettled(shownAt, now, wait)) setSettled({ what });
      else frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    return () => cancelAnimationFrame(frame);
  }, [wait, what]);
  return settled !== null && settled.what === what;
}
