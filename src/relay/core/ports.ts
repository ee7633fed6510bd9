/** Time, timers and the event loop. */
export interface Clock {
  /** milliseconds since 1970, UTC */
  now(): number;
  /** Runs once after that many milliseconds, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void;
  /** Runs once all input that has arrived by now is read: this gathers requests into one commit without a delay. */
  soon(run: () => void): void;
}

/** Cryptographically strong random bytes. */
export interface Random {
  bytes(count: number): Uint8Array;
}

/** Receives errors that no caller can handle. Never a secret, a token, a body or a whole mailbox id. */
export interface ErrorReporter {
  report(what: string, error: unknown): void;
}

export type Counters = ReturnType<typeof newCounters>;

/** Counted since the start, for the metrics. */
export const newCounters = () => ({
  /** answered 200 */
  accepted: 0,
  /** accepted, and stored before */
  redelivered: 0,
  /** accepted and not stored: the signed body has reached its limit of variants */
  overVariantLimit: 0,
  /** webhooks, by reason; the last two by HTTP */
  refused: { empty: 0, unsigned: 0, not_json: 0, too_many: 0, compressed: 0, too_large: 0 },
  /** answered 500 */
  notStored: 0,
  /** webhooks handed to pollers; one that is read again counts again */
  delivered: 0,
  /** deleted after their retention */
  pruned: 0,
  /** answered 429 instead of 401 */
  rateLimited: 0,
  /** refused or closed because of a limit */
  connectionsClosed: 0,
  /** aborted to make room */
  bodiesAborted: 0,
});

/** Measurements beside the counters. */
export interface Histograms {
  /** a durable commit of that many webhooks */
  committed(webhooks: number): void;
  /** a webhook was delivered that many milliseconds after its receipt */
  delivered(lagMs: number): void;
}
