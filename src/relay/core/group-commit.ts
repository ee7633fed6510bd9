import type { Counts, Gauges } from './counts.ts';
import type { Clock } from './ports.ts';
import type { NewWebhook, Store } from './store.ts';
import { together } from './together.ts';

/** So that one statement stays well below every engine's limit of parameters. */
const largestBatch = 500;
/** How long an answer waits for the pollers, who read from the same database, to have theirs first. */
const wakeMs = 20;

/** Resolves when it did, or when the time is up. */
async function within(clock: Clock, ms: number, what: Promise<unknown>): Promise<undefined> {
  let cancel = (): void => {};
  const timeUp = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve);
  });
  await Promise.race([what, timeUp]);
  cancel();
  return undefined;
}

/**
 * Commits together what arrived together: one durable write for many requests, each answered after it. No timer: a
 * request that comes alone waits for nothing. Pollers are answered before the senders are.
 */
export function createGroupCommit(parts: {
  store: Store;
  clock: Clock;
  counts: Counts;
  gauges: Gauges;
  /** Told of every mailbox of a commit; answers when its held poll was answered, or null when none is held. */
  wake: (mailbox: string) => Promise<void> | null;
}): (webhook: NewWebhook) => Promise<undefined> {
  const { store, clock, counts, gauges, wake } = parts;

  /** Resolves when the pollers have theirs; undefined when none is held. */
  const heard = (webhooks: readonly NewWebhook[]): Promise<undefined> | undefined => {
    const woken: Promise<void>[] = [];
    for (const mailbox of new Set(webhooks.map((one) => one.mailbox))) {
      const answered = wake(mailbox);
      if (answered) woken.push(answered);
    }
    return woken.length > 0 ? within(clock, wakeMs, Promise.all(woken)) : undefined;
  };

  return together<NewWebhook, undefined>({
    soon: clock.soon,
    most: largestBatch,
    atOnce: store.appendsAtOnce ?? 1,
    work: async (webhooks) => {
      const fresh = await store.append(webhooks);
      gauges.committed(webhooks.length);
      counts.redelivered += webhooks.length - fresh;
      // Not waited for: while pollers on a slow line read, the next commit is under way.
      const afterPollers = heard(webhooks);
      return webhooks.map(() => afterPollers);
    },
  });
}
