import { z } from 'zod';
import type { Product } from '../../shared/contract/selling.ts';
import { ImportState, RefreshState, type WaitReason } from '../../shared/domain/catalogue-jobs.ts';
import { type Clock, errorName, type Log } from '../base/system.ts';
import { type Provider, productInAnyCase } from '../provider/index.ts';
import { readProduct } from '../sales/index.ts';
import type { CatalogueRepository, ListLine, ListTally, WaitingLine } from './catalogue-repository.ts';

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

/** How fast a job looks up product codes, in milliseconds. */
export interface RateLimit {
  /** between two codes */
  pauseMs: number;
  /** after the first answer "later"; doubled after each further one */
  firstWaitMs: number;
  maxWaitMs: number;
}

export interface JobDeps {
  book: CatalogueRepository;
  /** null: the connection is not set up */
  provider: Provider | null;
  clock: Clock;
  rateLimit: RateLimit;
  log: Log;
  /** called after each change of the job's state */
  changed(): void;
}

/** The part of a job's stored state that every job has. */
interface JobState {
  state: string;
  reason: WaitReason | null;
}

interface JobDefinition<State extends JobState> {
  name: 'import' | 'refresh';
  /** as the last run left it; null: the job never ran */
  saved: State | null;
  /** whether a restart resumes it */
  isOpen(state: State): boolean;
  /** the change of the state when every code was looked up */
  done(): Partial<State>;
  /** the change of the state when a person cancels the job */
  cancelled: Partial<State>;
  /** the steps of one run */
  steps(): JobSteps;
}

interface JobSteps {
  /** the next product code; null: there is none left */
  next(): Promise<string | null>;
  /** Stores the answer. @returns why the job has to stop; null: it goes on */
  store(productCode: string, result: LookupAnswer): Promise<WaitReason | null>;
}

/** A background job that looks up product codes at the provider. At most one run of it is active. */
interface SingleJob<State> {
  state(): State | null;
  isOpen(): boolean;
  isRunning(): boolean;
  /** Changes and stores the state, if there is one. */
  update(change: Partial<State>): Promise<void>;
  /** Stores the state of a new run and begins it. */
  start(state: State): Promise<void>;
  /** Ends the wait of an active run; otherwise begins one where an open job left off. */
  resume(): Promise<void>;
  /** Ends the job; resolves when its run has ended. */
  cancel(): Promise<void>;
  /** Ends the run and keeps the state for the next start of the program. No run begins afterwards. */
  stop(): Promise<void>;
}

interface JobHandle {
  wakeNow(): void;
  stop(): Promise<void>;
}

/** Disk errors stop the run with the reason "disk" and are logged; a run never throws. */
function createSingleJob<State extends JobState>(deps: JobDeps, definition: JobDefinition<State>): SingleJob<State> {
  let state = definition.saved;
  let running: JobHandle | null = null;
  let stopped = false;

  const set = async (next: State): Promise<void> => {
    state = next;
    await deps.book.writeJob(definition.name, next);
    deps.changed();
  };
  const update = async (change: Partial<State>): Promise<void> => {
    if (state) await set({ ...state, ...change });
  };
  const report = async (name: 'running' | 'waiting' | 'stopped', reason: WaitReason | null): Promise<void> => {
    if (state) await set({ ...state, state: name, reason });
  };
  const isOpen = (): boolean => state !== null && definition.isOpen(state);

  const run = (): void => {
    if (running || stopped) return;
    let hasEnded = false;
    const handle = beginCrawl(deps, definition.steps(), {
      waits: (reason) => report(reason === null ? 'running' : 'waiting', reason),
      async end(reason) {
        hasEnded = true;
        running = null;
        await (reason === null ? update(definition.done()) : report('stopped', reason));
      },
    });
    // Without a connection the run ends before beginCrawl returns.
    if (!hasEnded) running = handle;
  };
  const end = async (): Promise<void> => {
    await running?.stop();
    running = null;
  };

  return {
    state: () => state,
    isOpen,
    isRunning: () => running !== null,
    update,
    async start(next) {
      await set(next);
      run();
    },
    async resume() {
      if (!isOpen()) return;
      if (running) return running.wakeNow();
      if (stopped) return;
      await report('running', null);
      run();
    },
    async cancel() {
      await end();
      if (isOpen()) await update(definition.cancelled);
    },
    async stop() {
      stopped = true;
      await end();
    },
  };
}

