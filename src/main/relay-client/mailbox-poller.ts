import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Status } from '../../shared/contract/events.ts';
import { polling, type RelayAcked, type RelayEvent, type UnverifiedWebhook } from '../../shared/wire/relay.ts';
import type { ShopOfMailbox } from '../../shared/wire/shop.ts';
import { type Clock, errorName, type Log, type Random } from '../base/system.ts';
import type { PollOutcome, RelayMailbox } from './mailbox-client.ts';

const firstMs = 500;

const minMs = 50;

/**
 * "starting" until the first poll has ended, "silent" when it got no answer. A poll that fails later keeps the last state; see
 * lastPolledAt.
 */
type MailboxPollerState = 'starting' | 'silent' | 'listening' | 'taken' | 'refused';

export interface MailboxPollerDeps {
  mailbox: RelayMailbox;
  clock: Clock;
  random: Random;
  log: Log;
  /** the cursor in the journal; null: nothing was received yet */
  readCursor: () => Promise<string | null>;
  receiveWebhook: ReceiveWebhook;
  /** Webhooks may have been lost between our cursor and `oldest`: every unresolved sale is for a person to look at. */
  onGap: (oldest: string | null) => Promise<void>;
  /** webhooks that the relay refused, newest first */
  onUnverified?: (webhooks: readonly UnverifiedWebhook[]) => Promise<void>;
  /** the mailbox's shop, with each page; null: it is in none */
  onShop?: (shop: ShopOfMailbox | null) => void;
  /** absent where nothing tells an older copy of the journal from the newest */
  acks?: AckMemory;
  /** the key in use first, then retired ones */
  keys: () => Promise<readonly string[]>;
  onState: (state: MailboxPollerState) => void;
}

/**
 * The relay's record of acknowledgements reveals a journal that is older than one that was in use here: a counter acknowledges
 * only what it has committed.
 */
interface AckMemory {
  /** names this journal and every copy of it */
  counter: string;
  /** the position that was acknowledged when this journal last began to read the mailbox from its oldest; null: none is known */
  known(): Promise<string | null>;
  remember(acked: string): Promise<void>;
  /** The relay reports that this journal has acknowledged more than it knows now. Called at each poll that reports it. */
  onOlderJournal(): void;
}

export interface MailboxPoller {
  state(): MailboxPollerState;
  /** whether results can be received now: a poll succeeded in the last 60 s, and the last two have not both failed */
  isLive(): boolean;
  /** whether another counter took the mailbox: nothing is sold here until this one is started again */
  isTaken(): boolean;
  /**
   * Polls at once unless it is live, and answers whether it is, after `withinMs` at the latest. A mailbox that another counter
   * reads is not taken from it.
   */
  pollNow(withinMs: number): Promise<boolean>;
  /** Polls at once, also while it is live, and resolves with the page: what it says of the shop may have changed. Else as `pollNow`. */
  refresh(withinMs: number): Promise<boolean>;
  /** Resolves once the first poll has ended, well or not, or after `withinMs`: it may say that the journal is an older copy. */
  firstPoll(withinMs: number): Promise<void>;
  /**
   * when the relay last answered a poll with all that waited, which has been taken since: on the monotonic clock and on the
   * wall's, in milliseconds; null: never
   */
  lastPolledAt(): { monotonic: number; wall: number } | null;
  /** Polls at once: the machine woke up, or the network changed. */
  wake(): void;
  /** Ends the poll, and resolves when the current page is handled. */
  stop(): Promise<void>;
}

const maxPollAgeMs = 60_000;
/** consecutive failures after which the state changes */
const maxFailedPolls = 2;
const limit = 50;
const waitSeconds = polling.holdMs / 1000;
/** how long another counter, or a wrong token, is left alone */
const slowMs = { taken: 60_000, refused: 30_000 };

/** The loop's pause after a poll, in milliseconds; 0: none. */
type Pause = number;

