/**
 * base holds what every feature needs and none owns: the ports to time, chance, network and threads, secrets, files written whole, the log,
 * queues.
 * It imports no feature. The real clock and the real network are in base/system alone. Tests: tests/unit/base.
 */

import type { ResourceLimits } from 'node:worker_threads';
import { v4 } from 'uuid';
import type { By } from '../../shared/domain/staff.ts';
import { wallClock } from '../../shared/domain/zone.ts';

/** Time, randomness, the network and threads. A host gives the real ones to `createApp`, the simulation its own. */
export interface System {
  clock: Clock;
  random: Random;
  network: Network;
  workers: WorkerPool;
}

export interface Clock {
  /** milliseconds since 1970, UTC; may jump when the machine's clock is set */
  now(): number;
  /** monotonic milliseconds, from an unknown start */
  monotonic(): number;
  /** Resolves after that many milliseconds, or at once when the signal aborts; never rejects. Keeps the process alive. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Runs once after that many milliseconds, unless it is stopped before. Does not keep the process alive. */
  after(ms: number, run: () => void): StopTimer;
  /** Runs periodically until it is stopped. Does not keep the process alive. */
  every(ms: number, run: () => void): StopTimer;
}

export type StopTimer = () => void;

/** ISO 8601 UTC of this moment. */
export const isoNow = (clock: Pick<Clock, 'now'>): string => new Date(clock.now()).toISOString();

/** The shop's calendar day of this moment, YYYY-MM-DD. */
export const shopDay = ({ clock, rules }: { clock: Pick<Clock, 'now'>; rules(): { timeZone: string } }): string =>
  wallClock(clock.now(), rules().timeZone).day;

/** Cryptographically strong outside of a simulation. */
export interface Random {
  bytes(count: number): Uint8Array;
}

export const randomHex = (random: Random, bytes: number): string => Buffer.from(random.bytes(bytes)).toString('hex');

export const randomUuid = (random: Random): string => v4({ random: random.bytes(16) });

export interface Network {
  /** @param route of the requests */
  transport(route: NetworkRoute): Transport;
  /** A picture from an address that somebody else named; null when it cannot be fetched. */
  picture(address: string, rules: PictureRules): Promise<Uint8Array | null>;
  /** this machine's addresses, as one text that changes with them; empty without a network */
  addresses(): string;
}

export interface PictureRules extends NetworkRoute {
  /** allows plain http and this machine: for a provider that runs on it, in tests and training */
  loopback: boolean;
  clock: Clock;
  /** for the whole fetch, redirects included */
  timeoutMs: number;
  /** cancels the fetch */
  signal?: AbortSignal;
}

export interface NetworkRoute {
  /** http:// or https://, with user and password where the proxy wants them; null: directly */
  proxy: string | null;
}

/** One HTTP exchange: sent once over a connection of its own, never redirected, never repeated; see `keepAlive` for the exception. */
export interface Transport {
  /** Never rejects for network errors: every outcome is a value. */
  exchange(request: TransportRequest): Promise<TransportOutcome>;
}

export interface TransportRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: Uint8Array;
  /**
   * For a request that may be repeated, such as a lookup: its connection is kept open for the next one, and a kept one that
   * turns out to be closed is replaced by a new one. Absent: the request has a connection of its own.
   */
  keepAlive?: boolean;
  /** until the connection is open (with TLS: until it is secured) */
  connectTimeoutMs: number;
  /** from then until the last byte of the answer */
  answerTimeoutMs: number;
  /** how much longer the answer is still read after answerTimeoutMs; absent: not at all */
  lateAnswerMs?: number;
  maxAnswerBytes: number;
  /** ends a long poll; once the connection is open the outcome is `lost`, not `never_sent` */
  signal?: AbortSignal;
}

export type TransportOutcome =
  /** The connection was never made: not one byte of the request can have arrived. */
  | { kind: 'never_sent'; reason: string }
  /**
   * The connection was open, and no whole answer came back: the other side may have acted. `late` is there after the time limit, while
   * the answer is still read; it resolves to its outcome and never rejects.
   */
  | { kind: 'lost'; reason: string; late?: Promise<TransportOutcome> }
  | { kind: 'answered'; status: number; headers: Readonly<Record<string, string>>; body: Uint8Array };

/** What a log may say of an exception: its message may hold a customer's data. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : typeof error);

/** The counter's log, for support. Callers never pass secrets, bodies, numbers or names. */
export interface Log {
  info(message: string, facts?: Readonly<Record<string, LogFact>>): void;
  warn(message: string, facts?: Readonly<Record<string, LogFact>>): void;
  error(message: string, facts?: Readonly<Record<string, LogFact>>): void;
}

export type LogFact = string | number | boolean | null;

/** Starts threads for work that would delay selling. The simulation serves the same calls in its own thread. */
export interface WorkerPool {
  start(name: WorkerName, options?: WorkerOptions): WorkerThread;
}

/** The file of a thread, see base/system/worker-path.ts. */
export type WorkerName = 'journal-worker' | 'export-worker' | 'reconcile-worker' | 'search-worker' | 'index-worker';

export interface WorkerOptions {
  /** constructor data of its handler */
  data?: unknown;
  limits?: ResourceLimits;
  /** whether an unanswered call keeps the process alive; true by default */
  keepsAlive?: boolean;
}

/** A thread that answers calls. It does not keep the process alive while no call is unanswered. */
export interface WorkerThread {
  /** The handler's result. Rejects with CancelledError, or with WorkerError when the handler fails or the thread ends. */
  call(input: unknown, options?: CallOptions): Promise<unknown>;
  ended(): boolean;
  /** Terminates it. A thread that hangs in a disk operation is abandoned after two seconds. */
  stop(): Promise<void>;
}

export interface CallOptions {
  /** the handler's next `throwIfCancelled` throws once it is aborted */
  signal?: AbortSignal;
  onProgress?(value: unknown): void;
}

/** The person at the counter who causes the current write, and the person whose PIN allowed it. */
export interface Acts {
  by: By;
  approvedBy: readonly By[];
}

/** null: no person is set up at this counter, or no person caused it. */
export type ActorProvider = () => Acts | null;
