import { hash } from 'node:crypto';
import { createAck } from './ack.ts';
import { createAdmit } from './admit.ts';
import { createAllowance } from './allowance.ts';
import { type Counts, type Gauges, newCounts, type Refusal } from './counts.ts';
import { createCursors } from './cursor.ts';
import { createDirectory, type Directory, type Key, keysAt, type ListedMailbox } from './directory.ts';
import { createGroupCommit } from './group-commit.ts';
import { momentWriter } from './moment.ts';
import { createPoll } from './poll.ts';
import type { Clock, Complaints } from './ports.ts';
import { createReaders } from './readers.ts';
import { type KeptFor, keepTidy } from './retention.ts';
import { signedByOneOf, signingKey } from './signature.ts';
import type { Ears, NewWebhook, Store, VariantOutcome } from './store.ts';
import { createUnverifiedWebhooks, isOrderId, type UnverifiedWebhooks } from './unverified.ts';
import { createVariants, signedBodyOf } from './variants.ts';
import type { Vault } from './vault.ts';

/** 128 bits: nobody finds another webhook with the same, and the index of them stays small. */
const length = 22;

/**
 * Of a ref made from a UUIDv7 the time it was made at, which is when its order was sent. What comes in one batch then stands
 * close together in the index of fingerprints, where anywhere in it each would be a page to write: a third of all that it costs
 * to keep one.
 */
const refLength = 13;

const kept: HookAnswer = { status: 200, message: 'OK' };

const notKept: HookAnswer = { status: 500, message: 'The webhook could not be kept' };

const refusals: Record<Refusal, HookAnswer> = {
  empty: { status: 400, message: 'The body is empty', unsigned: true },
  unsigned: { status: 401, message: 'The signature is not valid', unsigned: true },
  not_json: { status: 400, message: 'The body is not valid JSON' },
  too_many: { status: 429, message: 'Too many unsigned requests' },
};

/** In bytes: what is held for those that wait for the database. More is refused, so that one that hangs does not fill the memory. */
const mostHeld = 128 * 1024 * 1024;

/** What a request weighs beside its body, near enough: many may come over one line before the first is answered. */
const requestWeight = 4 * 1024;

const longestEventName = 200;

const longestSignature = 200;

/** Of a keyless mailbox, where nothing tells the payment service's webhooks from a stranger's. */
const keylessRule = { most: 1_200, windowMs: 60_000, keys: 20_000 };

/** Lenient about UTF-8, since what was signed may not be lost over a broken letter in a name. */
const lenient = new TextDecoder();

export type Relay = ReturnType<typeof createRelay>;

const unheard: Gauges = { committed: () => undefined, delivered: () => undefined };

/** The relay without HTTP and without a disk of its own (docs/adr/0006-relay.md). */
export function createRelay(parts: {
  store: Store;
  vault: Vault;
  clock: Clock;
  complaints: Complaints;
  gauges?: Gauges;
}) {
  const { store, clock, complaints, gauges = unheard } = parts;
  const counts = newCounts();
  const cursors = createCursors(() => store.epoch);
  const readers = createReaders(clock);
  const directory = createDirectory(parts);
  const admit = createAdmit(directory);
  const wake = (mailbox: string): Promise<void> | null => readers.wake(mailbox);
  const unverified = createUnverifiedWebhooks({
    clock,
    complaints,
    tell: store.tellUnverified,
    wake: (mailbox) => void wake(mailbox),
  });
  const keepFirst = createGroupCommit({ store, clock, counts, gauges, wake });
  const keep = createVariants({ store, soon: clock.soon, wake, keepFirst });
  const came = (mailboxes: readonly string[]): void => {
    for (const mailbox of mailboxes) void wake(mailbox);
  };
  const taken: Ears['taken'] = (mailboxes) => {
    for (const { mailbox, turn } of mailboxes) readers.taken(mailbox, turn);
  };
  store.listen({ came, taken, changed: directory.changed, unverified: unverified.replace }, complaints);
  return {
    /** POST /hooks/{mailbox}/{ref}; never rejects */
    receive: createReceive({ directory, clock, counts, complaints, unverified, keep }),
    /** GET /v1/mailboxes/{mailbox}/events; rejects when the database fails */
    poll: createPoll({ store, admit, clock, cursors, readers, unverified, counts, gauges }),
    /** POST /v1/mailboxes/{mailbox}/ack; rejects when the database fails */
    ack: createAck({ store, admit, cursors, clock }),
    counts: (): Readonly<typeof counts> & { heldPolls: number } => ({ ...counts, heldPolls: readers.count() }),
    /** Drops what is too old from now on, once an hour; returns how to stop it. */
    keepTidy: (keptFor: KeptFor, told: (dropped: number) => void): (() => void) =>
      keepTidy({
        store,
        clock,
        complaints,
        keptFor,
        told: (dropped) => {
          counts.dropped += dropped;
          told(dropped);
        },
      }),
    /** Answers every held poll with what there is, and holds none from now on. */
    letGo: () => readers.close(),
  };
}

/** One request to the webhook receiver, unparsed. */
interface Hook {
  mailbox: string;
  ref: string | null;
  event: string | null;
  signature: string | null;
  body: Uint8Array;
  /** the network that it came from */
  source?: () => string;
}

/** What the payment service is answered (spec, Errors); 429 only where the mailbox is keyless. */
interface HookAnswer {
  status: 200 | 400 | 401 | 429 | 500;
  message: string;
  /** refused without its having been signed rightly: whoever sends many of these is limited */
  unsigned?: true;
}

