import { createHmac } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Reply } from '../../../src/bridge/core/answers.ts';
import { Bridge } from '../../../src/bridge/core/bridge.ts';
import type { Order } from '../../../src/bridge/core/order.ts';
import { OrderRepository } from '../../../src/bridge/core/order-repository.ts';
import type { ProviderAdapter, ProviderRequest, ProviderResponse } from '../../../src/bridge/core/provider-adapter.ts';
import { openEngine } from '../../../src/bridge/open-engine.ts';
import { virtualClock } from '../../support/fake-system.ts';
import { bytesOf, type Chance, chanceOf } from '../engine/chance.ts';
import { DigiflazzStandIn } from './digiflazz-stand-in.ts';
import { IakStandIn } from './iak-stand-in.ts';
import { prices, type StandIn, type StandInDeps } from './stand-in.ts';

/** What a planted bug changes about the bridge. */
export interface Planted {
  adapter?(adapter: ProviderAdapter): ProviderAdapter;
  store?(store: OrderRepository): OrderRepository;
}

const minute = 60_000;
const relayUrl = 'https://relay.example';
const webhookKey = 'key-of-the-counter';
/** One for each: its waiters are collected with it. */
const never = (): Promise<never> => new Promise(() => undefined);

/** A bridge process: when it is killed, none of its calls ever ends, and none of them reaches anything. */
class Life {
  isOver = false;
  readonly #onCall: () => void;

  constructor(onCall: () => void) {
    this.#onCall = onCall;
  }

  /** Runs a call, unless the process is killed before; its result is lost if the process is killed after. */
  async call<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!this.isOver) this.#onCall();
    if (this.isOver) return never();
    const result = await work();
    if (!this.isOver) this.#onCall();
    return this.isOver ? never() : result;
  }
}

/** Every method of a store is a call of its process. */
function storeOf(store: OrderRepository, life: Life): OrderRepository {
  return new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name, target);
      return typeof method === 'function'
        ? (...args: unknown[]) => life.call(async () => Reflect.apply(method, target, args))
        : method;
    },
  });
}

interface Delivered {
  status: string;
  sn: string;
  price: number;
}

interface Sale {
  refId: string;
  product: string;
  number: string;
  callbackUrl: string | null;
}

class World {
  readonly #chance: Chance;
  readonly #clock = virtualClock();
  readonly #standIn: StandIn;
  readonly #planted: Planted;
  readonly violations: string[] = [];
  /** what the mailbox has taken, by ref */
  readonly #delivered = new Map<string, Delivered[]>();
  readonly #sales: Sale[] = [];
  /** when a request about a purchase has left */
  readonly #left = new Map<string, number[]>();
  #engine: Awaited<ReturnType<typeof openEngine>> | null = null;
  #life: Life | null = null;
  #bridge: Bridge | null = null;
  #callsUntilKill = Number.POSITIVE_INFINITY;
  #isCalm = false;
  #clockOffset = 0;
  kills = 0;

