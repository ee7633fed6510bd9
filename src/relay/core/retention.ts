import { runInChunks } from '../../server/async.ts';
import type { Clock, ErrorReporter } from '../../server/ports.ts';
import { rowsPerPrune as shippedRowsPerPrune } from './shipped-log.ts';
import type { Store } from './store.ts';

const dayMs = 24 * 60 * 60 * 1000;
const intervalMs = 60 * 60 * 1000;
/** Soon after the start, for a relay that is often restarted, and after the first rush. */
const firstDelayMs = 60 * 1000;
const rowsPerPrune = 200;
/** Of claims that are closed: longer than the day in which a repeat is asked about, in any time zone. */
const claimDays = 3;
/** A counter that returns within a year erases too. */
const erasureDays = 400;
/** What is left of a replaced notice: longer than an office posts one again. */
const replacedDays = 7;
/** A mailbox that was disabled by mistake is enabled again within this time; what was erased elsewhere must not stay for ever. */
const revokedLogDays = 30;

/** In days. Acknowledged webhooks are kept for a counter that is restored from a backup, others for a shop that was closed long. */
export interface Retention {
  ackedDays: number;
  unackedDays: number;
}

export const defaultRetention: Retention = { ackedDays: 30, unackedDays: 180 };

/**
 * Deletes old webhooks, claims and notices, and the logs of revoked counters, in small chunks: a minute after the start, then once an hour. Returns how to stop.
 * @param deps.onPruned gets the number of each chunk
 */
export function startRetention(deps: {
  store: Pick<Store, 'prune' | 'pruneClaims' | 'notices' | 'shippedLog'>;
  clock: Clock;
  errors: ErrorReporter;
  retention: Retention;
  onPruned: (webhooks: number) => void;
}): () => void {
  const { store, clock, errors, retention, onPruned } = deps;
  let cancel: (() => void) | null = null;
  let stopped = false;
  const daysAgo = (days: number): string => new Date(clock.now() - days * dayMs).toISOString();
  /** Each deletes a chunk; false: it was the last. */
  const chunks: Record<string, () => Promise<boolean>> = {
    'old webhooks': async () => {
      const [ackedBefore, unackedBefore] = [daysAgo(retention.ackedDays), daysAgo(retention.unackedDays)];
      const pruned = await store.prune({ ackedBefore, unackedBefore, limit: rowsPerPrune });
      if (pruned > 0) onPruned(pruned);
      return pruned > 0;
    },
    'old claims': async () => (await store.pruneClaims({ before: daysAgo(claimDays), limit: rowsPerPrune })) > 0,
    'old notices': async () => {
      const [erasuresBefore, replacedBefore] = [daysAgo(erasureDays), daysAgo(replacedDays)];
      return (await store.notices.prune({ erasuresBefore, replacedBefore, limit: rowsPerPrune })) > 0;
    },
    'the logs of revoked counters': () =>
      store.shippedLog.pruneRevoked({ before: daysAgo(revokedLogDays), limit: shippedRowsPerPrune }),
  };
  const schedule = (ms: number): void => {
    cancel = clock.after(ms, () => void pruneAll());
  };
  const pruneAll = async (): Promise<void> => {
    for (const [name, prune] of Object.entries(chunks)) {
      await runInChunks(clock, async () => !stopped && (await prune())).catch((error: unknown) =>
        errors.report(`${name} could not be pruned`, error),
      );
    }
    if (!stopped) schedule(intervalMs);
  };
  schedule(firstDelayMs);
  return () => {
    stopped = true;
    cancel?.();
  };
}
