import type { Status } from '../../shared/contract/events.ts';
import { sameCustomerNo } from '../../shared/domain/customer-no.ts';
import { defaultRefusalWords, statusWord } from '../../shared/domain/provider-answer.ts';
import { type Reading, readWire, type WireFault } from '../../shared/wire/fields.ts';
import {
  type InquiryRequest,
  InquiryResult,
  type OrderRequest,
  OrderResult,
  PaymentData,
  type PaymentRequest,
  type PaymentResult,
  PostpaidProduct,
  PrepaidProduct,
  productShape,
} from '../../shared/wire/provider.ts';
import type { Clock, Log, LogFact, Transport, TransportOutcome } from '../base/system.ts';
import { createCapabilityClient, logCapabilities } from './capabilities.ts';
import {
  below,
  classifyResponse,
  type Operation,
  type ProductAnswer,
  type Provider,
  type ProviderOutcome,
  type Refusals,
  type SafeOperation,
} from './classify-response.ts';

export interface ProviderOptions {
  transport: Transport;
  clock: Clock;
  /** {base_url} of the interface; ends in /v1 */
  baseUrl: string;
  /** headers that the provider wants beside the interface, which documents no authorisation */
  headers: Readonly<Record<string, string>>;
  connectTimeoutMs: number;
  answerTimeoutMs: number;
  maxAnswerBytes?: number;
  /** how long an answer to an order or a payment is still read after the time limit; absent: not at all */
  lateAnswerMs?: number;
  /** ends the reading of late answers when the client is closed */
  signal?: AbortSignal;
  /** HTTP codes whose readable refusal is believed */
  refusalCodes: readonly number[];
  /** words of an envelope's status that are accepted as a refusal of an order or a payment; absent: the default ones */
  refusalWords?: readonly string[];
}

const lookupPausesMs = [250, 1000];
const inquiryPausesMs = [250];

/** The client of the payment service. docs/adr/0003-life-of-a-sale.md says what each outcome means for the money. */
export function createProvider({ maxAnswerBytes = 1024 * 1024, ...options }: ProviderOptions): Provider {
  const endpoint = {
    transport: options.transport,
    baseUrl: options.baseUrl.replace(/\/+$/, ''),
    headers: options.headers,
    connectTimeoutMs: options.connectTimeoutMs,
    answerTimeoutMs: options.answerTimeoutMs,
    lateAnswerMs: options.lateAnswerMs ?? 0,
    maxAnswerBytes,
    ...(options.signal ? { signal: options.signal } : {}),
    refusals: {
      codes: new Set(options.refusalCodes),
      words: new Set((options.refusalWords ?? defaultRefusalWords).map(statusWord)),
    },
  };
  const again = { endpoint, clock: options.clock };
  return {
    product: (productCode) => sendWithRetry(again, productOperation(productCode), lookupPausesMs, () => true),
    inquiry: (request) =>
      sendWithRetry(again, inquiryOperation(request), inquiryPausesMs, (outcome) => outcome.kind === 'never_sent'),
    pay: (request) => sendOnce(endpoint, payOperation(request)),
    order: (request) => sendOnce(endpoint, orderOperation(request)),
    capabilities: createCapabilityClient(
      (operation, maxBytes = maxAnswerBytes) => sendOnce({ ...endpoint, maxAnswerBytes: maxBytes }, operation),
      options.clock,
    ),
  };
}

/** POST /billing/inquiry (spec, Endpoints). A bill of another product is not the one that the customer came to pay. */
function inquiryOperation(request: { productCode: string; customerNo: string }): SafeOperation<InquiryResult> {
  const body: InquiryRequest = { product_code: request.productCode, customer_no: request.customerNo };
  return {
    method: 'POST',
    path: '/billing/inquiry',
    body: { ...body },
    movesMoney: false,
    read: (data) => below('data', readWire(InquiryResult, data)),
    failed: (value) => value.status === 'failed',
    mismatch: (value) =>
      isOtherProduct(request.productCode, value.product_code) ? 'the answer is about another product' : null,
    oddities: () => [],
  };
}

/** POST /order (spec, Endpoints). Another product code in the answer is odd, but the order is placed. */
function orderOperation(request: {
  productCode: string;
  customerNo: string;
  callbackUrl: string;
}): Operation<OrderResult> {
  const body: OrderRequest = {
    product_code: request.productCode,
    customer_no: request.customerNo,
    callback_url: request.callbackUrl,
  };
  return {
    method: 'POST',
    path: '/order',
    body: { ...body },
    movesMoney: true,
    read: (data) => below('data', readWire(OrderResult, data)),
    failed: (value) => value.status === 'failed',
    mismatch: () => null,
    oddities: (value) => otherProduct('data.product_code', request.productCode, value.product_code),
  };
}

