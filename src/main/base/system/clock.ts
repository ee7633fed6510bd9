/** Time as the counter knows it. A simulation brings its own. */
export interface Clock {
  /** milliseconds since 1970, UTC; may jump when somebody sets the clock */
  now(): number;
  /** milliseconds that never jump, from an unknown start */
  monotonic(): number;
  /** Resolves after that many milliseconds, or at once when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
