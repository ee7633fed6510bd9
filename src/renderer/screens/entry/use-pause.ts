import { useSyncExternalStore } from 'react';
import { type Pause, pauseAt } from '../../../shared/domain/catalogue/pause.ts';
import type { CutOff } from '../../../shared/domain/cut-off.ts';
import { useSettings, useShopZone } from '../../store/settings.ts';
import { useStatus } from '../../store/status.ts';

const listeners = new Set<() => void>();
let ticking: number | undefined;
const minuteNow = (): number => Math.floor(Date.now() / 60_000);

function listenToMinutes(listener: () => void): () => void {
  listeners.add(listener);
  let told = minuteNow();
  ticking ??= window.setInterval(() => {
    if (minuteNow() === told) return;
    told = minuteNow();
    for (const each of listeners) each();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.clearInterval(ticking);
    ticking = undefined;
  };
}

/** Where a product stands in its day, looked at once a minute: a hundred cards need not count seconds. */
export function usePause(cutOff: CutOff | null): Pause {
  useSyncExternalStore(listenToMinutes, minuteNow);
  const shop = useShopZone();
  const provider = useSettings((state) => state.view?.settings.provider.timeZone ?? 'Asia/Jakarta');
  const clockAhead = useStatus((state) => state.clockAhead);
  return pauseAt(cutOff, Date.now() + clockAhead, { provider, shop });
}
