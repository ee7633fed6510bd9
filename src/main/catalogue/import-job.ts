import type { z } from 'zod';
import { ImportState } from '../../shared/domain/catalogue-jobs.ts';
import type { ListLine, ListTally, WaitingLine } from './catalogue-types.ts';
import { runCrawl, singleCrawl, type WorkParts } from './product-crawl.ts';

const Kept = ImportState.pick({ state: true, reason: true, startedAt: true });
type Kept = z.infer<typeof Kept>;

/** Asks about the lines of a list, one by one; where it is stands in the database, so that a restart goes on with it. */
export async function createListWork(parts: WorkParts & { news(productCode: string): void }) {
  const { book, clock } = parts;
  let kept: Kept | null = Kept.nullable()
    .catch(null)
    .parse(await book.readWork('import'));
  let tally: ListTally = await book.listTally();

  const set = async (change: Partial<Kept>): Promise<void> => {
    if (!kept) return;
    kept = { ...kept, ...change };
    await book.writeWork('import', kept);
    parts.changed();
  };
  const counted = (change: 'added' | 'failed'): void => {
    tally = { ...tally, done: tally.done + 1, [change]: tally[change] + 1 };
    parts.changed();
  };
  const walk = singleCrawl((ended) => {
    let line: WaitingLine | null = null;
    return runCrawl(parts, {
      async next() {
        line = await book.nextLine();
        return line?.productCode ?? null;
      },
      async took(_code, word) {
        if (!line) return null;
        const at = new Date(clock.now()).toISOString();
        if (word.kind === 'product') {
          parts.news((await book.lineAdded(line, word.product, at)).productCode);
          counted('added');
        } else {
          await book.lineFailed(line.line, word.kind, word.kind === 'bad_answer' ? null : word.message);
          counted('failed');
        }
        return null;
      },
      waits: (reason) => set({ state: reason === null ? 'running' : 'waiting', reason }),
      async end(state, reason) {
        ended();
        await set({ state, reason });
      },
    });
  });
  const isOpen = (): boolean => kept !== null && kept.state !== 'done' && kept.state !== 'cancelled';

  return {
    state: (): ImportState | null => kept && { ...kept, ...tally },
    isOpen,
    async start(lines: readonly ListLine[]): Promise<void> {
      await book.startList(lines);
      tally = await book.listTally();
      kept = { state: 'running', reason: null, startedAt: new Date(clock.now()).toISOString() };
      await set({});
      walk.run();
    },
    /** with what a restart, or a stop, has left */
    async goOn(): Promise<void> {
      if (isOpen()) await walk.goOn(() => set({ state: 'running', reason: null }));
    },
    async cancel(): Promise<void> {
      await walk.cancel();
      if (isOpen()) await set({ state: 'cancelled', reason: null });
    },
    stop: walk.stop,
  };
}
