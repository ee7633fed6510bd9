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
  report(message: string, error: unknown): void;
}

export type Counters = ReturnType<typeof newCounters>;

/** Counted since the start; the help texts of the metrics say what each counts. */
export const newCounters = () => ({
  accepted: 0,
  redelivered: 0,
  overVariantLimit: 0,
  /** webhooks, by reason; the last two by HTTP */
  refused: { empty: 0, unverified: 0, not_json: 0, too_many: 0, compressed: 0, too_large: 0 },
  notStored: 0,
  /** posted claims, by what became of them */
  claims: { recorded: 0, in_flight: 0, stale: 0 },
  delivered: 0,
  pruned: 0,
  rateLimited: 0,
  connectionsClosed: 0,
  bodiesAborted: 0,
});

/** Measurements beside the counters. */
export interface Histograms {
  /** a durable commit of that many webhooks */
  committed(webhooks: number): void;
  /** a webhook was delivered that many milliseconds after its receipt */
  delivered(lagMs: number): void;
}
