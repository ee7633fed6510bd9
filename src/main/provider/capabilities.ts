import {
  Balance,
  Capabilities,
  type CapabilityName,
  CustomerName,
  type CustomerNameRequest,
  ProductList,
  SaleStatus,
} from '../../shared/wire/capabilities.ts';
import { readWire } from '../../shared/wire/fields.ts';
import type { Clock } from '../base/system.ts';
import { below, type CapabilityClient, type ProviderOutcome, type SafeOperation } from './classify-response.ts';

/** A service that did not answer is asked again after this long. */
const retryMs = 5 * 60_000;
/** A whole list has thousands of products. */
const maxListBytes = 8 * 1024 * 1024;

const neverMoves = { movesMoney: false, failed: () => false, mismatch: () => null, oddities: () => [] } as const;

/** A question that changes nothing. Null body: GET. */
function question<T>(
  path: string,
  schema: Parameters<typeof readWire>[0] & { _zod: { output: T } },
  body: SafeOperation<T>['body'] = null,
): SafeOperation<T> {
  return {
    ...neverMoves,
    method: body === null ? 'GET' : 'POST',
    path,
    body,
    read: (data) => below('data', readWire(schema, data)),
  };
}

type Send = <T>(operation: SafeOperation<T>, maxAnswerBytes?: number) => Promise<ProviderOutcome<T>>;

/** What a service has beyond the four endpoints of the spec (shared/wire/capabilities.ts). */
export function createCapabilityClient(send: Send, clock: Pick<Clock, 'monotonic'>): CapabilityClient {
  let names: Promise<ReadonlySet<CapabilityName>> | null = null;
  let retryAt: number | null = null;

  async function readNames(): Promise<ReadonlySet<CapabilityName>> {
    retryAt = null;
    const outcome = await send(question('/capabilities', Capabilities)).catch(() => null);
    if (outcome === null || !hasAnswered(outcome)) retryAt = clock.monotonic() + retryMs;
    return new Set(outcome?.kind === 'answered' ? outcome.value.capabilities : []);
  }

  return {
    async offers(name) {
      if (names === null || (retryAt !== null && clock.monotonic() >= retryAt)) names = readNames();
      return (await names).has(name);
    },
    status: (ref) => send(question(`/status/${encodeURIComponent(ref)}`, SaleStatus)),
    balance: () => send(question('/balance', Balance)),
    products: () => send(question('/products', ProductList), maxListBytes),
    customerName: (request: CustomerNameRequest) => send(question('/customer-name', CustomerName, { ...request })),
  };
}

type Logged = <T>(request: string, answer: Promise<ProviderOutcome<T>>) => Promise<ProviderOutcome<T>>;

/** Logs outcomes as those of the spec's requests. A service that offers nothing is not logged. */
export const logCapabilities = (capabilities: CapabilityClient, logged: Logged): CapabilityClient => ({
  offers: (name) => capabilities.offers(name),
  status: (ref) => logged('status', capabilities.status(ref)),
  balance: () => logged('balance', capabilities.balance()),
  products: () => logged('products', capabilities.products()),
  customerName: (request) => logged('customer-name', capabilities.customerName(request)),
});

/** Whether the service itself said something: no line, a timeout and an error of its own (5xx, 429) say nothing. */
export function hasAnswered(outcome: ProviderOutcome<unknown>): boolean {
  if (outcome.kind === 'never_sent') return false;
  if (outcome.kind === 'unclear') return outcome.status !== null && outcome.status < 500 && outcome.status !== 429;
  return outcome.kind === 'answered' || outcome.status !== 429;
}
