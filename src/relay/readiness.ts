import { briefly } from './core/briefly.ts';
import type { Clock } from './core/ports.ts';
import type { Store } from './core/store.ts';

export interface Readiness {
  /** Why no webhook should be sent here; null: ready. */
  check(): Promise<string | null>;
  /**
   * The relay is about to stop. Resolves once load balancers have been told: at once, where none has asked lately.
   * Requests are to be served meanwhile.
   */
  withdraw(): Promise<void>;
}

/**
 * A relay that was probed this lately stands behind a load balancer, in milliseconds. It asks each second or more often; on a machine
 * with too much to do its probes come late.
 */
const probedLatelyMs = 10_000;
/** The database is asked once in so many milliseconds at most. */
const readyForMs = 1_000;
/** Every load balancer that asks each second has asked by then. */
const withdrawMs = 1_200;
/** Webhooks that were sent here before the answer to a probe arrived come in this time. */
const settleMs = 200;
/** No probe is waited for longer, so that what is in flight is still answered in time. */
const maxWithdrawMs = 2_400;

/**
 * Readiness as load balancers probe it: before the relay stops listening it answers that it is not ready, so that webhooks wait in
 * the proxy or go to another instance. A proxy that has begun to send a webhook may be unable to send it again.
 */
export function createReadiness(store: Pick<Store, 'check'>, clock: Clock): Readiness {
  const checkDatabase = briefly(clock, readyForMs, () => store.check());
  let isStopping = false;
  let probedAt = Number.NEGATIVE_INFINITY;
  let isTold = false;
  return {
    async check() {
      probedAt = clock.now();
      if (isStopping) {
        isTold = true;
        return 'The relay stops';
      }
      try {
        await checkDatabase();
        return null;
      } catch {
        return 'The database cannot be asked';
      }
    },
    async withdraw() {
      isStopping = true;
      if (clock.now() - probedAt > probedLatelyMs) return;
      for (let waitedMs = settleMs; waitedMs <= maxWithdrawMs; waitedMs += settleMs) {
        const wasTold = isTold;
        await new Promise<void>((resolve) => void clock.after(settleMs, resolve));
        if (wasTold && waitedMs >= withdrawMs) return;
      }
    },
  };
}
