/** Time as the relay knows it. */
export interface Clock {
  /** milliseconds since 1970, UTC */
  now(): number;
  /** Runs once after that many milliseconds, unless the returned function is called before. */
  after(ms: number, run: () => void): () => void;
  /** Runs once everything that has arrived by now was read: what brings requests into one commit without waiting. */
  soon(run: () => void): void;
}

/** Chance, cryptographically strong. */
export interface Random {
  bytes(count: number): Uint8Array;
}

/** Where the relay says what went wrong. Never a secret, a token, a body or a whole mailbox id. */
export interface Complaints {
  failed(what: string, error: unknown): void;
}
