import type { Chance } from '../engine/chance.ts';
import type { Schedule } from '../engine/schedule.ts';
import type { Exchange, Harm } from '../plan/plan.ts';

/** What will be done to one exchange. */
export interface Fate {
  harm: Harm | null;
  /** how long what is stuck or late is held up */
  heldMs: number;
  /** the way there and the way back */
  thereMs: number;
  backMs: number;
}

/** The network, as far as it can hurt. */
export interface Line {
  fate(exchange: Exchange): Fate;
  harmNext(exchange: Exchange, harm: Harm, ms: number): void;
  cut(between: Cut, ms: number): void;
  heal(): void;
}

export type Cut = 'provider' | 'relay' | 'webhooks';

const cutOf: Readonly<Record<Exchange, Cut>> = {
  product: 'provider',
  inquiry: 'provider',
  order: 'provider',
  pay: 'provider',
  webhook: 'webhooks',
  poll: 'relay',
  ack: 'relay',
  claims: 'relay',
  log: 'relay',
};

export function createLine(schedule: Schedule, chance: Chance): Line {
  let waiting: { exchange: Exchange; harm: Harm; ms: number }[] = [];
  const cutUntil: Record<Cut, number> = { provider: 0, relay: 0, webhooks: 0 };
  return {
    fate(exchange) {
      const usual = { thereMs: chance.between(2, 60), backMs: chance.between(2, 60) };
      const next = waiting.find((one) => one.exchange === exchange);
      if (next) {
        waiting = waiting.filter((one) => one !== next);
        return { ...usual, harm: next.harm, heldMs: next.ms };
      }
      if (schedule.now() >= cutUntil[cutOf[exchange]]) return { ...usual, harm: null, heldMs: 0 };
      // A line that breaks takes new connections down, and what is under way on the old ones.
      return { ...usual, harm: chance.pick(['refuse', 'refuse', 'lose_request', 'lose_answer']), heldMs: 0 };
    },
    harmNext: (exchange, harm, ms) => void waiting.push({ exchange, harm, ms }),
    cut(between, ms) {
      cutUntil[between] = Math.max(cutUntil[between], schedule.now() + ms);
    },
    heal() {
      waiting = [];
      for (const between of ['provider', 'relay', 'webhooks'] as const) cutUntil[between] = 0;
    },
  };
}

/**
 * Bytes that a broken box on the way has damaged so that nobody can read them. Damage that leaves another readable answer is
 * left out: TLS excludes it, and without TLS nobody could notice.
 */
export function damaged(body: Uint8Array, chance: Chance): Uint8Array {
  const copy = Uint8Array.from(body);
  copy[chance.between(0, copy.length - 1)] = 0xff;
  return copy;
}