interface CrawlEvents {
  /** null: it goes on after a wait */
  waits(reason: WaitReason | null): Promise<void>;
  /** @param reason why it stopped; null: every code was looked up */
  end(reason: WaitReason | null): Promise<void>;
}

/** Looks up one code after the other. Reports its end, unless it is stopped through the handle. */
function beginCrawl(deps: JobDeps, steps: JobSteps, events: CrawlEvents): JobHandle {
  const { provider, clock, rateLimit } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  let waking = new AbortController();
  const aborted = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  let reported: Promise<void> = Promise.resolve();
  const reportWait = (reason: WaitReason | null): void => {
    reported = events.waits(reason);
    reported.catch(() => undefined);
  };

  /** @returns why it stopped; null: every code was looked up; undefined: it was stopped through the handle */
  const lookUpAll = async (lookUp: (code: string) => Promise<LookupResult>): Promise<WaitReason | null | undefined> => {
    let waits = 0;
    while (!signal.aborted) {
      const code = await steps.next();
      if (code === null) return null;
      // An answer may take a minute; stopping the job does not wait for it.
      const result = await Promise.race([lookUp(code), aborted]);
      if (result === null) break;
      if (result.kind === 'stop') return result.reason;
      if (result.kind === 'later') {
        reportWait(result.reason);
        const waitMs = Math.min(rateLimit.maxWaitMs, rateLimit.firstWaitMs * 2 ** waits);
        waits += 1;
        await clock.sleep(waitMs, AbortSignal.any([signal, waking.signal]));
        continue;
      }
      if (waits > 0) reportWait(null);
      waits = 0;
      const reason = await steps.store(code, result);
      if (reason !== null) return reason;
      await clock.sleep(rateLimit.pauseMs, signal);
    }
    return undefined;
  };
  const crawl = async (): Promise<void> => {
    if (!provider) return events.end('not_configured');
    const reason = await lookUpAll((code) => lookupProduct(provider, code));
    await reported;
    if (reason !== undefined) await events.end(reason);
  };
  const ended = crawl().catch((error: unknown) => {
    deps.log.warn('the catalogue job stopped at an error', { error: errorName(error) });
    return events.end('disk').catch(() => undefined);
  });

  return {
    wakeNow() {
      waking.abort();
      waking = new AbortController();
    },
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** An answer about one product. */
type LookupAnswer =
  | { kind: 'product'; product: Product }
  | { kind: 'no_such_product'; message: string }
  | { kind: 'bad_answer' };

type LookupResult =
  | LookupAnswer
  /** no answer about this product: look it up again later */
  | { kind: 'later'; reason: Extract<WaitReason, 'too_fast' | 'unreachable'> }
  /** every product would be answered like this */
  | { kind: 'stop'; reason: Extract<WaitReason, 'credentials'> };

/** The interface names no request limit and no code for one; these are the codes in general use. */
const slowDownCodes: ReadonlySet<number> = new Set([420, 429, 503, 509]);
const slowDownWords = /too many|rate.?limit|throttl|terlalu (banyak|sering|cepat)|coba lagi nanti|try again later/i;

/** Looks up one product for the catalogue, and distinguishes "later" from "no such product". */
async function lookupProduct(provider: Provider, productCode: string): Promise<LookupResult> {
  const outcome = await productInAnyCase(provider, productCode);
  switch (outcome.kind) {
    case 'answered': {
      const product = readProduct(
        outcome.value,
        outcome.faults.map(({ path }) => path),
      );
      const same = product.productCode.toUpperCase() === productCode.toUpperCase();
      return same ? { kind: 'product', product } : { kind: 'bad_answer' };
    }
    case 'refused':
      if (outcome.status === 401 || outcome.status === 403) return { kind: 'stop', reason: 'credentials' };
      return slowDownWords.test(outcome.message)
        ? { kind: 'later', reason: 'too_fast' }
        : { kind: 'no_such_product', message: outcome.message.slice(0, 200) };
    case 'never_sent':
      return { kind: 'later', reason: 'unreachable' };
    case 'unclear':
      if (outcome.status === 401 || outcome.status === 403) return { kind: 'stop', reason: 'credentials' };
      if (outcome.status === null) return { kind: 'later', reason: 'unreachable' };
      return slowDownCodes.has(outcome.status) ? { kind: 'later', reason: 'too_fast' } : { kind: 'bad_answer' };
  }
}
