import type { Status } from '../../shared/contract/events.ts';
import type { Clock } from '../base/system.ts';

/**
 * "starting" until the first poll has ended, "silent" when it got no answer. A poll that fails later keeps the last state; see
 * lastPolledAt.
 */
export type MailboxPollerState = 'starting' | 'silent' | 'listening' | 'taken' | 'refused';

/** on the monotonic clock and on the wall's, in milliseconds */
export interface PolledAt {
  monotonic: number;
  wall: number;
}

const maxPollAgeMs = 60_000;
/** consecutive failures after which the state changes */
const maxFailedPolls = 2;

/** What the polls so far say of the relay. */
export class PollStatus {
  readonly #clock: Clock;
  readonly #onState: (state: MailboxPollerState) => void;
  #state: MailboxPollerState = 'starting';
  #polledAt: PolledAt | null = null;
  /** in a row; a page that leaves something waiting ends no row */
  #failedPolls = 0;

  /** @param onState called when the state is another, or `isLive` is for the number of polls that failed */
  constructor(clock: Clock, onState: (state: MailboxPollerState) => void) {
    this.#clock = clock;
    this.#onState = onState;
  }

  state(): MailboxPollerState {
    return this.#state;
  }

  /** when the relay last answered a poll with all that waited, which has been taken since; null: never */
  lastPolledAt(): PolledAt | null {
    return this.#polledAt;
  }

  /** whether results can be received now: a poll succeeded in the last 60 s, and the last two have not both failed */
  isLive(): boolean {
    const at = this.#polledAt;
    if (at === null || this.#state === 'taken' || this.#failedPolls >= maxFailedPolls) return false;
    // Both clocks are compared: the monotonic one stops while the machine sleeps.
    return this.#clock.monotonic() - at.monotonic < maxPollAgeMs && this.#clock.now() - at.wall < maxPollAgeMs;
  }

  become(next: MailboxPollerState): void {
    if (next === this.#state) return;
    this.#state = next;
    this.#onState(next);
  }

  succeed(at: PolledAt): void {
    const isBack = this.#failedPolls >= maxFailedPolls && this.#state === 'listening';
    this.#polledAt = at;
    this.#failedPolls = 0;
    this.become('listening');
    if (isBack) this.#onState(this.#state);
  }

  fail(): void {
    this.#failedPolls += 1;
    if (this.#failedPolls === maxFailedPolls && this.#polledAt !== null) this.#onState(this.#state);
  }

  /** Nothing is received before a person has decided. */
  forget(): void {
    this.#polledAt = null;
  }
}

/** The connection to the relay as the screen shows it. */
export function relayStatus(poller: Pick<PollStatus, 'state' | 'isLive' | 'lastPolledAt'> | null): Status['relay'] {
  if (!poller) return { state: 'not_configured', lastPolledAt: null };
  const last = poller.lastPolledAt();
  const lastPolledAt = last === null ? null : new Date(last.wall).toISOString();
  const state = poller.state();
  if (state === 'taken' || state === 'refused') return { state, lastPolledAt };
  if (poller.isLive()) return { state: 'listening', lastPolledAt };
  return { state: state === 'starting' ? 'starting' : 'deaf', lastPolledAt };
}
