import type { Status } from '../../shared/contract/events.ts';
import type { Clock, Log, LogFact, Transport } from '../base/system.ts';
import type { Provider, ProviderOutcome } from './classify-response.ts';

interface ClockSkew {
  /** a transport that reads the times of its answers */
  watch(inner: Transport): Transport;
  /** how far the other side's clock is ahead of this machine's, in milliseconds, whole seconds; null before any answer */
  aheadMs(): number | null;
}

/**
 * Compares this machine's clock with the Date of answers (RFC 9110: whole seconds). A wrong clock moves cut-offs, days and
 * shifts, and people notice it late.
 */
export function watchClockSkew(clock: Clock): ClockSkew {
  let last: { serverTime: number; monotonic: number } | null = null;
  return {
    watch: (inner) => ({
      async exchange(request) {
        const outcome = await inner.exchange(request);
        const serverTime = outcome.kind === 'answered' ? Date.parse(outcome.headers['date'] ?? '') : Number.NaN;
        if (!Number.isNaN(serverTime)) last = { serverTime, monotonic: clock.monotonic() };
        return outcome;
      },
    }),
    // By the monotonic clock: the wall clock may have been set since the answer.
    aheadMs: () =>
      last && Math.round((last.serverTime + clock.monotonic() - last.monotonic - clock.now()) / 1000) * 1000,
  };
}

interface TransportHealth extends Transport {
  seen(): Status['provider'];
}

/** A transport that keeps the last exchange's outcome, for the status in the top bar. */
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

/** Logs failed and unreadable exchanges: the request, the reason and the names of fields, never a value. */
export function logOutcomes(provider: Provider, log: Log): Provider {
  const logged = async <T>(request: string, asked: Promise<ProviderOutcome<T>>): Promise<ProviderOutcome<T>> => {
    const outcome = await asked;
    switch (outcome.kind) {
      case 'answered':
        if (outcome.faults.length > 0) {
          log.warn('an answer of the payment service has wrong fields', { request, ...fieldsOf(outcome.faults) });
        }
        break;
      case 'refused':
        if (outcome.status === 401 || outcome.status === 403) {
          log.warn('the payment service refuses this counter', { request, status: outcome.status });
        }
        break;
      case 'unclear': {
        const { reason, status, faults } = outcome;
        const what = outcome.answer === null ? 'no answer of the payment service' : 'an answer cannot be used';
        log.warn(what, { request, reason, status, ...fieldsOf(faults) });
        break;
      }
      case 'never_sent':
        log.warn('a request was not sent: no connection to the payment service', { request, reason: outcome.reason });
        break;
    }
    return outcome;
  };
  return {
    product: (productCode) => logged('product', provider.product(productCode)),
    inquiry: (ask) => logged('inquiry', provider.inquiry(ask)),
    pay: (ask) => logged('pay', provider.pay(ask)),
    order: (ask) => logged('order', provider.order(ask)),
  };
}

/** Names of documented fields; the answer's values stay out. */
const fieldsOf = (faults: ReadonlyArray<{ path: string }>): Record<string, LogFact> =>
  faults.length === 0 ? {} : { fields: faults.map(({ path }) => path).join(' ') };
