import type { Status } from '../../shared/contract/events.ts';
import type { Clock, Transport } from '../base/system.ts';

export interface ClockSkew {
  /** a transport that looks at the time its answers were given */
  watch(inner: Transport): Transport;
  /** how far the other side's clock is ahead of this machine's, in milliseconds, whole seconds; null before any answer */
  aheadMs(): number | null;
}

/**
 * Compares this machine's clock with the Date of answers (RFC 9110: whole seconds). A wrong clock moves cut-offs, days and
 * shifts, and people notice it late.
 */
export function watchClockSkew(clock: Clock): ClockSkew {
  let last: { said: number; monotonic: number } | null = null;
  return {
    watch: (inner) => ({
      async exchange(request) {
        const outcome = await inner.exchange(request);
        const said = outcome.kind === 'answered' ? Date.parse(outcome.headers['date'] ?? '') : Number.NaN;
        if (!Number.isNaN(said)) last = { said, monotonic: clock.monotonic() };
        return outcome;
      },
    }),
    // By the clock that cannot be set: this machine's may have been set since the answer.
    aheadMs: () => last && Math.round((last.said + clock.monotonic() - last.monotonic - clock.now()) / 1000) * 1000,
  };
}

export interface TransportHealth extends Transport {
  seen(): Status['provider'];
}

/** A transport that remembers how the last exchange went, for the light at the top of the screen. */
export function watchTransport(inner: Transport, clock: Clock, changed: () => void): TransportHealth {
  let seen: Status['provider'] = { state: 'untried', at: null };
  return {
    async exchange(request) {
      const outcome = await inner.exchange(request);
      const before = seen.state;
      seen = {
        state: outcome.kind === 'answered' ? 'reachable' : 'unreachable',
        at: new Date(clock.now()).toISOString(),
      };
      if (seen.state !== before) changed();
      return outcome;
    },
    seen: () => seen,
  };
}
