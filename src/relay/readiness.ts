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

/** A load balancer asks at least this often, in milliseconds; else it learns of a stop by a connection that fails. */
const maxProbeIntervalMs = 1_000;
/** The database is asked once in so many milliseconds at most. */
const readyForMs = 1_000;
/** The next probe comes within an interval; what was sent here before it arrives in the rest. */
const withdrawMs = 1_200;

/**
 * Readiness as load balancers probe it: before the relay stops listening it answers that it is not ready, so that webhooks wait in
 * the proxy or go to another instance. A proxy that has begun to send a webhook may be unable to send it again.
 */
export function createReadiness(store: Pick<Store, 'check'>, clock: Clock): Readiness {
  const checkDatabase = briefly(clock, readyForMs, () => store.check());
  let isStopping = false;
  let probedAt = Number.NEGATIVE_INFINITY;
  return {
    async check() {
      probedAt = clock.now();
      if (isStopping) return 'The relay stops';
      try {
        await checkDatabase();
        return null;
      } catch {
        return 'The database cannot be asked';
      }
    },
    async withdraw() {
      isStopping = true;
      if (clock.now() - probedAt > maxProbeIntervalMs) return;
      await new Promise<void>((resolve) => clock.after(withdrawMs, resolve));
    },
  };
}
