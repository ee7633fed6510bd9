import { hash } from 'node:crypto';
import QuickLRU from 'quick-lru';
import { createBatcher, createRateLimiter } from '../../server/async.ts';
import { isSignedByAny, signingKey } from '../../server/credentials.ts';
import type { Clock, ErrorReporter } from '../../server/ports.ts';
import { withinMs } from './away.ts';
import { type Directory, type ListedMailbox, validKeys } from './directory.ts';
import type { Counters, Histograms } from './ports.ts';
import type { NewWebhook, Store, VariantOutcome, WebhookVariant } from './store.ts';
import { isOrderId, type UnverifiedWebhooks } from './unverified.ts';

/** A request to the webhook receiver. */
export interface WebhookRequest extends Pick<NewWebhook, 'mailbox' | 'ref' | 'event' | 'body'> {
  signature: string | null;
  /** the network of the sender */
  network?: () => string;
}

/** The answer to the payment service (spec, Errors); 429 only for a keyless mailbox. */
export interface WebhookAnswer {
  status: 200 | 400 | 401 | 429 | 500;
  message: string;
  /** the request has no valid signature: a sender of many of these is rate-limited */
  isUnauthenticated?: true;
}

type RefusalReason = 'empty' | 'unverified' | 'not_json' | 'too_many';

const accepted: WebhookAnswer = { status: 200, message: 'OK' };
const notStored: WebhookAnswer = { status: 500, message: 'The webhook could not be stored' };
const refusals: Record<RefusalReason, WebhookAnswer> = {
  empty: { status: 400, message: 'The body is empty', isUnauthenticated: true },
  unverified: { status: 401, message: 'The signature is not valid', isUnauthenticated: true },
  not_json: { status: 400, message: 'The body is not valid JSON' },
  too_many: { status: 429, message: 'Too many unverified requests' },
};

/** Bytes of webhooks that may wait for the database; more are refused, so that a database that hangs does not fill the memory. */
const maxWaitingBytes = 128 * 1024 * 1024;
/** The approximate size of a request beside its body. */
const requestBytes = 4 * 1024;

/** The sender does not wait for longer. It may be stored after its 500: sent again, it is the same. */
const maxWriteMs = 10_000;

const maxEventLength = 200;
const maxSignatureLength = 200;

/** Per keyless mailbox: nothing distinguishes the payment service's webhooks from a stranger's. */
const keylessLimit = { max: 1_200, windowMs: 60_000, keys: 20_000 };

/** Not fatal: a signed webhook must not be lost over invalid UTF-8 in a name. */
const utf8 = new TextDecoder();

function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(utf8.decode(body));
    return true;
  } catch {
    return false;
  }
}

/** The webhook receiver without HTTP: it checks the signature before it parses, and stores before it answers 200. Never rejects. */
export function createReceiveWebhook(deps: {
  directory: Directory;
  clock: Clock;
  counters: Counters;
  errors: ErrorReporter;
  unverified: Pick<UnverifiedWebhooks, 'add'>;
  write: WriteWebhook;
}): (request: WebhookRequest) => Promise<WebhookAnswer> {
  const { directory, clock, counters, errors, unverified, write } = deps;
  const isOverKeylessLimit = createRateLimiter(clock, keylessLimit);
  // An unknown mailbox costs as much as a known one: this key takes the place of its own, and matches nothing.
  const decoy = [signingKey('a secret that signs nothing')];

  const isAuthentic = ({ body, signature }: WebhookRequest, mailbox: ListedMailbox | null): boolean => {
    if (mailbox?.keyless === true) return true;
    const keys = validKeys(mailbox?.keys() ?? [], clock.now());
    return isSignedByAny(keys.length > 0 ? keys : decoy, body, signature) && keys.length > 0;
  };
  /** The mailbox of an authentic webhook, else null. Asks the database before it refuses: the cache may be stale. */
  const authenticate = async (request: WebhookRequest): Promise<ListedMailbox | null> => {
    const entry = await directory.find(request.mailbox);
    if (isAuthentic(request, entry)) return entry;
    const now = await directory.findNow(request.mailbox);
    return now !== entry && isAuthentic(request, now) ? now : null;
  };

  const refuse = (reason: RefusalReason): WebhookAnswer => {
    counters.refused[reason] += 1;
    return refusals[reason];
  };

  let waitingBytes = 0;
  return async (request) => {
    const { mailbox: id, ref, body } = request;
    if (body.length === 0) return refuse('empty');
    const bytes = requestBytes + body.length;
    waitingBytes += bytes;
    try {
      if (waitingBytes > maxWaitingBytes) throw new Error('too many webhooks wait for the database');
      const mailbox = await authenticate(request);
      if (mailbox === null) {
        // Only of a counter's mailbox that exists: its counter compares the ref with its own orders.
        if (isOrderId(ref) && (await directory.find(id))?.takesWebhooks)
          unverified.add(id, { ref, receivedAt: new Date(clock.now()).toISOString() }, request.network?.() ?? '');
        return refuse('unverified');
      }
      if (!isJson(body)) {
        const refusal = refuse('not_json');
        return mailbox.keyless ? { ...refusal, isUnauthenticated: true } : refusal;
      }
      if (mailbox.keyless && isOverKeylessLimit(id)) return refuse('too_many');
      const event = request.event?.slice(0, maxEventLength) ?? null;
      const signature = request.signature?.slice(0, maxSignatureLength) ?? '';
      const fingerprint = fingerprintOf({ mailbox: id, ref, event, signature, body });
      const receivedAt = new Date(clock.now()).toISOString();
      const webhook = { mailbox: id, ref, event, signature, body, fingerprint, receivedAt };
      const outcome = await withinMs(clock, maxWriteMs, write(webhook, signedBodyKey(webhook, mailbox.keyless)));
      if (outcome === 'over_limit') counters.overVariantLimit += 1;
      if (outcome === 'duplicate') counters.redelivered += 1;
    } catch (error) {
      counters.notStored += 1;
      errors.report('a webhook could not be stored', error);
      return notStored;
    } finally {
      waitingBytes -= bytes;
    }
    counters.accepted += 1;
    return accepted;
  };
}

/** 128 bits: a collision cannot be found, and the index stays small. */
const hashLength = 22;

/**
 * The part of a UUIDv7 ref that holds its time. With it the fingerprints of webhooks that arrive together are close in their index;
 * random ones would each write another page, a third of the cost of a webhook.
 */
const refTimeLength = 13;

/**
 * Equal for two webhooks only if mailbox, ref, event, body and signature are equal (the signature in any case): a redelivery is
 * stored once. The same body with another signature is another webhook, even if both are valid: during a rotation the counter may
 * trust only one of the two keys; and in a keyless mailbox a forged signature must not take the place of the genuine one.
 */
export function fingerprintOf(webhook: Pick<NewWebhook, 'mailbox' | 'ref' | 'event' | 'signature' | 'body'>): string {
  const { mailbox, ref, event, signature, body } = webhook;
  const head = Buffer.from(`${JSON.stringify([mailbox, ref, event, signature.toLowerCase()])}\n`);
  const digest = hash('sha256', Buffer.concat([head, body]), 'base64url').slice(0, hashLength);
  return (ref?.slice(0, refTimeLength) ?? '') + digest;
}

/** Well below the parameter limit of every engine. */
const maxBatch = 500;
/** Pollers read from the same database: they are answered before the senders, who wait at most this long for them. */
const pollerHeadStartMs = 20;

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
   * The first variant by body alone: of a body that another mailbox receives too, the database distinguishes the variants. `full` holds
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
