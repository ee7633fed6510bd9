import { z } from 'zod';
import { ImportState, RefreshState } from '../../shared/domain/catalogue-jobs.ts';
import type { ListLine, ListTally, WaitingLine } from './catalogue-repository.ts';
import { createSingleJob, type JobDeps } from './single-job.ts';

interface CatalogueJobDeps extends JobDeps {
  /** the catalogue's item of this product changed */
  productChanged(productCode: string): void;
}

const SavedImport = ImportState.pick({ state: true, reason: true, startedAt: true });

/** Looks up the lines of a list one by one. The lines are in the database with their results, so a restart resumes. */
export async function createImportJob(deps: CatalogueJobDeps) {
  const { book, clock } = deps;
  let tally: ListTally = await book.listTally();
  const count = (change: 'added' | 'failed'): void => {
    tally = { ...tally, done: tally.done + 1, [change]: tally[change] + 1 };
    deps.changed();
  };
  const now = (): string => new Date(clock.now()).toISOString();
  const job = createSingleJob<z.infer<typeof SavedImport>>(deps, {
    name: 'import',
    saved: SavedImport.nullable()
      .catch(null)
      .parse(await book.readJob('import')),
    isOpen: ({ state }) => state !== 'done' && state !== 'cancelled',
    done: () => ({ state: 'done', reason: null }),
    cancelled: { state: 'cancelled', reason: null },
    steps() {
      let line: WaitingLine | null = null;
      return {
        async next() {
          line = await book.nextLine();
          return line?.productCode ?? null;
        },
        async store(_code, result) {
          if (!line) return null;
          if (result.kind === 'product') {
            deps.productChanged((await book.addLine(line, result.product, now())).productCode);
            count('added');
          } else {
            await book.failLine(line.line, result.kind, result.kind === 'bad_answer' ? null : result.message);
            count('failed');
          }
          return null;
        },
      };
    },
  });

  return {
    ...job,
    state(): ImportState | null {
      const state = job.state();
      return state && { ...state, ...tally };
    },
    async start(lines: readonly ListLine[]): Promise<void> {
      await book.startList(lines);
      tally = await book.listTally();
      await job.start({ state: 'running', reason: null, startedAt: now() });
    },
  };
}

/** One refused product may be discontinued; ten in a row are a fault of the provider. */
const maxRefusedInARow = 10;

const SavedRefresh = RefreshState.extend({ after: z.string() });
type SavedRefresh = z.infer<typeof SavedRefresh>;
const neverRefreshed: SavedRefresh = {
  state: 'idle',
  reason: null,
  done: 0,
  total: 0,
  finishedAt: null,
  nextAt: null,
  after: '',
};

/** Looks up every product of the catalogue again, ordered by code; a restart resumes after the last one. */
export async function createRefreshJob(deps: CatalogueJobDeps) {
  const { book, clock } = deps;
  const now = (): string => new Date(clock.now()).toISOString();
  const job = createSingleJob<SavedRefresh>(deps, {
    name: 'refresh',
    saved: SavedRefresh.catch(neverRefreshed).parse(await book.readJob('refresh')),
    isOpen: ({ state }) => state !== 'idle',
    done: () => ({ state: 'idle', reason: null, finishedAt: now(), after: '' }),
    cancelled: { state: 'idle', reason: null, after: '' },
    steps() {
      let refused = 0;
      return {
        next: async () => (await book.codesAfter(saved().after, 1))[0] ?? null,
        async store(code, result) {
          refused = result.kind === 'no_such_product' ? refused + 1 : 0;
          if (refused >= maxRefusedInARow) return 'refused';
          const hasChanged =
            result.kind === 'product'
              ? await book.updateProduct({ ...result.product, productCode: code }, now())
              : result.kind === 'no_such_product' && (await book.markDiscontinued(code, now()));
          const { done, total } = saved();
          await job.update({ after: code, done: Math.min(done + 1, total) });
          if (hasChanged) deps.productChanged(code);
          return null;
        },
      };
    },
  });
  const saved = (): SavedRefresh => job.state() ?? neverRefreshed;

  return {
    ...job,
    state(): RefreshState {
      const { after: _, ...state } = saved();
      return state;
    },
    /** @param nextAt when the next nightly run begins; ISO 8601 UTC */
    async start(nextAt: string | null): Promise<void> {
      if (job.isRunning()) return;
      const total = await book.count();
      await job.start({ ...saved(), state: 'running', reason: null, done: 0, total, after: '', nextAt });
    },
    schedule: (nextAt: string): Promise<void> => job.update({ nextAt }),
  };
}