  constructor(seed: string, standInOf: (deps: StandInDeps) => StandIn, planted: Planted) {
    this.#chance = chanceOf(seed);
    this.#planted = planted;
    this.#standIn = standInOf({
      chance: this.#chance.fork('provider'),
      now: () => this.#clock.now(),
      after: (ms, run) => void this.#clock.after(ms, run),
      webhook: (headers, body) => void this.#receiveWebhook(headers, body),
    });
  }

  async open(path: string): Promise<void> {
    this.#engine = await openEngine({ engine: 'sqlite', path });
    await this.#engine.db
      .insertInto('counters')
      .values({
        id: 'c1',
        name: 'one',
        token_hash: 'x',
        key_ciphertext: webhookKey,
        mailbox: null,
        day_limit: 5_000_000,
        created_at: 0,
        disabled_at: null,
      })
      .execute();
    this.#start();
  }

  close = async (): Promise<void> => {
    if (this.#life) this.#life.isOver = true;
    await this.#engine?.close();
  };

  #start(): void {
    if (!this.#engine) return;
    const life = new Life(() => {
      this.#callsUntilKill -= 1;
      if (this.#callsUntilKill > 0 || this.#isCalm) return;
      life.isOver = true;
      this.kills += 1;
      const downMs = this.#chance.between(0, this.#chance.happens(0.3) ? 900 : 60) * 1000;
      if (this.#chance.happens(0.2)) this.#clockOffset += this.#chance.between(-30, 30) * 1000;
      this.#bridge = null;
      this.#clock.after(downMs, () => this.#start());
    });
    this.#life = life;
    this.#callsUntilKill = this.#chance.happens(0.7) ? this.#chance.between(1, 80) : Number.POSITIVE_INFINITY;
    const plain = new OrderRepository(this.#engine);
    const store = storeOf(this.#planted.store?.(plain) ?? plain, life);
    const adapter = this.#planted.adapter?.(this.#standIn.adapter) ?? this.#standIn.adapter;
    const bridge = new Bridge({
      store,
      adapter,
      vault: { decrypt: (ciphertext) => ciphertext },
      clock: {
        now: () => this.#clock.now() + this.#clockOffset,
        after: (ms, run) => this.#clock.after(ms, () => (life.isOver ? undefined : run())),
        soon: (run) => void this.#clock.after(0, run),
      },
      monotonic: () => this.#clock.now(),
      random: bytesOf(this.#chance.fork(`life ${this.kills}`)),
      sendToProvider: (request) => life.call(() => this.#sendToProvider(request)),
      post: (request) => life.call(() => this.#post(request.url, request.headers, request.body)),
      relayUrl,
      log: () => undefined,
      onError: (error) => this.violations.push(`the bridge failed: ${String(error)}`),
    });
    this.#bridge = bridge;
    void bridge.open();
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void this.#clock.after(ms, resolve));
  }

  /** The line to the provider: slow, and it loses requests and answers. */
  async #sendToProvider(request: ProviderRequest): Promise<ProviderResponse> {
    const chance = this.#chance;
    const subject = this.#standIn.subjectOf(request);
    if (subject !== null) this.#noteLeft(subject.ref, subject.mayBuy);
    if (this.#isCalm) return this.#standIn.handle(request);
    const isSlow = chance.happens(0.2);
    await this.#sleep(isSlow ? chance.between(1, 25) * 1000 : 40);
    if (chance.happens(0.12)) {
      await this.#sleep(30_000);
      return null;
    }
    const answer = this.#standIn.handle(request);
    await this.#sleep(isSlow ? chance.between(1, 25) * 1000 : 40);
    return chance.happens(0.15) ? null : answer;
  }

  #noteLeft(ref: string, buys: boolean): void {
    const times = this.#left.get(ref) ?? [];
    // As the bridge's own clock has it, which may be set while it is down.
    const now = this.#clock.now() + this.#clockOffset;
    const before = times.at(-1);
    if (before !== undefined && now - before < minute) this.violations.push(`${ref} was asked about twice in a minute`);
    const first = times[0];
    if (buys && first !== undefined && now - first > 10 * minute)
      this.violations.push(`${ref} was ordered again after ten minutes`);
    this.#left.set(ref, [...times, now]);
  }

  async #post(url: string, headers: Readonly<Record<string, string>>, body: Uint8Array): Promise<number | null> {
    if (!this.#isCalm) {
      await this.#sleep(this.#chance.between(0, 3) * 1000);
      if (this.#chance.happens(0.3)) return this.#chance.pick([null, 500, 401, 404]);
    }
    const signature = createHmac('sha256', webhookKey).update(body).digest('hex');
    if (headers['x-service-signature'] !== signature) this.violations.push('a result is not signed');
    const result: { transaction_id: string } & Delivered = JSON.parse(Buffer.from(body).toString());
    const sale = this.#sales.find(({ refId }) => refId === result.transaction_id);
    if (url !== (sale?.callbackUrl ?? `${relayUrl}/hooks/m1`)) this.violations.push(`a result went to ${url}`);
    const results = this.#delivered.get(result.transaction_id) ?? [];
    const isRepeated = JSON.stringify(results.at(-1)) === JSON.stringify(result);
    this.#delivered.set(result.transaction_id, isRepeated ? results : [...results, result]);
    return !this.#isCalm && this.#chance.happens(0.1) ? null : 200;
  }

  async #receiveWebhook(headers: Readonly<Record<string, string>>, body: Uint8Array): Promise<void> {
    await this.#bridge?.webhook((name) => headers[name] ?? null, body);
  }

  /** A counter's request; null: the bridge was down, or was killed meanwhile. */
  async #request(send: (bridge: Bridge) => Promise<Reply>): Promise<Reply | null> {
    const bridge = this.#bridge;
    if (bridge === null) return null;
    return Promise.race([send(bridge), this.#sleep(30_000).then(() => null)]);
  }

  async #sellPrepaid(at: number): Promise<void> {
    const chance = this.#chance.fork(`order ${at}`);
    await this.#sleep(chance.between(0, 600) * 1000);
    const ref = `0197-aaaa-${at}-${chance.between(1_000_000, 9_999_999)}`;
    const callbackUrl = `${relayUrl}/hooks/m1/${ref}`;
    const product = chance.pick(Object.keys(prices));
    const number = `0878000${chance.between(10_000, 99_999)}`;
    this.#sales.push({ refId: ref.replaceAll('-', ''), product, number, callbackUrl });
    const send = (code: string) =>
      this.#request((bridge) =>
        bridge.order('c1', { product_code: code, customer_no: number, callback_url: callbackUrl }),
      );
    let reply = await send(product);
    for (let repeat = 0; repeat < 2 && chance.happens(0.35); repeat += 1) {
      await this.#sleep(chance.between(0, 1_500) * 1000);
      const isOther = reply?.status === 200 && chance.happens(0.3);
      const other = isOther ? Object.keys(prices).find((code) => code !== product) : undefined;
      const again = await send(other ?? product);
      if (other !== undefined && again !== null && again.status !== 409)
        this.violations.push(`another product under one ref was answered ${again.status}`);
      reply = again;
    }
  }

  async #sellBill(at: number): Promise<void> {
    const chance = this.#chance.fork(`bill ${at}`);
    await this.#sleep(chance.between(0, 600) * 1000);
    const request = { product_code: 'pln', customer_no: `53000000${chance.between(1_000, 9_999)}` };
    const inquired = await this.#request((bridge) => bridge.inquiry('c1', request));
    const data: { transaction_id?: string; status?: string; price?: number } = inquired?.envelope.data ?? {};
    const { transaction_id: id } = data;
    if (id === undefined || data.status !== 'inquiry') return;
    const owed = this.#standIn.books().find(({ refId }) => refId === id)?.total;
    if (owed !== data.price) this.violations.push(`a bill of ${owed} was shown as ${data.price}`);
    await this.#sleep(chance.between(0, 120) * 1000);
    for (let press = 0; press < 2; press += 1) {
      await this.#request((bridge) => bridge.pay('c1', { transaction_id: id, ...request }));
      if (!chance.happens(0.3)) break;
      await this.#sleep(chance.between(0, 900) * 1000);
    }
  }

  async run(): Promise<void> {
    const count = this.#chance.between(3, 7);
    for (let at = 0; at < count; at += 1) void (this.#chance.happens(0.7) ? this.#sellPrepaid(at) : this.#sellBill(at));
    await this.#clock.pass(60 * minute);
    this.#isCalm = true;
    this.#standIn.calm();
    // Each part that is down comes up, what is on its way arrives, and everything that has ended is sent once more.
    await this.#clock.pass(30 * minute);
    this.#standIn.repeatWebhooks();
    await this.#clock.pass(180 * minute);
    await this.#judge();
  }

  /** of how many purchases counters have a result */
  get delivered(): number {
    return this.#delivered.size;
  }

  async #judge(): Promise<void> {
    const orders = new Map<string, Order>();
    for (const order of (await this.#engine?.db.selectFrom('orders').selectAll().execute()) ?? [])
      orders.set(order.refId, order);
    const waiting = await this.#engine?.db.selectFrom('results').selectAll().where('nextAt', 'is not', null).execute();
    for (const { id, body } of waiting ?? [])
      if (this.#delivered.size > 0 || !body.includes('"pln"')) this.violations.push(`result ${id} was not delivered`);
    for (const sale of this.#standIn.books()) {
      const { refId, state, purchases, isRefund } = sale;
      const order = orders.get(refId);
      const results = this.#delivered.get(refId) ?? [];
      if (purchases > 1) this.violations.push(`${refId} was bought ${purchases} times`);
      if (state === 'inquired') {
        if (order?.state === 'success') this.violations.push(`${refId} was not paid, and is a success`);
        continue;
      }
      if (order === undefined) {
        this.violations.push(`${refId} is at the provider, and in no row`);
        continue;
      }
      const statuses = results.map(({ status }) => status);
      if (order.callbackUrl !== null && statuses.length === 0)
        this.violations.push(`${refId} ended, and no result came`);
      if (state === 'success' && statuses.includes('failed'))
        this.violations.push(`${refId} was bought, and reported as failed`);
      if (statuses.length > 0 && statuses.at(-1) !== state)
        this.violations.push(`${refId} is ${state}, and was reported as ${statuses.join(', ')}`);
      if (state === 'failed' && !isRefund && statuses.includes('success'))
        this.violations.push(`${refId} was reported as a success`);
      if (state === 'success' && statuses.length > 0 && results.at(-1)?.sn !== sale.sn)
        this.violations.push(`${refId} was reported with another serial number`);
      if (order.state === 'success' && order.cost !== sale.cost)
        this.violations.push(`${refId} cost ${sale.cost}, not ${order.cost}`);
      if (results.some(({ status, price }) => status === 'success' && price !== (sale.total ?? sale.cost)))
        this.violations.push(`${refId} was reported with another price`);
    }
    for (const order of orders.values()) {
      const isKnownThere = this.#standIn.books().some(({ refId }) => refId === order.refId);
      if (!isKnownThere && order.state === 'success') this.violations.push(`${order.refId} is a success nobody sold`);
    }
  }
}

const standIns = {
  digiflazz: (deps: StandInDeps) => new DigiflazzStandIn(deps),
  iak: (deps: StandInDeps) => new IakStandIn(deps),
};

/** Runs one seed. Answers what was broken, in the order of time. */
export async function runBridgeSeed(
  seed: number,
  {
    folder,
    planted = {},
    provider = 'digiflazz',
  }: { folder: string; planted?: Planted; provider?: keyof typeof standIns },
): Promise<{ violations: string[]; kills: number; delivered: number }> {
  const path = join(folder, `bridge-${provider}-${seed}.db`);
  const world = new World(`bridge ${seed}`, standIns[provider], planted);
  try {
    await world.open(path);
    await world.run();
  } finally {
    await world.close();
    for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true });
  }
  return { violations: world.violations, kills: world.kills, delivered: world.delivered };
}
