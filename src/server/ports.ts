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
