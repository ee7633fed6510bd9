import { systemClock } from '../../src/main/base/system/node-system.ts';
import type { Transport, TransportOutcome } from '../../src/main/base/system.ts';
import { createProvider } from '../../src/main/provider/client.ts';
import { type ShopDatabase } from '../../src/main/runtime/shop-database.ts';
import type { SalesPorts, SalesRules, SupervisorVerdict } from '../../src/main/sales/sales-ports.ts';
import { createSalesService, type SalesService } from '../../src/main/sales/sales-service.ts';
import type { Result } from '../../src/shared/contract/errors.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';
import { envelope, inquiryData, orderData, paymentData, postpaidData, prepaidData, webhookBody } from './answers.ts';
import { heardLog } from './heard-log.ts';
import { aJournal } from './journal-folder.ts';
import { seededRandom } from './seeded-random.ts';

/** What the pretended payment service comes back with: an outcome of the line, or a body to answer with. */
export type Said = TransportOutcome | { status?: number; json?: unknown; text?: string };
/** An answer, or a way to it, so that a test can let things happen before it comes. */
export type Saying = Said | (() => Said | Promise<Said>);
export type Operation = 'product' | 'inquiry' | 'pay' | 'order';

export const neverSent: Said = { kind: 'never_sent', reason: 'ECONNREFUSED' };
export const lost: Said = { kind: 'lost', reason: 'no whole answer in time' };
export const refusal: Said = { json: { status: 'error', message: 'Saldo tidak cukup', data: {} } };

export interface Webhooked {
  ref?: string | null;
  event?: string | null;
  signature?: string;
  signed?: boolean;
  /** instead of the documented body with `fields` in it */
  raw?: Uint8Array;
  cursor?: string;
}

const encoder = new TextEncoder();
export const mailbox = 'https://relay.example#m1';

/** Hands a webhook to a counter as the ear does when it comes out of the mailbox. */
export async function hearWith(
  counter: SalesService,
  fields: object,
  how: Webhooked & { cursor: string },
): Promise<void> {
  const { cursor, ref = null, event = 'transaction.update', signed = true, signature = 'ab'.repeat(32) } = how;
  const body = how.raw ?? encoder.encode(JSON.stringify(webhookBody(fields)));
  const text = new TextDecoder().decode(body);
  const receivedAt = '2026-03-10T03:00:00.000Z';
  await counter.receiveWebhook(
    { body, signed, event: { cursor, ref, receivedAt, event, signature, body: text, bodyEncoding: 'utf8' } },
    { mailbox, cursor },
  );
}

