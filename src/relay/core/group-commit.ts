import type { Counts, Gauges } from './counts.ts';
import type { Clock } from './ports.ts';
import type { NewWebhook, Store } from './store.ts';

/** So that one statement stays well below every engine's limit of parameters. */
const largestBatch = 500;
/** Of bodies that wait for a database that does not answer; more is refused, so that the memory is not filled. */
const mostWaitingBytes = 64 * 1024 * 1024;
/** How long an answer waits for the pollers, who read from the same database, to have theirs first. */
const wakeMs = 20;

interface Waiting {
  webhook: NewWebhook;
  kept: () => void;
  failed: (error: unknown) => void;
}

/** Resolves when it did, or when the time is up. */
async function within(clock: Clock, ms: number, what: Promise<unknown>): Promise<void> {
  let cancel = (): void => {};
  const timeUp = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve);
  });
  await Promise.race([what, timeUp]);
  cancel();
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
}): (webhook: NewWebhook) => Promise<void> {
  const { store, clock, counts, gauges, wake } = parts;
  let waiting: Waiting[] = [];
  let waitingBytes = 0;
  let busy = false;

  const answer = async (batch: readonly Waiting[]): Promise<void> => {
    const woken: Promise<void>[] = [];
    for (const mailbox of new Set(batch.map((one) => one.webhook.mailbox))) {
      const answered = wake(mailbox);
      if (answered) woken.push(answered);
    }
    if (woken.length > 0) await within(clock, wakeMs, Promise.all(woken));
    for (const one of batch) one.kept();
  };

  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const fresh = await store.append(batch.map((one) => one.webhook));
      gauges.committed(batch.length);
      counts.redelivered += batch.length - fresh;
    } catch (error) {
      for (const one of batch) one.failed(error);
      return;
    }
    // Not waited for: while pollers on a slow line read, the next commit is under way.
    void answer(batch);
  };

  const commitAll = async (): Promise<void> => {
    const batch = waiting.slice(0, largestBatch);
    waiting = waiting.slice(largestBatch);
    for (const { webhook } of batch) waitingBytes -= webhook.body.length;
    await commit(batch);
    if (waiting.length > 0) clock.soon(() => void commitAll());
    else busy = false;
  };

  return (webhook) =>
    new Promise((kept, failed) => {
      if (waitingBytes > mostWaitingBytes) {
        failed(new Error('too many webhooks wait for the database'));
        return;
      }
      waiting.push({ webhook, kept, failed });
      waitingBytes += webhook.body.length;
      if (busy) return;
      busy = true;
      clock.soon(() => void commitAll());
    });
}
