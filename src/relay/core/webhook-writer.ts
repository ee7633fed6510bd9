import { hash } from 'node:crypto';
import QuickLRU from 'quick-lru';
import { createBatcher } from './async.ts';
import type { Clock, Counters, Histograms } from './ports.ts';
import type { NewWebhook, Store, VariantOutcome, WebhookVariant } from './store.ts';

/** Well below the parameter limit of every engine. */
const maxBatch = 500;
/** Pollers read from the same database: they are answered before the senders, who wait at most this long for them. */
const pollerHeadStartMs = 20;

/** The refs and event names that one signed body may come with: neither is signed, and both are stored. */
export const maxVariants = 32;
/** Bodies whose first variant is remembered; the database counts the variants of the others. */
const maxBodies = 10_000;

/** Stores a webhook durably. Answers undefined for the first variant of a body, else what became of the variant. */
export type WriteWebhook = (webhook: NewWebhook, signedBody: string) => Promise<VariantOutcome | undefined>;

interface WriterDeps {
  store: Pick<Store, 'append' | 'appendVariants'>;
  clock: Clock;
  counters: Counters;
  histograms: Histograms;
  /** Wakes the held poll of a mailbox. Resolves when it is answered; null: there is none. */
  wake: (mailbox: string) => Promise<void> | null;
}

/**
 * Identifies a signed body within its mailbox: by the signature, if it was verified; in a keyless mailbox, where the signature may be
 * any text, by signature and body.
 */
export const signedBodyKey = (webhook: NewWebhook, keyless: boolean): string =>
  keyless
    ? hash('sha256', Buffer.concat([Buffer.from(`${webhook.signature.toLowerCase()}\n`), webhook.body]), 'base64url')
    : webhook.signature.toLowerCase();

/** Resolves with the promise, or after that many milliseconds. */
async function waitAtMost(clock: Clock, ms: number, promise: Promise<unknown>): Promise<undefined> {
  const timeout = Promise.withResolvers<void>();
  const cancel = clock.after(ms, timeout.resolve);
  await Promise.race([promise, timeout.promise]);
  cancel();
  return undefined;
}

/** Group commit: one durable write for all webhooks that arrive together, each answered after it. Pollers are answered first. */
export function createGroupCommit(deps: WriterDeps): (webhook: NewWebhook) => Promise<undefined> {
  const { store, clock, counters, histograms, wake } = deps;
  /** Resolves when the woken pollers are answered, or their head start is over; undefined if there are none. */
  const pollersServed = (webhooks: readonly NewWebhook[]): Promise<undefined> | undefined => {
    const woken = [...new Set(webhooks.map(({ mailbox }) => mailbox))].map(wake).filter((served) => served !== null);
    return woken.length === 0 ? undefined : waitAtMost(clock, pollerHeadStartMs, Promise.all(woken));
  };
  return createBatcher<NewWebhook, undefined>({
    soon: clock.soon,
    maxBatch,
    run: async (webhooks) => {
      const fresh = await store.append(webhooks);
      histograms.committed(webhooks.length);
      counters.redelivered += webhooks.length - fresh;
      // Not awaited: the next commit runs while pollers on slow connections read.
      const served = pollersServed(webhooks);
      return webhooks.map(() => served);
    },
  });
}

/**
 * Stores webhooks in group commits, and limits the variants of one signed body. Nearly every body has one variant and costs a lookup
 * in memory; from the second variant on the database counts them.
 */
export function createWebhookWriter(deps: WriterDeps): WriteWebhook {
  const { store, clock, wake } = deps;
  const appendFirst = createGroupCommit(deps);
  /**
   * The first variant by body alone: of a body that another mailbox receives too, the database tells the variants apart. `full` holds
   * the mailboxes in which the body has its maximum.
   */
  const bodies = new QuickLRU<string, { fingerprint: string; stored: Promise<undefined>; full?: Set<string> }>({
    maxSize: maxBodies,
  });
  const appendVariant = createBatcher<WebhookVariant, VariantOutcome>({
    soon: clock.soon,
    maxBatch,
    run: async (variants) => {
      const outcomes = await store.appendVariants(variants);
      for (const mailbox of new Set(variants.map((one) => one.mailbox))) void wake(mailbox);
      return outcomes;
    },
  });
  return async (webhook, signedBody) => {
    const { fingerprint, mailbox } = webhook;
    const body = bodies.get(signedBody);
    if (body === undefined || body.fingerprint === fingerprint) {
      const stored = appendFirst(webhook);
      if (body === undefined) bodies.set(signedBody, { fingerprint, stored });
      else body.stored = stored;
      return stored;
    }
    if (body.full?.has(mailbox)) return 'over_limit';
    // The first variant counts too, and may not be stored yet.
    await body.stored.catch(() => undefined);
    const outcome = await appendVariant({ ...webhook, signedBody });
    if (outcome === 'over_limit') body.full = (body.full ?? new Set()).add(mailbox);
    return outcome;
  };
}
