import type { Status } from '../../shared/contract/status.ts';
import type { Clock, Transport } from '../base/system.ts';

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
