import { describe, expect, test } from 'vitest';
import type { OrderRepository } from '../../src/bridge/core/order-repository.ts';
import type { ProviderAdapter, Word } from '../../src/bridge/core/provider-adapter.ts';
import { soakSize } from '../support/soak.ts';
import { folder } from '../support/temporary-folder.ts';
import { type Planted, runBridgeSeed } from './bridge/run-bridge.ts';

const count = soakSize({ usual: 80, soak: 20_000 });

test.for(['digiflazz', 'iak'] as const)(
  `of %s one ref is one purchase, and every result is true, in seeds 1 to ${count}`,
  {
    timeout: 3_600_000,
  },
  async (provider) => {
    const place = await folder();
    let [kills, delivered] = [0, 0];
    for (let seed = 1; seed <= count; seed += 1) {
      const result = await runBridgeSeed(seed, { folder: place, provider });
      expect(result.violations, `seed ${seed}`).toEqual([]);
      kills += result.kills;
      delivered += result.delivered;
    }
    expect(kills / count).toBeGreaterThan(1);
    expect(delivered / count).toBeGreaterThan(1.5);
  },
);

/** Replaces what a bridge reads, before it decides. */
const reading = (change: (word: Word, adapter: ProviderAdapter) => Word): Planted => ({
  adapter: (adapter) => ({ ...adapter, readWord: (...args) => change(adapter.readWord(...args), adapter) }),
});

/** Rows that are committed only when something is said of them. */
class LateRows {
  readonly #store: OrderRepository;
  readonly #waiting = new Map<string, () => Promise<unknown>>();

  constructor(store: OrderRepository) {
    this.#store = store;
  }

  readonly planted = (): OrderRepository => {
    const place: OrderRepository['place'] = async (order, mailbox) => {
      const existing = await this.#store.find(order.refId);
      if (existing !== null || order.state !== 'pending') return this.#store.place(order, mailbox);
      this.#waiting.set(order.refId, () => this.#store.place(order, mailbox));
      return { kind: 'placed', order };
    };
    const change: OrderRepository['change'] = async (refId, decide, now) => {
      await this.#waiting.get(refId)?.();
      this.#waiting.delete(refId);
      return this.#store.change(refId, decide, now);
    };
    return new Proxy(this.#store, {
      get: (target, name) => {
        if (name === 'place') return place;
        if (name === 'change') return change;
        const method: unknown = Reflect.get(target, name, target);
        return typeof method === 'function' ? method.bind(target) : method;
      },
    });
  };
}

describe('a planted bug is found within 60 seeds', () => {
  const bugs: Readonly<Record<string, Planted>> = {
    'a check of a prepaid order after ten minutes': { adapter: (adapter) => ({ ...adapter, checkBuys: false }) },
    'rc 49 as failed': reading((word) => (word.code === 'rc_49' ? { ...word, says: 'failed' } : word)),
    'a timeout as failed': reading((word) => (word.says === 'look_again' ? { ...word, says: 'failed' } : word)),
    'no answer as failed': reading((word) => (word.code === 'no_answer' ? { ...word, says: 'failed' } : word)),
    'a refusal believed of a check': reading((word) => (word.says === 'refused' ? { ...word, says: 'failed' } : word)),
    'an HTTP error with a readable body': reading((word) =>
      word.code === 'http_502' ? { ...word, says: 'failed' } : word,
    ),
    'price and selling_price exchanged': {
      adapter: (adapter) => ({
        ...adapter,
        readInquiry: (...args) => {
          const bill = adapter.readInquiry(...args);
          return bill.says === 'bill' ? { ...bill, cost: bill.total, total: bill.cost } : bill;
        },
      }),
    },
    'no row before the request leaves': { store: (store) => new LateRows(store).planted() },
    'a webhook whose signature is not looked at': {
      adapter: (adapter) => ({
        ...adapter,
        readWebhook: (header, body) => {
          const webhook = adapter.readWebhook(header, body);
          const ref: unknown = JSON.parse(Buffer.from(body).toString()).data?.ref_id;
          return webhook.kind === 'unverified' && typeof ref === 'string' ? { kind: 'word', refId: ref } : webhook;
        },
      }),
    },
    "a bill's inquiry taken for its payment": {
      adapter: (adapter) => ({ ...adapter, readWord: (sale, answer) => adapter.readWord(sale, answer, 'purchase') }),
    },
    'a success with HTTP 400': {
      adapter: (adapter) => ({
        ...adapter,
        readWord: (sale, answer, occasion) => adapter.readWord(sale, answer && { ...answer, status: 200 }, occasion),
      }),
    },
    'a refund that is not reported': reading((word) =>
      word.says === 'refunded' ? { ...word, says: 'pending' } : word,
    ),
  };

  const bugsOfIak: Readonly<Record<string, Planted>> = {
    'a callback that is believed': {
      adapter: (adapter) => ({
        ...adapter,
        readWebhook: (header, body) => {
          const reading = adapter.readWebhook(header, body);
          return reading.kind === 'hint' ? { kind: 'word', refId: reading.refId } : reading;
        },
      }),
    },
    'price and selling_price as at Digiflazz': {
      adapter: (adapter) => ({
        ...adapter,
        readInquiry: (...args) => {
          const bill = adapter.readInquiry(...args);
          return bill.says === 'bill' ? { ...bill, cost: bill.total, total: bill.cost } : bill;
        },
      }),
    },
    'an order that is sent again to look it up': { adapter: (adapter) => ({ ...adapter, check: adapter.order }) },
    'never received believed at once': reading((word) =>
      word.says === 'look_again' ? { ...word, says: 'failed' } : word,
    ),
  };
  const all = [
    ...Object.entries(bugs).map(([bug, planted]) => ['digiflazz', bug, planted] as const),
    ...Object.entries(bugsOfIak).map(([bug, planted]) => ['iak', bug, planted] as const),
  ];

  test.for(all)('%s: %s', async ([provider, , planted]) => {
    const place = await folder();
    const violations: string[] = [];
    for (let seed = 1; seed <= 60 && violations.length === 0; seed += 1)
      violations.push(...(await runBridgeSeed(seed, { folder: place, planted, provider })).violations);
    expect(violations).not.toEqual([]);
  });
});
