/** The time was up, or the caller gave up. */
class Interrupted extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Interrupted';
  }
}

/** How long one phase of an exchange may last, and who may end it sooner. */
export interface Limit {
  ms: number;
  /** said when the time is up */
  saying: string;
  signal: AbortSignal | undefined;
}

/**
 * Runs one phase. When it fails, takes too long or is given up, the signal that it was handed aborts, so that whatever
 * it opened is closed; what it would have come to afterwards is dropped.
 */
export async function within<T>(limit: Limit, phase: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const interrupted = Promise.withResolvers<never>();
  const giveUp = (): void => interrupted.reject(new Interrupted('given up'));
  const timer = setTimeout(() => interrupted.reject(new Interrupted(limit.saying)), limit.ms);
  limit.signal?.addEventListener('abort', giveUp, { once: true });
  if (limit.signal?.aborted) giveUp();
  try {
    return await Promise.race([interrupted.promise, phase(stop.signal)]);
  } catch (error) {
    stop.abort(error);
    throw error;
  } finally {
    clearTimeout(timer);
    limit.signal?.removeEventListener('abort', giveUp);
  }
}
