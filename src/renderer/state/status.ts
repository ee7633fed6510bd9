import { create } from 'zustand';
import type { Status } from '../../shared/contract/status.ts';
import { call } from '../host/call.ts';

interface StatusStore {
  status: Status | null;
  /** the host stopped answering; the page shows what it last knew */
  hostGone: boolean;
  /** main's clock minus this page's, milliseconds */
  clockAhead: number;
}

export const useStatus = create<StatusStore>(() => ({ status: null, hostGone: false, clockAhead: 0 }));

export function hearStatus(status: Status): void {
  useStatus.setState({ status, hostGone: false, clockAhead: Date.parse(status.now) - Date.now() });
}

/** The mode that this page shows, for what is sold from it. */
export function shownMode(): Partial<Pick<Status, 'mode'>> {
  const { status } = useStatus.getState();
  return status ? { mode: status.mode } : {};
}

/** Asks for the status; says whether the host answered at all. */
export async function refreshStatus(): Promise<boolean> {
  const answer = await call('status');
  if (answer.ok) hearStatus(answer.value);
  return answer.ok;
}
