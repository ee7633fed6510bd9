import type { Clock } from '../../server/ports.ts';
import type { Contact } from '../../shared/wire/office.ts';

/** Why a poll ends before its time. "taken": a newer poll reads the mailbox. */
export type PollEndReason = 'taken' | 'disconnected' | 'closing';
type WakeReason = 'woken' | 'ended' | 'timeout';

/** Aborts when the client disconnects: an AbortSignal, or the part of one that a poll needs. */
export interface PollSignal {
  readonly aborted: boolean;
  /** called once the client has shown a valid token */
  onAuthenticated?(): void;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** A poll that holds its mailbox. Small: ten thousand may be held at once. */
export class HeldPoll {
  private readonly timers: TimerWheel;
  private readonly signal: PollSignal;
  private readonly onAbort = (): void => this.endWith('disconnected');
  private end: PollEndReason | null = null;
  private isWoken = false;
  /** while it waits */
  private resume: ((reason: WakeReason) => void) | null = null;
  private deadline = 0;
  /** of its lease; null: not known yet, or there is only one process */
  private leaseGeneration: number | null = null;
  /** the highest generation of another process */
  private otherGeneration = 0;
  /** resolves when those who woke it need not wait any more */
  private onServed: PromiseWithResolvers<void> | null = null;

  constructor(timers: TimerWheel, signal: PollSignal) {
    this.timers = timers;
    this.signal = signal;
    if (signal.aborted) this.end = 'disconnected';
    signal.addEventListener('abort', this.onAbort);
  }

  endReason(): PollEndReason | null {
    return this.end;
  }

  endWith(reason: PollEndReason): void {
    this.end ??= reason;
    this.settle('ended');
  }

  /** The poll has its lease. A notification about a higher one may have come before. */
  setLease(generation: number): void {
    this.leaseGeneration = generation;
    this.compareLeases();
  }

  /** Another process has a lease. */
  onOtherLease(generation: number): void {
    this.otherGeneration = Math.max(this.otherGeneration, generation);
    this.compareLeases();
  }

  /** The mailbox received webhooks. Resolves when the poll is released or waits again. */
  wake(): Promise<void> {
    this.isWoken = true;
    this.onServed ??= Promise.withResolvers<void>();
    const { promise } = this.onServed;
    this.settle('woken');
    return promise;
  }

  /** Resolves at the next wake, or at once if there was one since the last wait; at the end; or after that many milliseconds. */
  wait(ms: number): Promise<WakeReason> {
    this.served();
    return new Promise((resolve) => {
      this.resume = resolve;
      if (this.end !== null) this.settle('ended');
      else if (this.isWoken) this.settle('woken');
      else this.deadline = this.timers.add(this, ms);
    });
  }

  onTimeout(): void {
    this.settle('timeout');
  }

  release(): void {
    this.signal.removeEventListener('abort', this.onAbort);
    this.served();
  }

  private compareLeases(): void {
    if (this.leaseGeneration !== null && this.leaseGeneration < this.otherGeneration) this.endWith('taken');
  }

  private settle(reason: WakeReason): void {
    const { resume } = this;
    if (resume === null) return;
    this.resume = null;
    this.isWoken = false;
    this.timers.remove(this, this.deadline);
    resume(reason);
  }

  private served(): void {
    this.onServed?.resolve();
    this.onServed = null;
  }
}

/** The held polls of this process: one per mailbox. */
export class HeldPolls {
  private readonly held = new Map<string, HeldPoll>();
  /** by mailbox, the beginning or the end of its last poll */
  private readonly contacts = new Map<string, number>();
  private readonly clock: Clock;
  private readonly startedAt: number;
  private readonly timers: TimerWheel;
  private closing = false;

  constructor(clock: Clock) {
    this.clock = clock;
    this.startedAt = clock.now();
    this.timers = new TimerWheel(clock);
  }

  /** Holds the mailbox; an older poll of it ends with "taken". */
  hold(mailbox: string, signal: PollSignal): HeldPoll {
    const poll = new HeldPoll(this.timers, signal);
    if (this.closing) poll.endWith('closing');
    this.held.get(mailbox)?.endWith('taken');
    this.held.set(mailbox, poll);
    this.contacts.set(mailbox, this.clock.now());
    return poll;
  }

  release(mailbox: string, poll: HeldPoll): void {
    if (this.held.get(mailbox) === poll) {
      this.held.delete(mailbox);
      this.contacts.set(mailbox, this.clock.now());
    }
    poll.release();
  }

  /** Another process has the lease of that generation. */
  onOtherLease(mailbox: string, generation: number): void {
    this.contacts.set(mailbox, this.clock.now());
    this.held.get(mailbox)?.onOtherLease(generation);
  }

  /** Wakes the poll of a mailbox. Resolves when it is answered or waits again; null: there is none. */
  wake(mailbox: string): Promise<void> | null {
    return this.held.get(mailbox)?.wake() ?? null;
  }

  wakeAll(): void {
    for (const poll of this.held.values()) void poll.wake();
  }

  count(): number {
    return this.held.size;
  }

  /** Whether the mailbox was polled since this process began, here or at another process. */
  hasSeen(mailbox: string): boolean {
    return this.contacts.has(mailbox);
  }

  /** How long the mailbox has not polled. `isAtLeast`: nothing since this process began, which knows no more. */
  contactOf(mailbox: string): Contact {
    const at = this.held.has(mailbox) ? this.clock.now() : this.contacts.get(mailbox);
    // Clamped: a clock that is set back makes no contact of the future.
    const silentMs = Math.max(0, this.clock.now() - (at ?? this.startedAt));
    return at === undefined ? { silentMs, isAtLeast: true } : { silentMs };
  }

  /** Ends all polls, and every later one. */
  close(): void {
    this.closing = true;
    for (const poll of this.held.values()) poll.endWith('closing');
  }
}

const tickMs = 100;

/** Timeouts in steps of a tenth of a second, one timer per step: a timer for each of ten thousand polls takes too much memory. */
export class TimerWheel {
  private readonly clock: Clock;
  private readonly slots = new Map<number, { waiting: Set<{ onTimeout(): void }>; cancel: () => void }>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Calls onTimeout after that many milliseconds, up to a step later. Returns the slot, which `remove` needs. */
  add(waiter: { onTimeout(): void }, ms: number): number {
    const now = this.clock.now();
    const at = Math.ceil((now + ms) / tickMs) * tickMs;
    let slot = this.slots.get(at);
    if (!slot) {
      slot = { waiting: new Set(), cancel: this.clock.after(at - now, () => this.fire(at)) };
      this.slots.set(at, slot);
    }
    slot.waiting.add(waiter);
    return at;
  }

  remove(waiter: { onTimeout(): void }, at: number): void {
    const slot = this.slots.get(at);
    if (!slot) return;
    slot.waiting.delete(waiter);
    if (slot.waiting.size > 0) return;
    this.slots.delete(at);
    slot.cancel();
  }

  private fire(at: number): void {
    const waiting = this.slots.get(at)?.waiting;
    this.slots.delete(at);
    for (const waiter of waiting ?? []) waiter.onTimeout();
  }
}
