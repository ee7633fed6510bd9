import type { Clock } from './ports.ts';

export const sleep = (clock: Pick<Clock, 'after'>, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve));

/** Resolves with the promise, or after that many milliseconds. */
export async function waitAtMost(clock: Clock, ms: number, promise: Promise<unknown>): Promise<undefined> {
  let cancel = (): void => {};
  const timeout = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve);
  });
  await Promise.race([promise, timeout]);
  cancel();
  return undefined;
}

/** Rows per commit: few enough that a webhook does not wait long for their locks. */
export const rowsPerChunk = 500;
/** Longer than a commit takes, so that the database is free most of the time. */
const pauseMs = 150;

/**
 * Processes many rows in short commits, with a pause after each for other users of the database.
 * @param chunk processes one of them; false: it was the last
 */
export async function inChunks(clock: Pick<Clock, 'after'>, chunk: () => Promise<boolean>): Promise<void> {
  while (await chunk()) await sleep(clock, pauseMs);
}

/** Shares one answer, or one failure, among all callers while it is made and for `ttlMs` after that. */
export function cacheFor<Answer>(
  clock: Pick<Clock, 'now'>,
  ttlMs: number,
  ask: () => Promise<Answer>,
): () => Promise<Answer> {
  let last: { answer: Promise<Answer>; at: number | null } | null = null;
  return () => {
    const now = clock.now();
    // A clock that is set back makes the answer stale.
    if (last !== null && (last.at === null || (now >= last.at && now < last.at + ttlMs))) return last.answer;
    const current: NonNullable<typeof last> = { answer: ask(), at: null };
    last = current;
    const settled = (): void => {
      current.at = clock.now();
    };
    current.answer.then(settled, settled);
    return current.answer;
  };
}
