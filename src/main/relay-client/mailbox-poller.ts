import { polling, type RelayAcked, type RelayEvent, type UnverifiedWebhook } from '../../shared/wire/relay.ts';
import type { ShopOfMailbox } from '../../shared/wire/shop.ts';
import { Backoff } from '../base/background-loop.ts';
import { type Clock, errorName, type Log, type Random } from '../base/system.ts';
import type { PollOutcome, RelayMailbox } from './mailbox-client.ts';
import { type MailboxPollerState, type PolledAt, PollStatus } from './poll-status.ts';
import { type ReceivedWebhook, toReceivedWebhook } from './verification.ts';

/** "discarded": nothing was stored, and the cursor in the mailbox stays. */
export type DeliveryResult = 'stored' | 'discarded';

/** Takes a received webhook. When it resolves to "kept", the webhook is committed together with the cursor. */
type ReceiveWebhook = (received: ReceivedWebhook, cursor: string) => Promise<DeliveryResult>;

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
  /** absent where nothing distinguishes an older copy of the journal from the newest */
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
  read(): Promise<string | null>;
  remember(acked: string): Promise<void>;
  /** The relay reports that this journal has acknowledged more than it knows now. Called at each poll that reports it. */
  onOlderJournal(): void;
}

const firstPauseMs = 500;
const minPauseMs = 50;
const limit = 50;
const waitSeconds = polling.holdMs / 1000;
/** how long another counter, or a wrong token, is left alone */
const slowMs = { taken: 60_000, refused: 30_000 };

/** The loop's pause after a poll, in milliseconds; 0: none. */
type Pause = number;

type Outcome<Kind extends PollOutcome['kind']> = Extract<PollOutcome, { kind: Kind }>;

/** Listens until it is stopped: polls, verifies, hands over in order, and acknowledges. */
export class MailboxPoller {
  readonly #deps: MailboxPollerDeps;
  /** Of two counters on one mailbox the one that was started last has it, whatever copy of whose folder it is. */
  readonly #reader: { id: string; takes: boolean };
  readonly #backoff = new Backoff(firstPauseMs, polling.maxPauseMs);
  readonly #first = Promise.withResolvers<void>();
  readonly #listening: Promise<void>;
  readonly #status: PollStatus;
  #isStopped = false;
  #interruption = new AbortController();
  #pressed: Promise<boolean> | null = null;
  #whenLive: (() => void)[] = [];
  /** undefined: to be read from the journal */
  #cursor: string | null | undefined;
  /** hold the next poll; only after one was answered, so that the counter knows at once whether the relay is live */
  #isPatient = false;

  constructor(deps: MailboxPollerDeps) {
    this.#deps = deps;
    this.#status = new PollStatus(deps.clock, deps.onState);
    this.#reader = { id: Buffer.from(deps.random.bytes(12)).toString('base64url'), takes: true };
    this.#listening = this.#listen();
  }

  state(): MailboxPollerState {
    return this.#status.state();
  }

  /** whether results can be received now: see PollStatus */
  isLive(): boolean {
    return this.#status.isLive();
  }

  /** whether another counter took the mailbox: nothing is sold here until this one is started again */
  isTaken(): boolean {
    return this.#status.state() === 'taken';
  }

  /**
   * Polls at once unless it is live, and answers whether it is, after `withinMs` at the latest. A mailbox that another counter
   * reads is not taken from it.
   */
  async pollNow(withinMs: number): Promise<boolean> {
    return this.isLive() || this.refresh(withinMs);
  }