/** The outcomes without a report: not connected, no whole answer, or the server's own error. */
type Silence = Extract<ProviderOutcome<unknown>, { kind: 'never_sent' | 'unclear' }>;

/**
 * Asks, and asks again after each pause while nothing came of it and the connection is open. Takes harmless questions only: an order
 * or a payment does not fit its type.
 */
async function sendWithRetry<T>(
  { endpoint, clock }: { endpoint: Endpoint; clock: Clock },
  operation: SafeOperation<T>,
  pausesMs: readonly number[],
  worthwhile: (silence: Silence) => boolean,
): Promise<ProviderOutcome<T>> {
  let outcome = await sendOnce(endpoint, operation);
  for (const pause of pausesMs) {
    if (endpoint.signal?.aborted || !isSilence(outcome) || !worthwhile(outcome)) break;
    await clock.sleep(pause);
    outcome = await sendOnce(endpoint, operation);
  }
  return outcome;
}

function isSilence(outcome: ProviderOutcome<unknown>): outcome is Silence {
  if (outcome.kind === 'unclear') return outcome.status === null || outcome.status >= 500;
  return outcome.kind === 'never_sent';
}

/** GET /product/{product_code} (spec, Endpoints). */
function productOperation(productCode: string): SafeOperation<ProductAnswer> {
  return {
    method: 'GET',
    path: `/product/${encodeURIComponent(productCode.toWellFormed())}`,
    body: null,
    movesMoney: false,
    read: (data) => below('data', readProduct(data)),
    failed: () => false,
    mismatch: ({ product }) =>
      isOtherProduct(productCode, product.product_code) ? 'the answer is about another product' : null,
    oddities: () => [],
  };
}

function readProduct(data: unknown): Reading<ProductAnswer> {
  const kind = productShape(data);
  if (kind === 'prepaid') {
    const reading = readWire(PrepaidProduct, data);
    return reading.ok ? { ...reading, value: { kind, product: reading.value } } : reading;
  }
  if (kind === 'postpaid') {
    const reading = readWire(PostpaidProduct, data);
    return reading.ok ? { ...reading, value: { kind, product: reading.value } } : reading;
  }
  return { ok: false, faults: [{ path: '', problem: 'neither a prepaid nor a postpaid product' }] };
}

interface BillPayment {
  transactionId: string;
  productCode: string;
  customerNo: string;
}

/** POST /billing/pay (spec, Endpoints). An answer about another transaction or customer is no report about this one. */
function payOperation(payment: BillPayment): Operation<PaymentResult> {
  const body: PaymentRequest = {
    transaction_id: payment.transactionId,
    product_code: payment.productCode,
    customer_no: payment.customerNo,
  };
  return {
    method: 'POST',
    path: '/billing/pay',
    body: { ...body },
    movesMoney: true,
    read: readPayment,
    failed: (value) => value.status === 'Gagal',
    mismatch: (value) => mismatchOf(value, payment),
    oddities: (value) => otherProduct('data.data.product_code', payment.productCode, value.product_code),
  };
}

/** The result is wrapped twice: the paths of its faults begin with "data.data". */
function readPayment(data: unknown): Reading<PaymentResult> {
  const reading = below('data', readWire(PaymentData, data));
  return reading.ok ? { ...reading, value: reading.value.data } : reading;
}

function mismatchOf(value: PaymentResult, payment: BillPayment): string | null {
  if (value.transaction_id !== payment.transactionId) return 'the answer is about another transaction';
  const { customer_no } = value;
  // A failed payment need not name its customer; a number that it names must be the right one.
  if (value.status === 'Gagal' && (customer_no === null || customer_no.trim() === '')) return null;
  if (customer_no !== null && sameCustomerNo(customer_no, payment.customerNo)) return null;
  return 'the answer is about another customer';
}

/** Whether an answer names a product other than the requested one; an answer without a product does not differ. */
function isOtherProduct(productCode: string, answered: string | null): boolean {
  return answered !== null && answered.trim().toUpperCase() !== productCode.trim().toUpperCase();
}

function otherProduct(path: string, productCode: string, answered: string | null): WireFault[] {
  return isOtherProduct(productCode, answered) ? [{ path, problem: 'is not the product that was asked for' }] : [];
}