/** The counter on a real journal, with a scripted payment service, a clock that a test moves, and seeded chance. */
export async function counterWorld(
  given: { journal?: ShopDatabase; wrap?: (journal: ShopDatabase) => ShopDatabase; seed?: string; now?: string } = {},
) {
  const real = given.journal ?? (await aJournal());
  const journal = given.wrap?.(real) ?? real;
  const log = heardLog();
  const announced: Transaction[] = [];
  const rules: SalesRules = {
    timeZone: 'Asia/Jakarta',
    providerTimeZone: 'Asia/Jakarta',
    inquiryMinutes: 15,
    overdueMinutes: 10,
    billFee: 2500,
    twoPeople: false,
    shiftsRequired: false,
  };
  const state = {
    now: Date.parse(given.now ?? '2026-03-10T03:00:00.000Z'),
    hears: true,
    relayAheadMs: null as number | null,
    supervisor: 'ok' as SupervisorVerdict,
    secondPerson: 'ok' as SupervisorVerdict,
    cursor: 0,
  };
  const slept: number[] = [];
  const clock = {
    ...systemClock,
    now: () => state.now,
    monotonic: () => state.now,
    /** Time passes at once for whoever sleeps. */
    async sleep(ms: number) {
      slept.push(ms);
      state.now += ms;
    },
  };
  const service = scriptedService();
  const ports: SalesPorts = {
    journal,
    provider: createProvider({
      transport: service.transport,
      clock,
      baseUrl: 'https://provider.example/v1',
      headers: {},
      connectTimeoutMs: 1000,
      answerTimeoutMs: 2000,
      refusalCodes: [200, 400, 401, 403, 404, 422],
    }),
    callbackUrl: (ref) => `https://relay.example/hooks/m1/${ref}`,
    isRelayLive: async () => state.hears,
    relayAheadMs: () => state.relayAheadMs,
    clock,
    random: seededRandom(given.seed ?? 'counter-world'),
    rules: () => rules,
    supervisor: async () => state.supervisor,
    secondPerson: async () => state.secondPerson,
    publishSale: (sale) => void announced.push(sale),
    log,
  };
  const counter = createSalesService(ports);
  const order = (more: Partial<Parameters<SalesService['order']>[0]> = {}) =>
    counter.order({ productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, ...more });

  return {
    ...service,
    counter,
    ports,
    journal,
    log,
    rules,
    state,
    slept,
    announced,
    order,
    /** An order's sale, however the order went. */
    ordered: async (more: Parameters<typeof order>[0] = {}) => saleOf(await order(more)),
    inquired: async (more: Partial<Parameters<SalesService['inquiry']>[0]> = {}) =>
      saleOf(await counter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001', ...more })),
    pass: (ms: number) => {
      state.now += ms;
    },
    /** A webhook comes out of the mailbox: the documented body with these fields, signed rightly unless said otherwise. */
    async receiveWebhook(fields: object, how: Webhooked = {}) {
      state.cursor += 1;
      const cursor = how.cursor ?? `c${String(state.cursor).padStart(4, '0')}`;
      await hearWith(counter, fields, { ...how, cursor });
      return cursor;
    },
    cursor: () => journal.cursor(mailbox),
    async stored(id: string): Promise<Transaction> {
      const sale = await journal.get(id);
      if (!sale) throw new Error('no such sale');
      return sale;
    },
    events: async (id: string) => (await journal.timeline(id)).map(({ type }) => type),
    setAside: async () => (await journal.setAside(50)).map(({ reason }) => reason),
  };
}

export type CounterWorld = Awaited<ReturnType<typeof counterWorld>>;

/** The sale in a result, stored with it or named by its error. */
export function saleOf(result: Result<Transaction>): Transaction {
  const sale = result.ok ? result.value : result.error.transaction;
  if (!sale) throw new Error(`no sale: ${result.ok ? '' : result.error.code}`);
  return sale;
}

function scriptedService() {
  const noPause = { product_name: 'Telkomsel 10.000', start_cut_off: '00:00:00', end_cut_off: '00:00:00' };
  const script: Record<Operation, Saying> = {
    product: { json: envelope(prepaidData(noPause)) },
    inquiry: { json: envelope(inquiryData()) },
    pay: { json: envelope(paymentData()) },
    order: { json: envelope(orderData()) },
  };
  const asked: { operation: Operation; body: unknown }[] = [];
  const say = (operation: Operation, saying: Saying): void => {
    script[operation] = saying;
  };
  const transport: Transport = {
    async exchange(request) {
      const operation = operationOf(request.url);
      asked.push({ operation, body: request.body ? JSON.parse(new TextDecoder().decode(request.body)) : null });
      const bill = operation === 'product' && request.url.endsWith('/PLNPOST') && script.product === usualProduct;
      const saying = bill ? usualBill : script[operation];
      const said = typeof saying === 'function' ? await saying() : saying;
      return 'kind' in said ? said : answered(said);
    },
  };
  const usualProduct = script.product;
  const usualBill: Said = { json: envelope(postpaidData({ product_name: 'PLN Pascabayar' })) };
  return {
    say,
    /** The documented resource of an operation, with these fields. */
    says: {
      product: (fields: object) => say('product', { json: envelope(prepaidData({ ...noPause, ...fields })) }),
      bill: (fields: object) =>
        say('product', { json: envelope(postpaidData({ product_name: 'PLN Pascabayar', ...fields })) }),
      inquiry: (fields: object) => say('inquiry', { json: envelope(inquiryData(fields)) }),
      pay: (fields: object) => say('pay', { json: envelope(paymentData(fields)) }),
      order: (fields: object) => say('order', { json: envelope(orderData(fields)) }),
    },
    asked,
    times: (operation: Operation) => asked.filter((one) => one.operation === operation).length,
    transport,
  };
}

function operationOf(url: string): Operation {
  if (url.endsWith('/order')) return 'order';
  if (url.endsWith('/billing/inquiry')) return 'inquiry';
  if (url.endsWith('/billing/pay')) return 'pay';
  return 'product';
}

function answered({ status = 200, json, text }: Exclude<Said, TransportOutcome>): TransportOutcome {
  const body = encoder.encode(text ?? JSON.stringify(json));
  return { kind: 'answered', status, headers: {}, body };
}

/** A promise with its ends in hand. */
export function held<T>() {
  let release = (_value: T): void => {};
  const promise = new Promise<T>((resolve) => {
    release = resolve;
  });
  return { promise, release: (value: T) => release(value) };
}
