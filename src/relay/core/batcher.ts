/** Fewer items are not split over concurrent batches: each batch has a cost of its own. */
const minSplit = 32;

interface Waiting<Result> {
  resolve: (result: Result | PromiseLike<Result>) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers calls into batches: a batch takes all calls that arrive while the one before it runs. There is no timer: a single call
 * waits only until all input that has arrived is read.
 * @param options.maxConcurrent batches that may run at once; they start in the order of their calls
 * @param options.run answers in the order of the items; if it fails, it fails for all of them. An answer may be a promise: the next
 *   batch starts meanwhile
 */
export function createBatcher<Item, Result>(options: {
  soon: (run: () => void) => void;
  maxBatch: number;
  maxConcurrent?: number;
  run: (items: readonly Item[]) => Promise<ReadonlyArray<Result | PromiseLike<Result>>>;
}): (item: Item) => Promise<Result> {
  const { soon, maxBatch, maxConcurrent = 1, run } = options;
  let items: Item[] = [];
  let waiting: Array<Waiting<Result>> = [];
  let running = 0;
  let isScheduled = false;

  /** The first of several concurrent batches takes a share: the next is prepared while it runs. */
  const nextSize = (): number =>
    Math.min(maxBatch, running > 0 || items.length < minSplit ? items.length : Math.ceil(items.length / maxConcurrent));

  const runBatch = async (): Promise<void> => {
    isScheduled = false;
    const [batch, callers, size] = [items, waiting, nextSize()];
    items = batch.splice(size);
    waiting = callers.splice(size);
    running += 1;
    schedule();
    try {
      const results = await run(batch);
      for (const [index, result] of results.entries()) callers[index]?.resolve(result);
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
    running -= 1;
    schedule();
  };
  const schedule = (): void => {
    if (isScheduled || running === maxConcurrent || waiting.length === 0) return;
    isScheduled = true;
    soon(() => void runBatch());
  };
  return (item) =>
    new Promise((resolve, reject) => {
      items.push(item);
      waiting.push({ resolve, reject });
      schedule();
    });
}
