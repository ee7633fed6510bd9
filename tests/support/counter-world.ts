import { systemClock } from '../../src/main/base/system/clock-and-random.ts';
import type { Transport, TransportOutcome } from '../../src/main/base/system.ts';
import { createProvider } from '../../src/main/provider/client.ts';
import type { ShopDatabase } from '../../src/main/runtime/shop-database.ts';
import type { Claims, SalesPorts } from '../../src/main/sales/sales-ports.ts';
import { createSalesService, type SalesService } from '../../src/main/sales/sales-service.ts';
import type { Result } from '../../src/shared/contract/errors.ts';
import { shippedNumberPlan } from '../../src/shared/domain/number-fit.ts';
import type { SalesRules } from '../../src/shared/domain/sales-rules.ts';
import type { SupervisorVerdict } from '../../src/shared/domain/staff.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';
import { aJournal } from './database-files.ts';
import { recordingLog, seededRandom } from './fake-system.ts';
import {
  envelope,
  inquiryData,
  orderData,
  paymentData,
  postpaidData,
  prepaidData,
  statusData,
  webhookBody,
} from './provider-answers.ts';

/** What the pretended payment service comes back with: an outcome of the line, or a body to answer with. */
export type Reply = TransportOutcome | { status?: number; json?: unknown; text?: string };
/** An answer, or a way to it, so that a test can let things happen before it comes. */
type Saying = Reply | (() => Reply | Promise<Reply>);
type Operation = 'product' | 'inquiry' | 'pay' | 'order' | Capability;
/** By the last part of its path, and of a status the one before. */
type Capability = 'capabilities' | 'status' | 'balance' | 'products' | 'customer-name';

export const neverSent: Reply = { kind: 'never_sent', reason: 'ECONNREFUSED' };
export const lost: Reply = { kind: 'lost', reason: 'no whole answer in time' };
export const refusal: Reply = { json: { status: 'error', message: 'Saldo tidak cukup', data: {} } };

interface Webhooked {
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

/** Delivers a webhook to a counter, as the mailbox poller does. */
export async function deliverWebhook(
  counter: SalesService,
  fields: object,
  options: Webhooked & { cursor: string },
): Promise<void> {
  const { cursor, ref = null, event = 'transaction.update', signed = true, signature = 'ab'.repeat(32) } = options;
  const body = options.raw ?? encoder.encode(JSON.stringify(webhookBody(fields)));
  const text = new TextDecoder().decode(body);
  const receivedAt = '2026-03-10T03:00:00.000Z';
  await counter.receiveWebhook(
    { body, signed, event: { cursor, ref, receivedAt, event, signature, body: text, bodyEncoding: 'utf8' } },
    { mailbox, cursor },
  );
}

/** The counter on a real journal, with a scripted payment service, a clock that a test moves, and seeded chance. */
export async function counterWorld(
  options: {
    db?: ShopDatabase;
    wrap?: (db: ShopDatabase) => ShopDatabase;
    seed?: string;
    now?: string;
    /** the other counters of its shop */
    claims?: Claims;
  } = {},
) {
  const real = options.db ?? (await aJournal());
  const db = options.wrap?.(real) ?? real;
  const log = recordingLog();
  const published: Transaction[] = [];
  const rules: SalesRules = {
    timeZone: 'Asia/Jakarta',
    providerTimeZone: 'Asia/Jakarta',
    inquiryMinutes: 15,
    overdueMinutes: 10,
    billFee: 2500,
    twoPeople: false,
    shiftsRequired: false,
    numberPlan: shippedNumberPlan,
  };
  const state = {
    now: Date.parse(options.now ?? '2026-03-10T03:00:00.000Z'),
    isRelayLive: true,
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
    /** A sleep ends at once. */
    async sleep(ms: number) {
      slept.push(ms);
      state.now += ms;
    },
  };
  const service = scriptedService();
  const ports: SalesPorts = {
    db,
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
    isRelayLive: async () => state.isRelayLive,
    claims: () => options.claims ?? null,
    relayAheadMs: () => state.relayAheadMs,
    clock,
    random: seededRandom(options.seed ?? 'counter-world'),
    rules: () => rules,
    supervisor: async () => state.supervisor,
    secondPerson: async () => state.secondPerson,
    publishSale: (sale) => void published.push(sale),
    log,
  };
  const counter = createSalesService(ports);
  const order = (more: Partial<Parameters<SalesService['order']>[0]> = {}) =>
    counter.order({ productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, ...more });

  return {
    ...service,
    counter,
    ports,
    db,
    log,
    rules,
    state,
    slept,
    published,
    order,
    /** An order's sale, however the order went. */
    ordered: async (more: Parameters<typeof order>[0] = {}) => saleOf(await order(more)),
    inquired: async (more: Partial<Parameters<SalesService['inquiry']>[0]> = {}) =>
      saleOf(await counter.inquiry({ productCode: 'PLNPOST', customerNo: '530000000001', ...more })),
    pass: (ms: number) => {
      state.now += ms;
    },
    /** A webhook comes out of the mailbox: the documented body with these fields, signed rightly unless said otherwise. */
    async receiveWebhook(fields: object, options: Webhooked = {}) {
      state.cursor += 1;
      const cursor = options.cursor ?? `c${String(state.cursor).padStart(4, '0')}`;
      await deliverWebhook(counter, fields, { ...options, cursor });
      return cursor;
    },
    cursor: () => db.cursor(mailbox),
    async stored(id: string): Promise<Transaction> {
      const sale = await db.get(id);
      if (!sale) throw new Error('no such sale');
      return sale;
    },
    events: async (id: string) => (await db.timeline(id)).map(({ type }) => type),
    quarantined: async () => (await db.quarantined(50)).map(({ reason }) => reason),
  };
}

export type CounterWorld = Awaited<ReturnType<typeof counterWorld>>;

/** The sale in a result, stored with it or named by its error. */
export function saleOf(result: Result<Transaction>): Transaction {
  const sale = result.ok ? result.value : result.error.transaction;
  if (!sale) throw new Error(`no sale: ${result.ok ? '' : result.error.code}`);
  return sale;
}

/** Of a service of the spec alone. */
export const notThere: Reply = { status: 404, json: { status: 'error', message: 'Alamat tidak ditemukan', data: {} } };

function scriptedService() {
  const noPause = { product_name: 'Telkomsel 10.000', start_cut_off: '00:00:00', end_cut_off: '00:00:00' };
  const script: Record<Operation, Saying> = {
    product: { json: envelope(prepaidData(noPause)) },
    inquiry: { json: envelope(inquiryData()) },
    pay: { json: envelope(paymentData()) },
    order: { json: envelope(orderData()) },
    capabilities: notThere,
    status: notThere,
    balance: notThere,
    products: notThere,
    'customer-name': notThere,
  };
  const requests: { operation: Operation; body: unknown; url: string }[] = [];
  const say = (operation: Operation, saying: Saying): void => {
    script[operation] = saying;
  };
  const transport: Transport = {
    async exchange(request) {
      const operation = operationOf(request.url);
      const body = request.body ? JSON.parse(new TextDecoder().decode(request.body)) : null;
      requests.push({ operation, body, url: request.url });
      const bill = operation === 'product' && request.url.endsWith('/PLNPOST') && script.product === usualProduct;
      const saying = bill ? usualBill : script[operation];
      const reply = typeof saying === 'function' ? await saying() : saying;
      return 'kind' in reply ? reply : answered(reply);
    },
  };
  const usualProduct = script.product;
  const usualBill: Reply = { json: envelope(postpaidData({ product_name: 'PLN Pascabayar' })) };
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
      status: (fields: object) => say('status', { json: envelope(statusData(fields)) }),
      capabilities: (capabilities: unknown) => say('capabilities', { json: envelope({ capabilities }) }),
    },
    requests,
    times: (operation: Operation) => requests.filter((one) => one.operation === operation).length,
    transport,
  };
}

