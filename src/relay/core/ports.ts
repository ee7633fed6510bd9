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

/** Why a webhook is refused. */
export type RefusalReason = 'empty' | 'unsigned' | 'not_json' | 'too_many';

/** Counted since the start, for the metrics. */
export interface Counters {
  /** answered 200 */
  accepted: number;
  /** accepted, and stored before */
  redelivered: number;
  /** accepted and not stored: the signed body has reached its limit of variants */
  overVariantLimit: number;
  refused: Record<RefusalReason, number>;
  /** answered 500 */
  notStored: number;
  /** webhooks handed to pollers; one that is read again counts again */
  delivered: number;
  /** deleted after their retention */
  pruned: number;
}

export const newCounters = (): Counters => ({
  accepted: 0,
  redelivered: 0,
  overVariantLimit: 0,
  refused: { empty: 0, unsigned: 0, not_json: 0, too_many: 0 },
  notStored: 0,
  delivered: 0,
  pruned: 0,
});

/** Measurements beside the counters. */
export interface Histograms {
  /** a durable commit of that many webhooks */
  committed(webhooks: number): void;
  /** a webhook was delivered that many milliseconds after its receipt */
  delivered(lagMs: number): void;
}

/** Writes a time in milliseconds as ISO 8601 UTC; equal ones in a row are formatted once. */
export function timestampWriter(): (ms: number) => string {
  let last = Number.NaN;
  let text = '';
  return (ms) => {
    if (ms !== last) {
      text = new Date(ms).toISOString();
      last = ms;
    }
    return text;
  };
}
