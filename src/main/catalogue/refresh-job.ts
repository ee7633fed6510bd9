import { z } from 'zod';
import { RefreshState, type WaitReason } from '../../shared/domain/catalogue-jobs.ts';
import { runCrawl, singleCrawl, type WorkParts } from './product-crawl.ts';

/** Whether a product is gone, the provider may say; that all of them are gone is its own fault. */
const refusedInARow = 10;

const Kept = RefreshState.extend({ after: z.string() });
type Kept = z.infer<typeof Kept>;
const fresh: Kept = { state: 'idle', reason: null, done: 0, total: 0, finishedAt: null, nextAt: null, after: '' };

/** Asks about every product of the catalogue anew, in the order of their codes; a restart goes on behind the last one. */
export async function createRefreshWork(parts: WorkParts & { news(productCode: string): void }) {
  const { book, clock } = parts;
  let kept: Kept = Kept.catch(fresh).parse(await book.readWork('refresh'));
  const now = (): string => new Date(clock.now()).toISOString();

  const set = async (change: Partial<Kept>): Promise<void> => {
    kept = { ...kept, ...change };
    await book.writeWork('refresh', kept);
    parts.changed();
  };
  const walk = singleCrawl((ended) => {
    let refused = 0;
    return runCrawl(parts, {
      next: async () => (await book.codesAfter(kept.after, 1))[0] ?? null,
      async took(code, word): Promise<WaitReason | null> {
        refused = word.kind === 'no_such_product' ? refused + 1 : 0;
        if (refused >= refusedInARow) return 'refused';
        const isNews =
          word.kind === 'product'
            ? await book.told({ ...word.product, productCode: code }, now())
            : word.kind === 'no_such_product' && (await book.gone(code, now()));
        await set({ after: code, done: Math.min(kept.done + 1, kept.total) });
        if (isNews) parts.news(code);
        return null;
      },
      waits: (reason) => set({ state: reason === null ? 'running' : 'waiting', reason }),
      async end(state, reason) {
        ended();
        await set(state === 'done' ? { state: 'idle', reason: null, finishedAt: now(), after: '' } : { state, reason });
      },
    });
  });
  const isOpen = (): boolean => kept.state !== 'idle';

  return {
    state(): RefreshState {
      const { after: _, ...state } = kept;
      return state;
    },
    isOpen,
    /** @param nextAt when it begins by itself the next time; ISO 8601 */
    async start(nextAt: string | null): Promise<void> {
      if (walk.underWay()) return;
      await set({ state: 'running', reason: null, done: 0, total: await book.count(), after: '', nextAt });
      walk.run();
    },
    planned: (nextAt: string | null): Promise<void> => set({ nextAt }),
    async goOn(): Promise<void> {
      if (isOpen()) await walk.goOn(() => set({ state: 'running', reason: null }));
    },
    async cancel(): Promise<void> {
      await walk.cancel();
      if (isOpen()) await set({ state: 'idle', reason: null, after: '' });
    },
    stop: walk.stop,
  };
}
