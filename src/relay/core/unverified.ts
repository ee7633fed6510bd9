import QuickLRU from 'quick-lru';
import type { Clock, ErrorReporter } from '../../server/ports.ts';
import { maxUnverified, type UnverifiedWebhook } from '../../shared/wire/relay.ts';
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
  const changed = new Set<string>();

  const listOf = (mailbox: string) => lists.get(mailbox) ?? { entries: [], revision: 0, delivered: 0 };
  /** Replaces the entries with the refs of the new ones, and others that are outdated. */
  const update = (mailbox: string, added: readonly Entry[], isOutdated: (entry: Entry) => boolean): void => {
    const { entries, revision, delivered } = listOf(mailbox);
    const refs = new Set(added.map(({ ref }) => ref));
    const others = entries.filter((entry) => !refs.has(entry.ref) && !isOutdated(entry));
    lists.set(mailbox, { entries: limited([...others, ...added]), revision: revision + 1, delivered });
  };
  const publishChanged = (): void => {
    const mailboxes = [...changed];
    changed.clear();
    for (const mailbox of mailboxes) {
      wake(mailbox);
      const own = listOf(mailbox).entries.filter(({ source }) => !source.startsWith(instancePrefix));
      publish?.(mailbox, own).catch((error: unknown) =>
        errors.report('unverified webhooks could not be published', error),
      );
    }
  };
  return {
    add: (mailbox: string, { ref, receivedAt }: UnverifiedWebhook, source: string): void => {
      update(mailbox, [{ ref, receivedAt, source }], () => false);
      if (changed.size === 0) clock.after(publishEveryMs, publishChanged);
      if (changed.size < maxMailboxesPerPublish) changed.add(mailbox);
    },
    /** Replaces what another instance reported of a mailbox before. */
    replace: (mailbox: string, webhooks: readonly UnverifiedWebhook[], instance: string): void => {
      const source = `${instancePrefix}${instance}`;
      const added = webhooks.map((webhook) => ({ ...webhook, source }));
      update(mailbox, added, (entry) => entry.source === source);
      wake(mailbox);
    },
    /** Newest first, at most `maxUnverified`. */
    list: (mailbox: string): UnverifiedWebhook[] =>
      listOf(mailbox)
        .entries.map(({ ref, receivedAt }) => ({ ref, receivedAt }))
        .toSorted((one, other) => other.receivedAt.localeCompare(one.receivedAt)),
    /** Changes with each addition to the mailbox. */
    revision: (mailbox: string): number => listOf(mailbox).revision,
    /** True if an entry has been in no answered poll: it may come between two polls. */
    isUndelivered: (mailbox: string): boolean => {
      const { revision, delivered } = listOf(mailbox);
      return delivered !== revision;
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
