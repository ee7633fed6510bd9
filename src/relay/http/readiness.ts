import { cacheFor, sleep } from '../core/async.ts';
import type { Clock } from '../core/ports.ts';
import type { Store } from '../core/store.ts';

/** A probe within this time means that there is a load balancer. It probes each second; under load its probes come late. */
const probedWithinMs = 10_000;
/** The database is checked at most once in this time. */
const checkEveryMs = 1_000;
/** Within this time a load balancer that probes each second has probed. */
const withdrawMs = 1_200;
/** Requests that were sent before the answer to a probe arrive within this time. */
const settleMs = 200;
/** The longest wait for a probe: requests in flight must still be answered in time. */
const maxWithdrawMs = 2_400;

export type Readiness = ReturnType<typeof createReadiness>;

/**
 * Readiness for the probes of load balancers. Before the relay stops listening it reports not ready, so that webhooks wait in the
 * proxy or go to another instance: a proxy cannot always repeat a webhook that it has begun to send.
 */
export function createReadiness(store: Pick<Store, 'check'>, clock: Clock) {
  const checkDatabase = cacheFor(clock, checkEveryMs, () =>
    store.check().then(
      () => null,
      () => 'The database does not answer',
    ),
  );
  let isStopping = false;
  let lastProbeAt = Number.NEGATIVE_INFINITY;
  let isProxyInformed = false;
  return {
    /** Why no webhook should be sent here; null: ready. */
    async check(): Promise<string | null> {
      lastProbeAt = clock.now();
      isProxyInformed = isStopping;
      return isStopping ? 'The relay is stopping' : checkDatabase();
    },
    /** Reports not ready from now on. Resolves once load balancers know: at once if none has probed recently. */
    async withdraw(): Promise<void> {
      isStopping = true;
      if (clock.now() - lastProbeAt > probedWithinMs) return;
      for (let waitedMs = settleMs; waitedMs <= maxWithdrawMs; waitedMs += settleMs) {
        const wasInformed = isProxyInformed;
        await sleep(clock, settleMs);
        if (wasInformed && waitedMs >= withdrawMs) return;
      }
    },
  };
}