/** Shared by all requests to one provider. */
interface Endpoint {
  transport: Transport;
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  connectTimeoutMs: number;
  answerTimeoutMs: number;
  /** how long an answer to a request that moves money is still read after the time limit; 0: not at all */
  lateAnswerMs: number;
  /** ends the reading of late answers */
  signal?: AbortSignal;
  maxAnswerBytes: number;
  refusals: Refusals;
}

/**
 * Asks once. This is the only place where a request leaves for the provider, it makes one exchange, and it must stay that
 * way: the interface knows no idempotency key, so a second request is a second sale.
 */
async function sendOnce<T>(endpoint: Endpoint, operation: Operation<T>): Promise<ProviderOutcome<T>> {
  const body = operation.body ? new TextEncoder().encode(JSON.stringify(operation.body)) : null;
  const sent = body ?? new Uint8Array();
  const outcome = await endpoint.transport.exchange({
    method: operation.method,
    url: endpoint.baseUrl + operation.path,
    headers: {
      accept: 'application/json',
      ...endpoint.headers,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body } : {}),
    ...(operation.method === 'GET' && !operation.movesMoney ? { keepAlive: true } : {}),
    connectTimeoutMs: endpoint.connectTimeoutMs,
    answerTimeoutMs: endpoint.answerTimeoutMs,
    ...(operation.movesMoney && endpoint.lateAnswerMs > 0 ? { lateAnswerMs: endpoint.lateAnswerMs } : {}),
    ...(endpoint.signal ? { signal: endpoint.signal } : {}),
    maxAnswerBytes: endpoint.maxAnswerBytes,
  });
  const read = (came: TransportOutcome): ProviderOutcome<T> => {
    if (came.kind === 'never_sent') return { ...came, sent };
    if (came.kind === 'answered')
      return { ...classifyResponse(came, operation, endpoint.refusals), sent, answer: came.body };
    const late = came.late?.then(read);
    return {
      kind: 'unclear',
      reason: came.reason,
      status: null,
      faults: [],
      sent,
      answer: null,
      ...(late ? { late } : {}),
    };
  };
  return read(outcome);
}

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

/**
 * A transport that keeps whether the provider was reached, for the status in the top bar. One answer that was lost is one lost answer:
 * the provider is away once no connection is made, or the next answer is lost too.
 */
export function watchTransport(inner: Transport, clock: Clock, changed: () => void): TransportHealth {
  let seen: Status['provider'] = { state: 'untried', at: null };
  let isOneLost = false;
  return {
    async exchange(request) {
      const outcome = await inner.exchange(request);
      const before = seen.state;
      const isFirstLoss = outcome.kind === 'lost' && before === 'reachable' && !isOneLost;
      isOneLost = isFirstLoss;
      if (isFirstLoss) return outcome;
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
  const logged = async <T>(request: string, answer: Promise<ProviderOutcome<T>>): Promise<ProviderOutcome<T>> => {
    const outcome = await answer;
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
        const message = outcome.answer === null ? 'no answer of the payment service' : 'an answer cannot be used';
        log.warn(message, { request, reason, status, ...fieldsOf(faults) });
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
    inquiry: (request) => logged('inquiry', provider.inquiry(request)),
    pay: (request) => logged('pay', provider.pay(request)),
    order: (request) => logged('order', provider.order(request)),
    capabilities: logCapabilities(provider.capabilities, logged),
  };
}

/** Names of documented fields; the answer's values stay out. */
const fieldsOf = (faults: ReadonlyArray<{ path: string }>): Record<string, LogFact> =>
  faults.length === 0 ? {} : { fields: faults.map(({ path }) => path).join(' ') };

type ProductOutcome = Awaited<ReturnType<Provider['product']>>;

const otherRefusals: ReadonlySet<number> = new Set([401, 403, 429]);

/** Whether the answer may mean that there is no such product: no answer at all, and a refusal of the key, say nothing about it. */
const mayBeUnknown = (outcome: ProductOutcome): boolean =>
  (outcome.kind === 'refused' && (outcome.status === null || !otherRefusals.has(outcome.status))) ||
  (outcome.kind === 'unclear' && outcome.status === 404);

/**
 * Asks about a product by its code as typed and, where the provider does not know it, once more in capitals, as most codes are written.
 * The question changes nothing at the provider, so it may be repeated. An answer to the second one counts only where it knows the product.
 */
export async function productInAnyCase(provider: Provider, productCode: string): Promise<ProductOutcome> {
  const outcome = await provider.product(productCode);
  const capitals = productCode.toUpperCase();
  if (capitals === productCode || !mayBeUnknown(outcome)) return outcome;
  const second = await provider.product(capitals);
  return second.kind === 'answered' ? second : outcome;
}
