import { maxUnverified, type UnverifiedWebhook } from '../../shared/wire/relay.ts';
import { newestUsed } from './newest-used.ts';
import type { Clock, Complaints } from './ports.ts';
import type { Store } from './store.ts';

interface Entry extends UnverifiedWebhook {
  /** the network it came from, or the instance that told of it */
  source: string;
}

/**
 * The newest webhooks of each mailbox whose signature fits none of its keys: the key may have been changed at the provider. In
 * memory only, because anybody who knows a mailbox's address can add to them; a counter remembers those of its own orders.
 */
export interface UnverifiedWebhooks {
  add(mailbox: string, webhook: UnverifiedWebhook, source: string): void;
  /** Replaces what another instance told of a mailbox before. */
  replace(mailbox: string, webhooks: readonly UnverifiedWebhook[], instance: string): void;
  /** newest first, at most `maxUnverified` */
  of(mailbox: string): readonly UnverifiedWebhook[];
  /** Changes whenever something is added to the mailbox. */
  revision(mailbox: string): number;
  /** True while something is listed that no answered poll carried: it may come between two polls. */
  isUndelivered(mailbox: string): boolean;
  /** A poll is answered with what was listed at `revision`. */
  delivered(mailbox: string, revision: number): void;
}

/** The form of our order ids. */
const orderId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const isOrderId = (ref: string | null): ref is string => ref !== null && orderId.test(ref);

const maxMailboxes = 10_000;
/** A flood is one notice each second, and wakes a held poll once each second. */
const gatherMs = 1_000;
const maxMailboxesAtOnce = 50;

export function createUnverifiedWebhooks(parts: {
  clock: Clock;
  complaints: Complaints;
  /** tells other instances; left out where there are none */
  tell: Store['tellUnverified'];
  wake: (mailbox: string) => void;
}): UnverifiedWebhooks {
  const { clock, complaints, tell, wake } = parts;
  const lists = newestUsed<{ entries: readonly Entry[]; revision: number; delivered: number }>(maxMailboxes);
  let changed = new Set<string>();
  let isGathering = false;

  const put = (mailbox: string, entries: readonly Entry[]): void => {
    const { revision, delivered } = lists.get(mailbox) ?? { revision: 0, delivered: 0 };
    lists.set(mailbox, { entries: bounded(entries), revision: revision + 1, delivered });
  };
  const flush = (): void => {
    const mailboxes = [...changed];
    changed = new Set();
    isGathering = false;
    for (const mailbox of mailboxes) {
      wake(mailbox);
      const own = (lists.get(mailbox)?.entries ?? []).filter(({ source }) => !source.startsWith(fromInstance));
      tell?.(mailbox, own).catch((error: unknown) => complaints.failed('other instances could not be told', error));
    }
  };
  return {
    add: (mailbox, { ref, receivedAt }, source) => {
      const others = (lists.get(mailbox)?.entries ?? []).filter((entry) => entry.ref !== ref);
      put(mailbox, [...others, { ref, receivedAt, source }]);
      if (changed.size < maxMailboxesAtOnce) changed.add(mailbox);
      if (isGathering) return;
      isGathering = true;
      clock.after(gatherMs, flush);
    },
    replace: (mailbox, webhooks, instance) => {
      const source = `${fromInstance}${instance}`;
      const told = new Set(webhooks.map(({ ref }) => ref));
      const others = (lists.get(mailbox)?.entries ?? []).filter(
        (entry) => entry.source !== source && !told.has(entry.ref),
      );
      put(mailbox, [...others, ...webhooks.map((webhook) => ({ ...webhook, source }))]);
      wake(mailbox);
    },
    of: (mailbox) =>
      (lists.get(mailbox)?.entries ?? [])
        .map(({ ref, receivedAt }) => ({ ref, receivedAt }))
        .toSorted((one, other) => other.receivedAt.localeCompare(one.receivedAt)),
    revision: (mailbox) => lists.get(mailbox)?.revision ?? 0,
    isUndelivered: (mailbox) => {
      const list = lists.get(mailbox);
      return list !== undefined && list.delivered !== list.revision;
    },
    delivered: (mailbox, revision) => {
      const list = lists.get(mailbox);
      if (list !== undefined) list.delivered = revision;
    },
  };
}

/** No network is called so. */
const fromInstance = 'instance ';

/** The source with the most entries loses its oldest: a flood from one network pushes out nothing but itself. */
function bounded(entries: readonly Entry[]): readonly Entry[] {
  let kept = entries;
  while (kept.length > maxUnverified) {
    const counts = new Map<string, number>();
    for (const { source } of kept) counts.set(source, (counts.get(source) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const oldest = kept.findIndex(({ source }) => counts.get(source) === most);
    kept = kept.toSpliced(oldest, 1);
  }
  return kept;
}
