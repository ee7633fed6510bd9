import { hash } from 'node:crypto';
import { isSignedByAny, signingKey } from './credentials.ts';
import { type Directory, type ListedMailbox, validKeys } from './directory.ts';
import type { Clock, Counters, ErrorReporter } from './ports.ts';
import { createRateLimiter } from './rate-limiter.ts';
import type { NewWebhook } from './store.ts';
import { isOrderId, type UnverifiedWebhooks } from './unverified.ts';
import { signedBodyKey, type WriteWebhook } from './webhook-writer.ts';

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
    const found = await directory.find(request.mailbox);
    if (isAuthentic(request, found)) return found;
    const now = await directory.findNow(request.mailbox);
    return now !== found && isAuthentic(request, now) ? now : null;
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
      const outcome = await write(webhook, signedBodyKey(webhook, mailbox.keyless));
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
