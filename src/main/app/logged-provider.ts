import type { Log, LogFact } from '../ports/log.ts';
import type { Provider, ProviderOutcome } from '../ports/provider.ts';

/** The provider; what it did not answer, or not readably, is in the log: which request, the reason, the fields; no values. */
export function loggedProvider(provider: Provider, log: Log): Provider {
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