function operationOf(url: string): Operation {
  if (url.endsWith('/order')) return 'order';
  if (url.endsWith('/billing/inquiry')) return 'inquiry';
  if (url.endsWith('/billing/pay')) return 'pay';
  const capability = /\/v1\/(capabilities|status|balance|products|customer-name)(?:\/|$)/.exec(url)?.[1];
  return capability === undefined ? 'product' : (capability as Capability);
}

function answered({ status = 200, json, text }: Exclude<Reply, TransportOutcome>): TransportOutcome {
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

/** A pending order, with cash for it in the drawer. */
export async function withPending() {
  const world = await counterWorld();
  const sale = await world.ordered({ tendered: 12_000 });
  return { world, sale, now: () => world.stored(sale.id) };
}

/** An order whose answer never came. */
export async function withUnknown() {
  const world = await counterWorld();
  world.say('order', lost);
  const sale = await world.ordered();
  return { world, sale, now: () => world.stored(sale.id) };
}

/** An inquired bill, and the button that pays it. */
export async function withBill() {
  const world = await counterWorld();
  const bill = await world.inquired();
  const pay = (more: { tendered?: number; allowCash?: number; allowDuplicate?: boolean } = {}) =>
    world.counter.pay({ id: bill.id, ...more });
  return { world, bill, pay };
}

/** Which of the actors that wait goes on. */
export type Choose = (waiting: readonly string[]) => string;

/** Everybody has gone as far as they can by themselves: all there is are promises. */
const quiet = () => new Promise((resolve) => setImmediate(resolve));

/**
 * Lets actors race on one journal, each stopping before it reads or writes a sale, so that a test says who goes on: every
 * order in which one's commit can fall between another's read and commit can be brought about.
 */
export function createRace(db: ShopDatabase) {
  const waiting: { actor: string; go: () => void }[] = [];
  let racing = false;
  const turn = (actor: string): Promise<void> =>
    racing ? new Promise((resolve) => waiting.push({ actor, go: resolve })) : Promise.resolve();
  return {
    /** The journal as this actor has it; nobody stops before the race has begun. */
    of: (actor: string): ShopDatabase => ({
      ...db,
      get: (id) => turn(actor).then(() => db.get(id)),
      commit: (change) => turn(actor).then(() => db.commit(change)),
    }),
    /** Begins, and is over when all actors are. */
    async run(actors: ReadonlyArray<() => Promise<unknown>>, choose: Choose): Promise<void> {
      racing = true;
      const over = Promise.all(actors.map((actor) => actor()));
      for (await quiet(); waiting.length > 0; await quiet()) {
        const chosen = choose([...new Set(waiting.map(({ actor }) => actor))].toSorted());
        const at = waiting.findIndex(({ actor }) => actor === chosen);
        waiting.splice(at, 1)[0]?.go();
      }
      racing = false;
      await over;
    },
  };
}

/** Runs again and again, each time with other choices, until every order has been had. Answers how many there were. */
export async function everyOrder(run: (choose: Choose) => Promise<void>): Promise<number> {
  let path: { taken: number; of: number }[] = [];
  for (let runs = 1; ; runs += 1) {
    let step = 0;
    await run((actors) => {
      const choice = path[step] ?? { taken: 0, of: actors.length };
      path[step] = choice;
      step += 1;
      return actors[choice.taken] ?? '';
    });
    path = path.slice(0, step);
    while ((path.at(-1)?.taken ?? 0) + 1 === path.at(-1)?.of) path.pop();
    const last = path.at(-1);
    if (!last) return runs;
    last.taken += 1;
  }
}
