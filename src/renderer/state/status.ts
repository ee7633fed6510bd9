import { create } from 'zustand';
import type { Status } from '../../shared/contract/events.ts';
import { firstRegistry } from '../../shared/contract/first-registry.ts';
import type { OfficeService } from '../../shared/contract/procedure.ts';
import { call } from '../host/call.ts';
import { dropOnPersonChange } from './page-data.ts';

interface StatusStore {
  status: Status | null;
  /** the host stopped answering; the page shows the last known state */
  hostGone: boolean;
  /** a part of the page could not be loaded; it is tried again */
  isCodeMissing: boolean;
  /** main's clock minus this page's, milliseconds */
  clockAhead: number;
}

export const useStatus = create<StatusStore>(() => ({
  status: null,
  hostGone: false,
  isCodeMissing: false,
  clockAhead: 0,
}));

/** What is left of the deposit shows what sales cost: the next person may not be allowed to see that. */
dropOnPersonChange(() =>
  useStatus.setState(({ status }) =>
    status?.deposit ? { status: { ...status, deposit: { ...status.deposit, balance: null } } } : {},
  ),
);

export function receiveStatus(status: Status): void {
  useStatus.setState({ status, hostGone: false, clockAhead: Date.parse(status.now) - Date.now() });
}

/** The mode that this page shows. Every sale carries it, so that main refuses one that was typed in another mode. */
export function pageMode(): Partial<Pick<Status, 'mode'>> {
  const { status } = useStatus.getState();
  return status ? { mode: status.mode } : {};
}

/** Whether this program follows the counters of a shop: an office, which sells nothing. */
export const isFollowing = (status: Status | null): boolean => status?.role === 'office';

/** Whether this program serves a procedure: an office refuses what only counters do. */
export const useServes = (name: keyof typeof firstRegistry): boolean => useServesRow(firstRegistry[name]);

/** The same for a row that the first screen does without. */
export const useServesRow = ({ office }: { office: OfficeService }): boolean =>
  useStatus(({ status }) => !isFollowing(status) || office !== 'counter');

/** What is to be handed back now, as one sum: what was paid for the sales, and the change that goes with it. Whole rupiah. */
export const sumToReturn = ({ moneyToReturn, changeToReturn }: Status): number =>
  moneyToReturn.count > 0 ? moneyToReturn.amount + changeToReturn : 0;

/** Reads the status; an event that came meanwhile is newer. Returns whether the host answered. */
export async function refreshStatus(): Promise<boolean> {
  const before = useStatus.getState().status;
  const answer = await call('status');
  if (answer.ok && useStatus.getState().status === before) receiveStatus(answer.value);
  return answer.ok;
}

const dayMs = 24 * 60 * 60_000;

/** Whether a restored database still needs a notice: on its first day, and while sales of it are uncertain. */
export function needsRestoreNotice(
  { restored, unresolved }: Pick<Status, 'restored' | 'unresolved'>,
  now: number,
): boolean {
  if (!restored) return false;
  return now - Date.parse(restored.at) < dayMs || unresolved.unknown.count > 0;
}

/** Whether a person has to decide or to see to something before selling goes on as usual: what app/SafetyNotices.tsx shows. */
export function hasSafetyNotice(status: Status, now: number): boolean {
  const { shop, keyChange, olderBook, clockAheadMs } = status;
  const asksOfShop = shop?.isKeyMissing || shop?.isLeft || shop?.lacksCounters || (shop?.waitsFor?.length ?? 0) > 0;
  return asksOfShop || keyChange !== undefined || olderBook || clockAheadMs !== null || needsRestoreNotice(status, now);
}
