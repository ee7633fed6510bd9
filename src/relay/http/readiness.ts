import { cacheFor, sleep } from '../../server/async.ts';
import type { Clock } from '../../server/ports.ts';
import { withinMs } from '../core/away.ts';
import type { Store } from '../core/store.ts';

/** A probe within this time means that there is a load balancer. It probes each second; under load its probes come late. */
const probedWithinMs = 10_000;
/** The database is checked at most once in this time. */
const checkEveryMs = 1_000;
/** A commit that takes longer hangs. */
const maxCheckMs = 2_000;
/** Within this time a load balancer that probes each second has probed. */
const withdrawMs = 1_200;
/** Requests that were sent before the answer to a probe arrive within this time. */
const settleMs = 200;
/** The longest wait for a probe: requests in flight must still be answered in time. */
const maxWithdrawMs = 2_400;

/**
 * Readiness for the probes of load balancers. Before the relay stops listening it reports not ready, so that webhooks wait in the
 * proxy or go to another instance: a proxy cannot always repeat a webhook that it has begun to send.
 */
export class Readiness {
  readonly #clock: Clock;
  readonly #checkDatabase: () => Promise<string | null>;
  #isStopping = false;
  #lastProbeAt = Number.NEGATIVE_INFINITY;
  #isProxyInformed = false;

  constructor(store: Pick<Store, 'check'>, clock: Clock) {
    this.#clock = clock;
    this.#checkDatabase = cacheFor(clock, checkEveryMs, () =>
      withinMs(clock, maxCheckMs, store.check()).then(
        () => null,
        () => 'The database does not answer',
      ),
    );
  }

  /** Why nothing should be sent here; null: ready. @param doesWithout what is sent needs no database */
  async check(doesWithout = false): Promise<string | null> {
    this.#lastProbeAt = this.#clock.now();
    this.#isProxyInformed = this.#isStopping;
    if (this.#isStopping) return 'The relay is stopping';
    return doesWithout ? null : this.#checkDatabase();
  }

  /** Reports not ready from now on. Resolves once load balancers know: at once if none has probed recently. */
  async withdraw(): Promise<void> {
    this.#isStopping = true;
    if (this.#clock.now() - this.#lastProbeAt > probedWithinMs) return;
    for (let waitedMs = settleMs; waitedMs <= maxWithdrawMs; waitedMs += settleMs) {
      const wasInformed = this.#isProxyInformed;
      await sleep(this.#clock, settleMs);
      if (wasInformed && waitedMs >= withdrawMs) return;
    }
  }
}