/** Listens until it is stopped: polls, verifies, hands over in order, and acknowledges. */
export function createMailboxPoller(deps: MailboxPollerDeps): MailboxPoller {
  const { mailbox, clock, random, log, readCursor, receiveWebhook, onGap, onUnverified, onShop, acks, keys, onState } =
    deps;
  let state: MailboxPollerState = 'starting';
  let polledAt: { monotonic: number; wall: number } | null = null;
  let stopped = false;
  let interruption = new AbortController();
  let failures = 0;
  /** in a row; a page that leaves something waiting ends no row */
  let failedPolls = 0;
  let pressed: Promise<boolean> | null = null;
  const first = Promise.withResolvers<void>();
  let whenLive: (() => void)[] = [];
  /** undefined: to be read from the journal */
  let cursor: string | null | undefined;
  /** hold the next poll; only after one was answered, so that the counter knows at once whether the relay is live */
  let patient = false;
  /** Of two counters on one mailbox the one that was started last has it, whatever copy of whose folder it is. */
  const reader = { id: Buffer.from(random.bytes(12)).toString('base64url'), takes: true };

  const become = (next: MailboxPollerState): void => {
    if (next === state) return;
    state = next;
    onState(next);
  };
  const isLive = (): boolean => {
    if (polledAt === null || state === 'taken' || failedPolls >= maxFailedPolls) return false;
    // Both clocks are compared: the monotonic one stops while the machine sleeps.
    return clock.monotonic() - polledAt.monotonic < maxPollAgeMs && clock.now() - polledAt.wall < maxPollAgeMs;
  };
  const countFailed = (): void => {
    failedPolls += 1;
    if (failedPolls === maxFailedPolls && polledAt !== null) onState(state);
  };
  const polled = (at: NonNullable<typeof polledAt>): void => {
    const back = failedPolls >= maxFailedPolls && state === 'listening';
    polledAt = at;
    failedPolls = 0;
    become('listening');
    if (back) onState(state);
    for (const resolve of whenLive) resolve();
    whenLive = [];
  };
  const failed = (): Pause => {
    failures += 1;
    patient = false;
    return backoffMs(failures, random);
  };
  const gap = async (oldest: string | null): Promise<Pause> => {
    log.warn('the relay no longer keeps what comes behind our cursor');
    await onGap(oldest);
    cursor = oldest;
    return failed();
  };

  const rememberAcked = async (acked: RelayAcked | undefined): Promise<void> => {
    if (acked && acks && acked.cursor !== (await acks.known())) await acks.remember(acked.cursor);
  };
  /**
   * Whether this journal is an older copy. A journal that is read again from the oldest webhook is behind on purpose; then its
   * position counts as known.
   */
  const isOlder = async (acked: RelayAcked | undefined): Promise<boolean> => {
    if (!acked?.beyond || !acks || cursor === null) return false;
    return acked.counter === acks.counter && acked.cursor !== (await acks.known());
  };
  /** Takes no page until a person has accepted the older journal. */
  const older = (): Pause => {
    log.error('the relay was acknowledged further than this journal knows: it is an older copy');
    polledAt = null;
    acks?.onOlderJournal();
    return failed();
  };

  const follow = async (outcome: PollOutcome): Promise<Pause> => {
    if ((outcome.kind === 'page' || outcome.kind === 'gone') && (await isOlder(outcome.acked))) return older();
    switch (outcome.kind) {
      case 'page': {
        reader.takes = false;
        const answeredAt = { monotonic: clock.monotonic(), wall: clock.now() };
        if (cursor === null) await rememberAcked(outcome.acked);
        // Both before the page counts as received: no order may leave in between.
        onShop?.(outcome.shop ?? null);
        if (outcome.unverified) await onUnverified?.(outcome.unverified);
        const kept = outcome.events.length > 0 ? await handlePage(outcome.events, await keys(), receiveWebhook) : null;
        cursor = outcome.events.at(-1)?.cursor ?? cursor;
        // A webhook still to come may be about the very sale that a cashier wants to repeat, so the relay is not live before
        // the last page.
        if (!outcome.more) polled(answeredAt);
        // Not awaited: the next acknowledgement covers this one.
        if (kept !== null) void mailbox.ack(kept, acks?.counter).catch(() => false);
        failures = 0;
        patient = true;
        return 0;
      }
      case 'gone':
        reader.takes = false;
        await rememberAcked(outcome.acked);
        return gap(outcome.oldest);
      case 'taken':
        reader.takes = false;
        countFailed();
        patient = false;
        // The first time it may be a poll that names no reader, or one of ours that was late: the next one tells.
        if (state !== 'taken') {
          log.warn('another counter reads the mailbox');
          become('taken');
          return failed();
        }
        return slowlyMs(slowMs.taken, random);
      case 'refused':
        // The cursor is unknown to the relay: its database was lost or is an older copy. All its webhooks are read again.
        if (outcome.status === 400 && cursor !== null) return gap(null);
        countFailed();
        if (state !== 'refused')
          log.warn('the relay refuses this counter: mailbox or token', { status: outcome.status });
        become('refused');
        patient = false;
        return slowlyMs(slowMs.refused, random);
      case 'unreachable':
        if (interruption.signal.aborted) return 0;
        log.warn('the relay did not answer', { reason: outcome.reason });
        countFailed();
        if (state === 'starting') become('silent');
        return failed();
    }
  };

  const round = async (): Promise<Pause> => {
    try {
      if (cursor === undefined) cursor = await readCursor();
      const after = cursor;
      const { signal } = interruption;
      return await follow(await mailbox.poll({ after, limit, waitSeconds: patient ? waitSeconds : 0, reader, signal }));
    } catch (error) {
      // The page was not committed: the next poll reads it again from the stored cursor.
      cursor = undefined;
      countFailed();
      log.error('what the relay brought could not be kept', { fault: errorName(error) });
      return failed();
    }
  };

  const listen = async (): Promise<void> => {
    const pause = await round();
    first.resolve();
    if (pause > 0) await clock.sleep(pause, interruption.signal);
    if (interruption.signal.aborted) {
      interruption = new AbortController();
      patient = false;
    }
  };
  const listening = (async () => {
    for (;;) {
      if (stopped) return;
      await listen();
    }
  })();

  const waitFor = async (event: Promise<void>, withinMs: number): Promise<void> => {
    const over = new AbortController();
    await Promise.race([event, clock.sleep(withinMs, over.signal)]);
    over.abort(null);
  };

  const pollOnce = async (withinMs: number): Promise<boolean> => {
    const live = new Promise<void>((resolve) => whenLive.push(resolve));
    failures = 0;
    interruption.abort(null);
    await waitFor(live, withinMs);
    return !stopped && isLive();
  };

  const refresh = async (withinMs: number): Promise<boolean> => {
    if (state === 'taken' || stopped) return false;
    pressed ??= pollOnce(withinMs).finally(() => {
      pressed = null;
    });
    return pressed;
  };

  return {
    state: () => state,
    isLive,
    isTaken: () => state === 'taken',
    pollNow: async (withinMs) => isLive() || refresh(withinMs),
    refresh,
    firstPoll: (withinMs) => waitFor(first.promise, withinMs),
    lastPolledAt: () => polledAt,
    // With a reason of its own: without one, each abort creates an error with a stack that is never read.
    wake: () => interruption.abort(null),
    stop: async () => {
      stopped = true;
      interruption.abort(null);
      for (const resolve of whenLive) resolve();
      await listening;
    },
  };
}

