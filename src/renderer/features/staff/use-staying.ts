import { useEffect } from 'react';
import { call } from '../../host/call.ts';
import { useSettings } from '../../state/settings.ts';

/** A lock counts whole minutes; more often is not needed. */
const atMostEveryMs = 20_000;

/** Tells main now and then that somebody types or points, where the counter locks by itself. */
export function useStaying(isHere: boolean): void {
  const locks = useSettings((state) => (state.view?.settings.autoLockMinutes ?? null) !== null);
  useEffect(() => {
    if (!isHere || !locks) return;
    let told = Number.NEGATIVE_INFINITY;
    const touched = (event: Event): void => {
      if (event.timeStamp - told < atMostEveryMs) return;
      told = event.timeStamp;
      void call('people.stay');
    };
    const kinds = ['keydown', 'pointerdown', 'wheel'] as const;
    for (const kind of kinds) window.addEventListener(kind, touched, { passive: true, capture: true });
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, touched, { capture: true });
    };
  }, [isHere, locks]);
}
