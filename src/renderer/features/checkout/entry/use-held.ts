import { useState } from 'react';

/**
 * Holds what was shown while a pointer is over it: what comes meanwhile is shown once it has left. What the person at the
 * counter did themselves, in `by`, shows at once.
 */
export function useHeld<T>(now: T, over: boolean, by: string): T {
  const [held, setHeld] = useState({ value: now, by });
  if (held.by === by && (over || held.value === now)) return held.value;
  setHeld({ value: now, by });
  return now;
}
