import { sleep } from '../../server/async.ts';
import { DueLoop } from '../../server/due-loop.ts';
import type { BridgeDeps } from './deps.ts';
import { applyWord, type Change, mayLeave, minPauseMs, type Order } from './order.ts';
import type { OrderRepository } from './order-repository.ts';
import type { Occasion, ProviderRequest, Word } from './provider-adapter.ts';

/** Longer than a request to the provider may take. */
export const providerTimeoutMs = 60_000;
const ordersAtOnce = 20;

interface Deps extends Pick<BridgeDeps, 'adapter' | 'clock' | 'monotonic' | 'sendToProvider' | 'onError'> {
  store: Pick<OrderRepository, 'change' | 'dueOrders' | 'nextOrderAt' | 'beginCheck'>;
  /** a result may have to be delivered */
  onResult(): void;
  onWord(order: Order, word: Word, source: 'answer' | 'webhook'): void;
}

/** When an attempt that begins now is looked after again, if the bridge is killed before its answer. */
export const afterAttempt = (now: number): number => now + providerTimeoutMs + minPauseMs;

/** Sends purchases that are committed, finds out what became of them, and takes in what the provider says by itself. */
export class Purchases {
  readonly #deps: Deps;
  readonly loop: DueLoop;
  #isStopped = false;
  /** when those of this run that are pending were sent, in monotonic time */
  readonly #sentAt = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
    this.loop = new DueLoop(deps.clock, () => this.#step(), deps.onError);
  }

  stop(): Promise<void> {
    this.#isStopped = true;
    return this.loop.stop();
  }

  /** Sends a purchase whose first attempt is committed. Resolves once its answer is stored; never rejects. */
  begin(order: Order): Promise<void> {
    const { adapter, monotonic } = this.#deps;
    this.#sentAt.set(order.refId, monotonic());
    return this.#exchange(order, order.kind === 'bill' ? adapter.pay(order) : adapter.order(order), 'purchase');
  }

  /** Applies a proven webhook. False: there is no such order. */
  async applyWebhook(refId: string, body: Uint8Array): Promise<boolean> {
    const { store, adapter, clock, onWord, onResult } = this.#deps;
    const now = clock.now();
    const decide = (order: Order): Change => {
      const word = adapter.readWord(order, { status: 200, body }, 'webhook');
      onWord(order, word, 'webhook');
      return applyWord(order, word, { source: 'webhook', rules: adapter, now });
    };
    const change = await store.change(refId, decide, now);
    if (change?.order.nextAt === null) this.#sentAt.delete(refId);
    if (change !== null) onResult();
    this.loop.wake();
    return change !== null;
  }

  /** Looks at an order as soon as it may. */
  async look(refId: string): Promise<void> {
    const { store, clock } = this.#deps;
    const now = clock.now();
    const sooner = (order: Order): Change => {
      const at = Math.max(now, (order.lastAt ?? now) + minPauseMs);
      const isSooner = order.state === 'pending' && (order.nextAt === null || order.nextAt > at);
      return { order: isSooner ? { ...order, nextAt: at } : order, result: null };
    };
    await store.change(refId, sooner, now);
    this.loop.wake();
  }

  async #step(): Promise<number | null> {
    const { store, adapter, clock } = this.#deps;
    for (const due of await store.dueOrders(adapter.name, clock.now(), ordersAtOnce)) {
      const now = this.#nowFor(due);
      const order = await store.beginCheck(due, { now, nextAt: afterAttempt(now), checkBuys: adapter.checkBuys });
      if (order === null) this.#sentAt.delete(due.refId);
      else void this.#exchange(order, adapter.check(order), 'check');
    }
    return store.nextOrderAt(adapter.name);
  }

  /** The time, as it would be for an order of this run without a change of the clock. */
  #nowFor({ refId, sentAt }: Order): number {
    const { clock, monotonic } = this.#deps;
    const since = this.#sentAt.get(refId);
    return since === undefined || sentAt === null ? clock.now() : Math.max(clock.now(), sentAt + monotonic() - since);
  }

  async #exchange(order: Order, request: ProviderRequest, occasion: Exclude<Occasion, 'webhook'>): Promise<void> {
    const { adapter, clock, sendToProvider, onWord } = this.#deps;
    // The machine may have slept since the commit.
    if (!mayLeave(order, adapter, this.#nowFor(order)))
      return this.#store(order.refId, (latest) => ({ order: { ...latest, nextAt: null }, result: null }));
    const word = adapter.readWord(order, await sendToProvider(request), occasion);
    onWord(order, word, 'answer');
    const now = clock.now();
    return this.#store(order.refId, (latest) => {
      const source = latest.attempts === order.attempts ? 'answer' : 'webhook';
      return applyWord(latest, word, { source, rules: adapter, now });
    });
  }

  /** Stores what was said, however long the disk is full: a prepaid order cannot be looked up later. */
  async #store(refId: string, decide: (order: Order) => Change): Promise<void> {
    const { store, clock, onError, onResult } = this.#deps;
    for (let pauseMs = 500; ; pauseMs = Math.min(60_000, pauseMs * 2)) {
      try {
        const change = await store.change(refId, decide, clock.now());
        if (change?.order.nextAt === null) this.#sentAt.delete(refId);
        onResult();
        break;
      } catch (error) {
        onError(error);
        if (this.#isStopped) break;
        await sleep(clock, pauseMs);
      }
    }
    this.loop.wake();
  }
}
