import type { Product } from '../../shared/contract/selling.ts';
import type { WaitReason } from '../../shared/domain/catalogue-jobs.ts';
import type { Clock, Log } from '../base/system.ts';
import type { Provider } from '../provider/index.ts';
import { readProduct } from '../sales/index.ts';
import type { CatalogueRepository } from './catalogue-types.ts';

/** A walk that goes on beside everything else. */
interface Running {
  /** ends a wait at once */
  hurry(): void;
  /** Gives it up; resolves when nothing of it is under way any more. */
  stop(): Promise<void>;
}

interface Steps extends Pick<WalkParts, 'next' | 'took'> {
  waits(reason: WaitReason | null): Promise<void>;
  /** it came to its end by itself, or cannot go on */
  end(state: 'done' | 'stopped', reason: WaitReason | null): Promise<void>;
}

/** Begins a walk. What the disk does not take stops it, and is told of; nothing is thrown. */
export function runCrawl(parts: WorkParts, steps: Steps): Running {
  const stopping = new AbortController();
  let hurrying = new AbortController();
  const work = async (): Promise<void> => {
    const { provider } = parts;
    if (!provider) return steps.end('stopped', 'not_configured');
    let telling: Promise<void> = Promise.resolve();
    const ended = await walk({
      ...steps,
      ask: (code) => askProduct(provider, code),
      waits(reason) {
        telling = steps.waits(reason);
        telling.catch(() => undefined);
      },
      clock: parts.clock,
      pace: parts.pace,
      signal: stopping.signal,
      hurry: () => hurrying.signal,
    });
    await telling;
    if (ended.kind === 'done') return steps.end('done', null);
    return ended.kind === 'stopped' ? steps.end('stopped', ended.reason) : undefined;
  };
  const ended = work().catch((error: unknown) => {
    parts.log.warn('the catalogue could not be asked about', { error: error instanceof Error ? error.name : '' });
    return steps.end('stopped', 'disk').catch(() => undefined);
  });
  return {
    hurry() {
      hurrying.abort();
      hurrying = new AbortController();
    },
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

/** At most one walk of a kind. */
interface OneWalk {
  underWay(): boolean;
  /** Begins one, where none is under way. */
  run(): void;
  /** Ends the wait of one that is under way; otherwise begins one, after `ready`. */
  goOn(ready: () => Promise<void>): Promise<void>;
  /** Gives it up; resolves when nothing of it is under way any more. */
  cancel(): Promise<void>;
  /** The same, and none begins after it. */
  stop(): Promise<void>;
}

/** @param begin a walk, which calls `ended` as soon as it is over by itself */
export function singleCrawl(begin: (ended: () => void) => Running): OneWalk {
  let running: Running | null = null;
  let stopped = false;
  const run = (): void => {
    if (running || stopped) return;
    let over = false;
    const begun = begin(() => {
      over = true;
      running = null;
    });
    // One that cannot go at all is over before it has begun.
    if (!over) running = begun;
  };
  const cancel = async (): Promise<void> => {
    await running?.stop();
    running = null;
  };
  return {
    underWay: () => running !== null,
    run,
    async goOn(ready) {
      if (running) return running.hurry();
      if (stopped) return;
      await ready();
      run();
    },
    cancel,
    async stop() {
      stopped = true;
      await cancel();
    },
  };
}

/** How fast codes are asked about, in milliseconds. */
export interface Pace {
  /** between two codes */
  pauseMs: number;
  /** after the first "not now"; twice as long after each further one */
  firstWaitMs: number;
  mostWaitMs: number;
}

interface WalkParts {
  ask(productCode: string): Promise<ProductWord>;
  /** null: that was all */
  next(): Promise<string | null>;
  /** Writes down what was said; a reason ends the walk. */
  took(productCode: string, word: Exclude<ProductWord, { kind: 'later' | 'stop' }>): Promise<WaitReason | null>;
  /** it waits, or goes on again */
  waits(reason: WaitReason | null): void;
  clock: Clock;
  pace: Pace;
  /** gives it up */
  signal: AbortSignal;
  /** ends a wait at once; a new one each time it is asked for */
  hurry(): AbortSignal;
}

type WalkEnd = { kind: 'done' } | { kind: 'given_up' } | { kind: 'stopped'; reason: WaitReason };

/** Asks about one code after the other, never two at a time, at a pace that leaves the line to those who sell. */
async function walk(parts: WalkParts): Promise<WalkEnd> {
  const { clock, pace, signal } = parts;
  const givenUp = new Promise<null>((resolve) => {
    signal.addEventListener('abort', () => resolve(null), { once: true });
  });
  let waited = 0;
  while (!signal.aborted) {
    const code = await parts.next();
    if (code === null) return { kind: 'done' };
    // An answer may take a minute; nobody who stops the work waits for it.
    const word = await Promise.race([parts.ask(code), givenUp]);
    if (word === null) break;
    if (word.kind === 'stop') return { kind: 'stopped', reason: word.reason };
    if (word.kind === 'later') {
      parts.waits(word.reason);
      const wait = Math.min(pace.mostWaitMs, pace.firstWaitMs * 2 ** waited);
      waited += 1;
      await clock.sleep(wait, AbortSignal.any([signal, parts.hurry()]));
      continue;
    }
    if (waited > 0) parts.waits(null);
    waited = 0;
    const reason = await parts.took(code, word);
    if (reason !== null) return { kind: 'stopped', reason };
    await clock.sleep(pace.pauseMs, signal);
  }
  return { kind: 'given_up' };
}

type ProductWord =
  | { kind: 'product'; product: Product }
  | { kind: 'no_such_product'; message: string }
  | { kind: 'bad_answer' }
  /** nothing was said about this product: ask it again later */
  | { kind: 'later'; reason: Extract<WaitReason, 'too_fast' | 'unreachable'> }
  /** it would be the same for every product */
  | { kind: 'stop'; reason: Extract<WaitReason, 'credentials'> };

/** The interface shows no limit of requests and no code for one; these are what everybody uses. */
const slowDownCodes: ReadonlySet<number> = new Set([420, 429, 503, 509]);
const slowDownWords = /too many|rate.?limit|throttl|terlalu (banyak|sering|cepat)|coba lagi nanti|try again later/i;

/** Asks about one product for the catalogue, where the difference between "not now" and "no such product" counts. */
async function askProduct(provider: Provider, productCode: string): Promise<ProductWord> {
  const outcome = await provider.product(productCode);
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

export interface WorkParts {
  book: CatalogueRepository;
  /** null: the connection is not set up */
  provider: Provider | null;
  clock: Clock;
  pace: Pace;
  log: Log;
  /** something that `work` shows is different now */
  changed(): void;
}