  /** Polls at once, also while it is live, and resolves with the page: what it says of the shop may have changed. Else as `pollNow`. */
  async refresh(withinMs: number): Promise<boolean> {
    if (this.#status.state() === 'taken' || this.#isStopped) return false;
    this.#pressed ??= this.#pollOnce(withinMs).finally(() => {
      this.#pressed = null;
    });
    return this.#pressed;
  }

  /** Resolves once the first poll has ended, well or not, or after `withinMs`: it may say that the journal is an older copy. */
  firstPoll(withinMs: number): Promise<void> {
    return this.#waitFor(this.#first.promise, withinMs);
  }

  /** see PollStatus */
  lastPolledAt(): PolledAt | null {
    return this.#status.lastPolledAt();
  }

  /** Polls at once: the machine woke up, or the network changed. */
  wake(): void {
    // With a reason of its own: without one, each abort creates an error with a stack that is never read.
    this.#interruption.abort(null);
  }

  /** Ends the poll, and resolves when the current page is handled. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    for (const resolve of this.#whenLive) resolve();
    await this.#listening;
  }

  async #listen(): Promise<void> {
    while (!this.#isStopped) {
      const pause = await this.#round();
      this.#first.resolve();
      if (pause > 0) await this.#deps.clock.sleep(pause, this.#interruption.signal);
      if (this.#interruption.signal.aborted) {
        this.#interruption = new AbortController();
        this.#isPatient = false;
      }
    }
  }

  async #round(): Promise<Pause> {
    const { mailbox, readCursor, log } = this.#deps;
    try {
      if (this.#cursor === undefined) this.#cursor = await readCursor();
      const waits = this.#isPatient ? waitSeconds : 0;
      const { signal } = this.#interruption;
      const request = { after: this.#cursor, limit, waitSeconds: waits, reader: this.#reader, signal };
      return await this.#follow(await mailbox.poll(request));
    } catch (error) {
      // The page was not committed: the next poll reads it again from the stored cursor.
      this.#cursor = undefined;
      this.#status.fail();
      log.error('what the relay brought could not be kept', { fault: errorName(error) });
      return this.#fail();
    }
  }

  async #follow(outcome: PollOutcome): Promise<Pause> {
    if ((outcome.kind === 'page' || outcome.kind === 'gone') && (await this.#isOlder(outcome.acked)))
      return this.#refuseOlder();
    switch (outcome.kind) {
      case 'page':
        return this.#takePage(outcome);
      case 'gone':
        this.#reader.takes = false;
        await this.#rememberAcked(outcome.acked);
        return this.#skipGap(outcome.oldest);
      case 'taken':
        return this.#leave();
      case 'refused':
        // The cursor is unknown to the relay: its database was lost or is an older copy. All its webhooks are read again.
        if (outcome.status === 400 && this.#cursor !== null) return this.#skipGap(null);
        return this.#onRefused(outcome);
      case 'unreachable':
        return this.#interruption.signal.aborted ? 0 : this.#onUnreachable(outcome);
    }
  }

  async #takePage({ acked, shop, unverified, events, more }: Outcome<'page'>): Promise<Pause> {
    const { clock, mailbox, keys, receiveWebhook, onShop, onUnverified, acks } = this.#deps;
    this.#reader.takes = false;
    const answeredAt = { monotonic: clock.monotonic(), wall: clock.now() };
    if (this.#cursor === null) await this.#rememberAcked(acked);
    // Both before the page counts as received: no order may leave in between.
    onShop?.(shop ?? null);
    if (unverified) await onUnverified?.(unverified);
    const lastCursor = events.length > 0 ? await handlePage(events, await keys(), receiveWebhook) : null;
    this.#cursor = events.at(-1)?.cursor ?? this.#cursor;
    // A webhook still to come may be about the very sale that a cashier wants to repeat, so the relay is not live before the last page.
    if (!more) {
      this.#status.succeed(answeredAt);
      for (const resolve of this.#whenLive) resolve();
      this.#whenLive = [];
    }
    // Not awaited: the next acknowledgement covers this one.
    if (lastCursor !== null) void mailbox.ack(lastCursor, acks?.counter).catch(() => false);
    this.#backoff.reset();
    this.#isPatient = true;
    return 0;
  }

  async #skipGap(oldest: string | null): Promise<Pause> {
    this.#deps.log.warn('the relay no longer keeps what comes behind our cursor');
    await this.#deps.onGap(oldest);
    this.#cursor = oldest;
    return this.#fail();
  }

  /** Another counter reads the mailbox. */
  #leave(): Pause {
    this.#reader.takes = false;
    this.#status.fail();
    this.#isPatient = false;
    if (this.#status.state() === 'taken') return this.#slowly(slowMs.taken);
    // The first time it may be a poll that names no reader, or one of ours that was late: the next one decides.
    this.#deps.log.warn('another counter reads the mailbox');
    this.#status.become('taken');
    return this.#fail();
  }

  #onRefused({ status }: Outcome<'refused'>): Pause {
    this.#status.fail();
    if (this.#status.state() !== 'refused')
      this.#deps.log.warn('the relay refuses this counter: mailbox or token', { status });
    this.#status.become('refused');
    this.#isPatient = false;
    return this.#slowly(slowMs.refused);
  }

  #onUnreachable({ reason }: Outcome<'unreachable'>): Pause {
    this.#deps.log.warn('the relay did not answer', { reason });
    this.#status.fail();
    if (this.#status.state() === 'starting') this.#status.become('silent');
    return this.#fail();
  }

  async #rememberAcked(acked: RelayAcked | undefined): Promise<void> {
    const { acks } = this.#deps;
    if (acked && acks && acked.cursor !== (await acks.read())) await acks.remember(acked.cursor);
  }

  /**
   * Whether this journal is an older copy. A journal that is read again from the oldest webhook is behind on purpose; then its
   * position counts as known.
   */
  async #isOlder(acked: RelayAcked | undefined): Promise<boolean> {
    const { acks } = this.#deps;
    if (!acked?.beyond || !acks || this.#cursor === null) return false;
    return acked.counter === acks.counter && acked.cursor !== (await acks.read());
  }

  /** Takes no page until a person has accepted the older journal. */
  #refuseOlder(): Pause {
    this.#deps.log.error('the relay was acknowledged further than this journal knows: it is an older copy');
    this.#status.forget();
    this.#deps.acks?.onOlderJournal();
    return this.#fail();
  }

  /** Random up to twice the last bound ("full jitter"), so that ten thousand counters do not reconnect to a restarted relay at once. */
  #fail(): Pause {
    this.#isPatient = false;
    return Math.max(minPauseMs, Math.round(chance(this.#deps.random) * this.#backoff.next()));
  }

  /** For what only a person can change: between half and all of that time. */
  #slowly(ms: number): Pause {
    return Math.round(ms * (0.5 + chance(this.#deps.random) / 2));
  }

  async #pollOnce(withinMs: number): Promise<boolean> {
    const live = new Promise<void>((resolve) => this.#whenLive.push(resolve));
    this.#backoff.reset();
    this.wake();
    await this.#waitFor(live, withinMs);
    return !this.#isStopped && this.isLive();
  }

  async #waitFor(event: Promise<void>, withinMs: number): Promise<void> {
    const over = new AbortController();
    await Promise.race([event, this.#deps.clock.sleep(withinMs, over.signal)]);
    over.abort(null);
  }
}

export const createMailboxPoller = (deps: MailboxPollerDeps): MailboxPoller => new MailboxPoller(deps);

/** A number in [0, 1). */
function chance(random: Random): number {
  const bytes = random.bytes(4);
  return new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) / 2 ** 32;
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
  let lastCursor: string | null = null;
  for (const event of events) {
    if ((await receiveWebhook(toReceivedWebhook(event, keys), event.cursor)) === 'stored') lastCursor = event.cursor;
  }
  return lastCursor;
}