/** A number in [0, 1). */
function chance(random: Random): number {
  const bytes = random.bytes(4);
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
}

/**
 * The pause after consecutive failures: random, up to twice the last bound ("full jitter"), at most 15 s, so that ten thousand
 * counters do not reconnect to a restarted relay at once.
 * @returns milliseconds
 */
function backoffMs(failures: number, random: Random): number {
  const bound = Math.min(polling.maxPauseMs, firstMs * 2 ** Math.min(failures - 1, 10));
  return Math.max(minMs, Math.round(chance(random) * bound));
}

/** For what only a person can change: between half and all of that time. */
function slowlyMs(ms: number, random: Random): number {
  return Math.round(ms * (0.5 + chance(random) / 2));
}

/** The connection to the relay as the screen shows it. */
export function relayStatus(listener: MailboxPoller | null): Status['relay'] {
  if (!listener) return { state: 'not_configured', lastPolledAt: null };
  const last = listener.lastPolledAt();
  const lastPolledAt = last === null ? null : new Date(last.wall).toISOString();
  const state = listener.state();
  if (state === 'taken' || state === 'refused') return { state, lastPolledAt };
  if (listener.isLive()) return { state: 'listening', lastPolledAt };
  return { state: state === 'starting' ? 'starting' : 'deaf', lastPolledAt };
}

/** "passed_over": nothing was written down, and the place in the mailbox is where it was. */
export type DeliveryResult = 'kept' | 'passed_over';

/** A webhook as it came out of the mailbox, with what this desktop itself found about its signature. */
export interface ReceivedWebhook {
  event: RelayEvent;
  /** the raw bytes that were signed */
  body: Uint8Array;
  /** HMAC-SHA256 over the raw bytes with one of the shop's keys (spec, Authentication) */
  signed: boolean;
}

/** Takes a received webhook. When it resolves to "kept", the webhook is committed together with the cursor. */
type ReceiveWebhook = (received: ReceivedWebhook, cursor: string) => Promise<DeliveryResult>;

/** The very bytes that came, and whether one of the keys signed them. */
export function toReceivedWebhook(event: RelayEvent, keys: readonly string[]): ReceivedWebhook {
  const body = new Uint8Array(Buffer.from(event.body, event.bodyEncoding));
  return { event, body, signed: verifySignature(body, event.signature, keys) };
}

/**
 * Hands over a page in its order, one after the other. Rejects when one could not be taken; those before it were.
 * @returns the place up to which everything is in the journal; null: nothing of this page was written down
 */
async function handlePage(
  events: readonly RelayEvent[],
  keys: readonly string[],
  receiveWebhook: ReceiveWebhook,
): Promise<string | null> {
  let kept: string | null = null;
  for (const event of events) {
    if ((await receiveWebhook(toReceivedWebhook(event, keys), event.cursor)) === 'kept') kept = event.cursor;
  }
  return kept;
}

const digestInHex = /^[0-9a-f]{64}$/i;

/**
 * Whether one of the shop's keys signed exactly these bytes (spec, Authentication). The relay has checked already; the
 * desktop does so again, so that nobody in between needs to be believed.
 * @param signature the X-Service-Signature header: 64 hex digits, anything else is not a signature
 * @param keys the key in use, and those retired that may have signed what comes late
 */
export function verifySignature(body: Uint8Array, signature: string | null, keys: readonly string[]): boolean {
  if (signature === null || !digestInHex.test(signature)) return false;
  const given = Buffer.from(signature, 'hex');
  let fits = false;
  for (const key of keys) {
    // An empty key is one that is not set: anybody could sign with it.
    if (key === '') continue;
    if (timingSafeEqual(createHmac('sha256', key).update(body).digest(), given)) fits = true;
  }
  return fits;
}

/** Identifies a key without revealing it: signed webhooks in a log allow the same guesses. */
export const keyIdOf = (key: string): string =>
  createHmac('sha256', key).update('konter key id').digest('hex').slice(0, 12);