function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(lenient.decode(body));
    return true;
  } catch {
    return false;
  }
}

/** The webhook receiver: signature before anything is parsed, durable before 200. */
function createReceive(parts: {
  directory: Directory;
  clock: Clock;
  counts: Counts;
  complaints: Complaints;
  unverified: Pick<UnverifiedWebhooks, 'add'>;
  /** undefined: it was stored, or was before */
  keep: (webhook: NewWebhook, signedBody: string) => Promise<VariantOutcome | undefined>;
}): (hook: Hook) => Promise<HookAnswer> {
  const { directory, clock, counts, complaints, unverified, keep } = parts;
  const tooMany = createAllowance(clock, keylessRule);
  const momentOf = momentWriter();
  // An unknown mailbox costs what a known one does: this stands in for its key, and fits nothing.
  const decoy = [signingKey('a secret that signs nothing')];

  const signed = (hook: Hook, known: readonly Key[]): boolean => {
    const keys = keysAt(known, clock.now());
    return signedByOneOf(keys.length > 0 ? keys : decoy, hook.body, hook.signature) && keys.length > 0;
  };
  const fits = (hook: Hook, mailbox: ListedMailbox | null): Promise<boolean> | boolean => {
    if (mailbox?.keyless === true) return true;
    const keys = mailbox === null ? [] : directory.keysOf(hook.mailbox);
    return keys instanceof Promise ? keys.then((found) => signed(hook, found ?? [])) : signed(hook, keys ?? []);
  };

  /** The mailbox that the webhook is for; null when it is unknown, or another's key signed. At once where all is known. */
  const mailboxOf = (hook: Hook): Promise<ListedMailbox | null> | ListedMailbox | null => {
    const found = directory.find(hook.mailbox);
    if (found instanceof Promise) return found.then((mailbox) => asItIsNow(hook, mailbox, fits(hook, mailbox)));
    const fitting = fits(hook, found);
    return fitting === true ? found : asItIsNow(hook, found, fitting);
  };
  /** Before anybody is turned away, the database is asked. */
  const asItIsNow = async (
    hook: Hook,
    found: ListedMailbox | null,
    fitting: Promise<boolean> | boolean,
  ): Promise<ListedMailbox | null> => {
    if (await fitting) return found;
    const now = await directory.findNow(hook.mailbox);
    return now !== found && (await fits(hook, now)) ? now : null;
  };

  const refuse = (why: Refusal): HookAnswer => {
    counts.refused[why] += 1;
    return refusals[why];
  };

  /** Of a mailbox that there is: its counter compares the ref with its own orders. */
  const noteUnverified = async ({ mailbox, ref, source }: Hook): Promise<void> => {
    if (!isOrderId(ref) || (await directory.find(mailbox)) === null) return;
    unverified.add(mailbox, { ref, receivedAt: momentOf(clock.now()) }, source?.() ?? '');
  };

  let held = 0;
  return async (hook) => {
    if (hook.body.length === 0) return refuse('empty');
    const weight = requestWeight + hook.body.length;
    held += weight;
    try {
      if (held > mostHeld) throw new Error('too many webhooks wait for the database');
      const known = mailboxOf(hook);
      const mailbox = known instanceof Promise ? await known : known;
      if (mailbox === null) {
        await noteUnverified(hook);
        return refuse('unsigned');
      }
      if (!isJson(hook.body)) {
        const refusal = refuse('not_json');
        return mailbox.keyless ? { ...refusal, unsigned: true } : refusal;
      }
      if (mailbox.keyless && tooMany(hook.mailbox)) return refuse('too_many');
      const event = hook.event?.slice(0, longestEventName) ?? null;
      const signature = hook.signature?.slice(0, longestSignature) ?? '';
      const { mailbox: id, ref, body } = hook;
      const fingerprint = fingerprintOf({ mailbox: id, ref, event, signature, body });
      const receivedAt = momentOf(clock.now());
      const webhook = { mailbox: id, ref, event, signature, body, fingerprint, receivedAt };
      const signedBody = signedBodyOf(webhook, mailbox.keyless);
      const outcome = await keep(webhook, signedBody);
      if (outcome === 'full') counts.multiplied += 1;
      if (outcome === 'known') counts.redelivered += 1;
    } catch (error) {
      counts.notKept += 1;
      complaints.failed('a webhook could not be kept', error);
      return notKept;
    } finally {
      held -= weight;
    }
    counts.taken += 1;
    return kept;
  };
}

/**
 * The same for two webhooks only if mailbox, ref, event, body and signature are the same, the signature in whatever letters: a
 * redelivery is kept once. The same words signed anew are another webhook, also where both signatures are right: while a
 * secret is rotated, the counter may trust only one of the two keys. And where nobody has checked it, whoever posts the same
 * words first, wrongly signed, would take the genuine one's place.
 */
export function fingerprintOf(webhook: {
  mailbox: string;
  ref: string | null;
  event: string | null;
  signature: string;
  body: Uint8Array;
}): string {
  const { mailbox, ref, event, signature, body } = webhook;
  const head = Buffer.from(`${JSON.stringify([mailbox, ref, event, signature.toLowerCase()])}\n`);
  return (ref?.slice(0, refLength) ?? '') + hash('sha256', Buffer.concat([head, body]), 'base64url').slice(0, length);
}
