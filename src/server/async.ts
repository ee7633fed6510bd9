import QuickLRU from 'quick-lru';
import type { Clock } from './ports.ts';

export const sleep = (clock: Pick<Clock, 'after'>, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve));

/** Rows per commit: few enough that a webhook does not wait long for their locks. */
export const rowsPerChunk = 500;
/** Longer than a commit takes, so that the database is free most of the time. */
const pauseMs = 150;

/**
 * Processes many rows in short commits, with a pause after each for other users of the database.
 * @param chunk processes one of them; false: it was the last
 */
export async function runInChunks(clock: Pick<Clock, 'after'>, chunk: () => Promise<boolean>): Promise<void> {
  while (await chunk()) await sleep(clock, pauseMs);
}

/** Shares one answer, or one failure, among all callers while it is made and for `ttlMs` after that. */
export function cacheFor<Answer>(
  clock: Pick<Clock, 'now'>,
  ttlMs: number,
  load: () => Promise<Answer>,
): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; at: number | null } | null = null;
  return () => {
    const now = clock.now();
    // A clock that is set back makes the answer stale.
    if (last !== null && (last.at === null || (now >= last.at && now < last.at + ttlMs))) return last.answer;
    const current: NonNullable<typeof last> = { answer: load(), at: null };
    last = current;
    const settled = (): void => {
      current.at = clock.now();
    };
    current.answer.then(settled, settled);
    return current.answer;
  };
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result | PromiseLike<Result>) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers calls into batches: a batch takes all calls that arrive while the one before it runs. There is no timer: a single call
 * waits only until all input that has arrived is read.
 * @param options.run answers in the order of the items; if it fails, it fails for all of them. An answer may be a promise: the next
 *   batch starts meanwhile
 */
export function createBatcher<Item, Result>(options: {
  soon: (run: () => void) => void;
  maxBatch: number;
  run: (items: readonly Item[]) => Promise<ReadonlyArray<Result | PromiseLike<Result>>>;
}): (item: Item) => Promise<Result> {
  const { soon, maxBatch, run } = options;
  let waiting: Array<Waiting<Item, Result>> = [];
  let isBusy = false;

  const runBatch = async (): Promise<void> => {
    const batch = waiting;
    waiting = batch.splice(maxBatch);
    try {
      const results = await run(batch.map(({ item }) => item));
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    isBusy = false;
    schedule();
  };
  const schedule = (): void => {
    if (isBusy || waiting.length === 0) return;
    isBusy = true;
    soon(() => void runBatch());
  };
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
}

/** Runs one call at a time. All calls that arrive during one share the next. */
export function shareNext<Result>(soon: (run: () => void) => void, run: () => Promise<Result>): () => Promise<Result> {
  const batch = createBatcher<null, Result>({
    soon,
    maxBatch: Number.POSITIVE_INFINITY,
    run: async (calls) => {
      const result = await run();
      return calls.map(() => result);
    },
  });
  return () => batch(null);
}

/**
 * A fixed-window rate limiter per key. It remembers the most recently used keys only.
 * @param limit.windowMs milliseconds from the first call on
 * @returns counts a call, and answers whether it is over the limit
 */
export function createRateLimiter(
  clock: Clock,
  limit: { max: number; windowMs: number; keys: number },
): (key: string) => boolean {
  const windows = new QuickLRU<string, { since: number; count: number }>({ maxSize: limit.keys });
  return (key) => {
    const now = clock.now();
    const window = windows.get(key);
    // A clock that is set back starts a new window.
    if (!window || now < window.since || now >= window.since + limit.windowMs) {
      windows.set(key, { since: now, count: 1 });
      return limit.max < 1;
    }
    window.count += 1;
    return window.count > limit.max;
  };
}
