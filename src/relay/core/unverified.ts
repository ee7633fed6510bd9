import QuickLRU from 'quick-lru';
import { maxUnverified, type UnverifiedWebhook } from '../../shared/wire/relay.ts';
import type { Clock, ErrorReporter } from './ports.ts';
import type { Store } from './store.ts';

interface Entry extends UnverifiedWebhook {
  /** the network of the sender, or the instance that reported it */
  source: string;
}

/** The form of the counter's order ids. */
const orderId = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
export const isOrderId = (ref: string | null): ref is string => ref !== null && orderId.test(ref);

const maxMailboxes = 10_000;
/** A flood causes one notification and one wake per second. */
const publishEveryMs = 1_000;
const maxMailboxesPerPublish = 50;

/** No network has such a name. */
const instancePrefix = 'instance ';

export type UnverifiedWebhooks = ReturnType<typeof createUnverifiedWebhooks>;

/**
 * The newest webhooks of each mailbox whose signature matches none of its keys: the key may have been changed at the provider. In
 * memory only, because anyone who knows a mailbox's URL can add entries; a counter remembers those of its own orders.
 */
export function createUnverifiedWebhooks(deps: {
  clock: Clock;
  errors: ErrorReporter;
  /** informs other instances; absent if there are none */
  publish: Store['publishUnverified'];
  wake: (mailbox: string) => unknown;
}) {
  const { clock, errors, publish, wake } = deps;
  const lists = new QuickLRU<string, { entries: readonly Entry[]; revision: number; delivered: number }>({
    maxSize: maxMailboxes,
  });
  let changed = new Set<string>();
  let isScheduled = false;

  const entriesOf = (mailbox: string): readonly Entry[] => lists.get(mailbox)?.entries ?? [];
  const update = (mailbox: string, entries: readonly Entry[]): void => {
    const { revision, delivered } = lists.get(mailbox) ?? { revision: 0, delivered: 0 };
    lists.set(mailbox, { entries: limited(entries), revision: revision + 1, delivered });
  };
  const publishChanged = (): void => {
    const mailboxes = changed;
    changed = new Set();
    isScheduled = false;
    for (const mailbox of mailboxes) {
      wake(mailbox);
      const own = entriesOf(mailbox).filter(({ source }) => !source.startsWith(instancePrefix));
      publish?.(mailbox, own).catch((error: unknown) => errors.report('other instances could not be told', error));
    }
  };
  return {
    add: (mailbox: string, { ref, receivedAt }: UnverifiedWebhook, source: string): void => {
      const others = entriesOf(mailbox).filter((entry) => entry.ref !== ref);
      update(mailbox, [...others, { ref, receivedAt, source }]);
      if (changed.size < maxMailboxesPerPublish) changed.add(mailbox);
      if (isScheduled) return;
      isScheduled = true;
      clock.after(publishEveryMs, publishChanged);
    },
    /** Replaces what another instance reported of a mailbox before. */
    replace: (mailbox: string, webhooks: readonly UnverifiedWebhook[], instance: string): void => {
      const source = `${instancePrefix}${instance}`;
      const refs = new Set(webhooks.map(({ ref }) => ref));
      const others = entriesOf(mailbox).filter((entry) => entry.source !== source && !refs.has(entry.ref));
      update(mailbox, [...others, ...webhooks.map((webhook) => ({ ...webhook, source }))]);
      wake(mailbox);
    },
    /** Newest first, at most `maxUnverified`. */
    list: (mailbox: string): UnverifiedWebhook[] =>
      entriesOf(mailbox)
        .map(({ ref, receivedAt }) => ({ ref, receivedAt }))
        .toSorted((one, other) => other.receivedAt.localeCompare(one.receivedAt)),
    /** Changes with each addition to the mailbox. */
    revision: (mailbox: string): number => lists.get(mailbox)?.revision ?? 0,
    /** True if an entry has been in no answered poll: it may come between two polls. */
    isUndelivered: (mailbox: string): boolean => {
      const list = lists.get(mailbox);
      return list !== undefined && list.delivered !== list.revision;
    },
    /** A poll is answered with the list of that revision. */
    onDelivered: (mailbox: string, revision: number): void => {
      const list = lists.get(mailbox);
      if (list !== undefined) list.delivered = revision;
    },
  };
}

/** Over the limit, the source with the most entries loses its oldest: a flood from one network displaces only itself. */
function limited(entries: readonly Entry[]): readonly Entry[] {
  let rest = entries;
  while (rest.length > maxUnverified) {
    const bySource = Map.groupBy(rest, ({ source }) => source);
    const max = Math.max(...[...bySource.values()].map(({ length }) => length));
    const oldest = rest.findIndex(({ source }) => bySource.get(source)?.length === max);
    rest = rest.toSpliced(oldest, 1);
  }
  return rest;
}
