import type { Counts } from './counts.ts';
import type { Clock } from './ports.ts';
import type { NewWebhook, Store } from './store.ts';

/** So that one statement stays well below every engine's limit of parameters. */
const largestBatch = 500;

interface Waiting {
  webhook: NewWebhook;
  kept: () => void;
  failed: (error: unknown) => void;
}

/**
 * Commits together what arrived together: one durable write for many requests, each answered after it. No timer: a
 * request that comes alone waits for nothing.
 */
export function createGroupCommit(parts: {
  store: Store;
  clock: Clock;
  counts: Counts;
  /** told of every mailbox of a commit before its requests are answered */
  committed: (mailbox: string) => void;
}): (webhook: NewWebhook) => Promise<void> {
  const { store, clock, counts, committed } = parts;
  let waiting: Waiting[] = [];
  let busy = false;

  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const fresh = await store.append(batch.map((one) => one.webhook));
      counts.commits += 1;
      counts.redelivered += batch.length - fresh;
    } catch (error) {
      for (const one of batch) one.failed(error);
      return;
    }
    for (const mailbox of new Set(batch.map((one) => one.webhook.mailbox))) committed(mailbox);
    for (const one of batch) one.kept();
  };

  const commitAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, largestBatch);
      waiting = waiting.slice(largestBatch);
      await commit(batch);
    }
    busy = false;
  };

  return (webhook) =>
    new Promise((kept, failed) => {
      waiting.push({ webhook, kept, failed });
      if (busy) return;
      busy = true;
      clock.soon(() => void commitAll());
    });
}
