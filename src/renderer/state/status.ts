import { useSyncExternalStore } from 'react';
import { create } from 'zustand';
import type { Status } from '../../shared/contract/events.ts';
import { call } from '../host/call.ts';

interface StatusStore {
  status: Status | null;
  /** the host stopped answering; the page shows the last known state */
  hostGone: boolean;
  /** main's clock minus this page's, milliseconds */
  clockAhead: number;
}

export const useStatus = create<StatusStore>(() => ({ status: null, hostGone: false, clockAhead: 0 }));

export function receiveStatus(status: Status): void {
  useStatus.setState({ status, hostGone: false, clockAhead: Date.parse(status.now) - Date.now() });
}

/** The mode that this page shows. Every sale carries it, so that main refuses one that was typed in another mode. */
export function pageMode(): Partial<Pick<Status, 'mode'>> {
  const { status } = useStatus.getState();
  return status ? { mode: status.mode } : {};
}

/** This is an office: it follows the counters of a shop, and sells nothing. */
export const useIsOffice = (): boolean => useStatus((state) => state.status?.role === 'office');

/** Reads the status; an event that came meanwhile is newer. Returns whether the host answered. */
export async function refreshStatus(): Promise<boolean> {
  const before = useStatus.getState().status;
  const answer = await call('status');
  if (answer.ok && useStatus.getState().status === before) receiveStatus(answer.value);
  return answer.ok;
}

const dayMs = 24 * 60 * 60_000;

/** Whether a restored database still needs a notice: on its first day, and while sales of it are uncertain. */
export function isRestoreRecent(
  { restored, unresolved }: Pick<Status, 'restored' | 'unresolved'>,
  now: number,
): boolean {
  if (!restored) return false;
  return now - Date.parse(restored.at) < dayMs || unresolved.unknown.count > 0;
}

const currentSecond = (): number => Math.floor(Date.now() / 1000);
const currentMinute = (): number => Math.floor((Date.now() + useStatus.getState().clockAhead) / 60_000);
const subscribeToSeconds = createTicker(currentSecond);
const subscribeToMinutes = createTicker(currentMinute);

/** Main's clock to the second, in milliseconds since 1970: the page follows the counter, not its own machine. */
export function useNow(): number {
  const seconds = useSyncExternalStore(subscribeToSeconds, currentSecond);
  return seconds * 1000 + useStatus((state) => state.clockAhead);
}

/**
 * The end of the current minute of main's clock, milliseconds since 1970: for the many cards that need not count seconds. A
 * pause about to end counts as over a little early, never late.
 */
export function useEndOfMinute(): number {
  return (useSyncExternalStore(subscribeToMinutes, currentMinute) + 1) * 60_000 - 1;
}

/**
 * Calls its listeners whenever time has changed the number. One timer serves all listeners; without a listener none runs.
 * @param read called once a second
 */
function createTicker(read: () => number): (listener: () => void) => () => void {
  const listeners = new Set<() => void>();
  let timer: number | undefined;
  return (listener) => {
    listeners.add(listener);
    let last = read();
    timer ??= window.setInterval(() => {
      const now = read();
      if (now === last) return;
      last = now;
      for (const each of listeners) each();
    }, 1000);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      window.clearInterval(timer);
      timer = undefined;
    };
  };
}
