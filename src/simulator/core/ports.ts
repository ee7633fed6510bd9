/** Time as the simulator knows it; a test or a simulation brings a virtual one. */
export interface Clock {
  /** milliseconds since 1970, UTC */
  now(): number;
  /** Resolves after that many milliseconds, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Chance out of a seed. */
export interface Random {
  /** a whole number, both ends included */
  between(from: number, to: number): number;
  /** that many digits or letters drawn from the alphabet; the first is never "0" */
  text(alphabet: string, length: number): string;
  pick<T>(choices: readonly [T, ...T[]]): T;
}

export interface WebhookRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
}

/** Takes one webhook to its receiver: the HTTP status that came back, or null when none did. Never rejects. */
export type Deliver = (request: WebhookRequest) => Promise<number | null>;
