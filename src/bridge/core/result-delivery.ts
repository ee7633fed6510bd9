import { createHmac } from 'node:crypto';
import { sleep } from '../../server/async.ts';
import { DueLoop } from '../../server/due-loop.ts';
import { webhookEvent, webhookHeaders } from '../../shared/wire/provider.ts';
import type { BridgeDeps } from './deps.ts';
import type { DueResult, OrderRepository } from './order-repository.ts';

const firstPauseMs = 5_000;
const maxPauseMs = 3_600_000;
const givenUpAfterMs = 30 * 24 * 3_600_000;
const resultsAtOnce = 20;

/** Where a result goes; null: the counter's mailbox is not known yet. */
function addressOf(result: DueResult, relayUrl: string): string | null {
  if (result.callbackUrl !== null) return result.callbackUrl;
  return result.mailbox === null ? null : `${relayUrl}/hooks/${result.mailbox}`;
}

interface Deps extends Pick<BridgeDeps, 'vault' | 'clock' | 'post' | 'relayUrl' | 'onError'> {
  store: Pick<OrderRepository, 'dueResults' | 'deferResult' | 'nextResultAt'>;
  onPosted(delivered: boolean): void;
}

/** Delivers to counters what became of their purchases: each result until the mailbox has answered 200. */
export class ResultDelivery {
  readonly #deps: Deps;
  readonly #posting = new Set<string>();
  readonly loop: DueLoop;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.loop = new DueLoop(deps.clock, () => this.#step(), deps.onError);
  }

  async #step(): Promise<number | null> {
    const { store, clock, onError } = this.#deps;
    const due = (await store.dueResults(clock.now(), resultsAtOnce)).filter(({ id }) => !this.#posting.has(id));
    for (const result of due) {
      this.#posting.add(result.id);
      void this.#postOne(result)
        .catch((error: unknown) => {
          onError(error);
          // On a full disk it would be posted again and again at once.
          return sleep(clock, firstPauseMs);
        })
        .finally(() => {
          this.#posting.delete(result.id);
          this.loop.wake();
        });
    }
    // Each that is being posted wakes the loop when it ends.
    return this.#posting.size > 0 ? null : store.nextResultAt();
  }

  async #postOne(result: DueResult): Promise<void> {
    const { store, vault, clock, post, relayUrl, onPosted } = this.#deps;
    const url = addressOf(result, relayUrl);
    const body = Buffer.from(result.body);
    const key = vault.decrypt(result.keyCiphertext, result.counter);
    const headers = {
      'content-type': 'application/json',
      [webhookHeaders.event]: webhookEvent,
      [webhookHeaders.signature]: createHmac('sha256', key).update(body).digest('hex'),
    };
    const status = url === null ? null : await post({ url, headers, body });
    onPosted(status === 200);
    const now = clock.now();
    const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** Math.min(result.attempts, 12));
    const isOver = status === 200 || now - result.createdAt > givenUpAfterMs;
    await store.deferResult(result.id, isOver ? null : now + pause);
  }
}
