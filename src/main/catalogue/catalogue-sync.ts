import { join } from 'node:path';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { CatalogueWork } from '../../shared/domain/catalogue-jobs.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { createSerialQueue } from '../base/async.ts';
import type { Clock, Log, Network, Random } from '../base/system.ts';
import type { CommitListener } from '../db/commit.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { Provider } from '../provider/index.ts';
import type { JobDeps, RateLimit } from './catalogue-jobs.ts';
import { createImportJob, createRefreshJob } from './catalogue-jobs.ts';
import type { CatalogueRepository, ListLine } from './catalogue-repository.ts';
import { createLogoCache, type LogoCache, logoFiles } from './logo-cache.ts';

/** Slow enough to leave the connection and the provider to the cashier. */
const importRate: RateLimit = { pauseMs: 250, firstWaitMs: 2000, maxWaitMs: 5 * 60_000 };
/** The shop is closed at night, so this one can be slower. */
const refreshRate: RateLimit = { ...importRate, pauseMs: 1500 };
/** Training looks up products in its own simulator. */
const practiceRate: RateLimit = { ...importRate, pauseMs: 20 };
const nightCheckMs = 60_000;

interface CatalogueOptions {
  journal: SalesStore & { readonly catalogue: CatalogueRepository };
  provider: Provider | null;
  mode: 'training' | 'live';
  /** where this mode keeps its files */
  folder: string;
  /** the provider runs on this machine; pictures may come from it too */
  loopback: boolean;
  /** that pictures are fetched through; null: directly */
  proxy: string | null;
  timeZone(): string;
  network: Network;
  clock: Clock;
  random: Random;
  log: Log;
  publish(event: KonterEvent): void;
}

/** Opens the catalogue and starts its background jobs; `stop` ends them. */
export async function openCatalogue(deps: CatalogueOptions): Promise<CatalogueSync> {
  const book = deps.journal.catalogue;
  const logos = createLogoCache({
    ...deps,
    book,
    files: logoFiles(join(deps.folder, 'logos')),
    arrived: (codes) => void sync.publishItems(codes.slice(0, 200)).catch(() => undefined),
  });
  const rateLimits =
    deps.mode === 'training'
      ? { import: practiceRate, refresh: practiceRate }
      : { import: importRate, refresh: refreshRate };
  const sync = await openCatalogueSync({ ...deps, book, logos, rateLimits });
  const stopTimer = deps.clock.every(nightCheckMs, () => sync.startNightlyRefreshIfDue());
  return {
    ...sync,
    async stop() {
      stopTimer();
      await sync.stop();
    },
  };
}

/** Reports the product whose item a sale or a lookup has changed. @param changed must not throw */
export function catalogueListener(changed: (productCode: string) => void): CommitListener {
  return {
    productSaved: changed,
    committed({ soldFor }, { repriced, sale }) {
      const code = soldFor?.productCode ?? (repriced ? sale?.productCode : undefined);
      if (code !== undefined) changed(code);
    },
  };
}

export interface CatalogueSync {
  work(): CatalogueWork;
  /** Starts the import of a list. @returns false while another list is open */
  import(lines: readonly ListLine[]): Promise<boolean>;
  refresh(): Promise<void>;
  resume(what: 'import' | 'refresh'): Promise<void>;
  cancel(what: 'import' | 'refresh'): Promise<void>;
  /** publishes these products to pages and fetches pictures that are missing */
  publishItems(productCodes: readonly string[]): Promise<void>;
  /** pictures as data: URLs; missing ones are left out */
  logos(names: readonly string[]): Promise<{ name: string; url: string }[]>;
  /** to be called every minute, and after the machine slept */
  startNightlyRefreshIfDue(): void;
  stop(): Promise<void>;
}

export interface CatalogueSyncDeps extends Omit<JobDeps, 'changed' | 'rateLimit'> {
  random: Random;
  /** of the shop */
  timeZone(): string;
  rateLimits: { import: RateLimit; refresh: RateLimit };
  logos: LogoCache;
  publish(event: KonterEvent): void;
}

/** Progress is published at most this often. */
const publishIntervalMs = 200;
/** Pages sort thousands of products at each event, so changed products are published in batches. */
const publishChangedMs = 1000;

/** The catalogue's background work: the import of lists, the nightly refresh of every product, and pictures. */
export async function openCatalogueSync(deps: CatalogueSyncDeps): Promise<CatalogueSync> {
  const { book, clock, logos, publish } = deps;
  let publishedAt = Number.NEGATIVE_INFINITY;
  let publishedStates = '';
  const work = (): CatalogueWork => ({ import: importJob.state(), refresh: refreshJob.state() });
  const changed = (): void => {
    const now = work();
    // A new state is published at once, a new count after a pause.
    const states = `${now.import?.state} ${now.refresh.state}`;
    if (states === publishedStates && clock.monotonic() - publishedAt < publishIntervalMs) return;
    [publishedStates, publishedAt] = [states, clock.monotonic()];
    publish({ type: 'catalogueWork', work: now });
  };
  const publishItems = async (codes: readonly string[]): Promise<void> => {
    const items = (await Promise.all(codes.map((code) => book.get(code)))).filter((item) => item !== null);
    if (items.length > 0) publish({ type: 'catalogue', items });
    logos.fetchMissing();
  };
  const stopping = new AbortController();
  const queue = createSerialQueue();
  const changedCodes = new Set<string>();
  const productChanged = (code: string): void => {
    changedCodes.add(code);
    if (changedCodes.size === 1) void publishChanged().catch(failed);
  };
  const publishChanged = async (): Promise<void> => {
    await clock.sleep(publishChangedMs, stopping.signal);
    const codes = [...changedCodes];
    changedCodes.clear();
    if (!stopping.signal.aborted) await publishItems(codes);
  };
  const failed = (): void => deps.log.warn('a catalogue job failed');
  const shared = { ...deps, changed, productChanged };
  const importJob = await createImportJob({ ...shared, rateLimit: deps.rateLimits.import });
  const refreshJob = await createRefreshJob({ ...shared, rateLimit: deps.rateLimits.refresh });
  const nextRun = (): string => new Date(nextNightlyRun(clock.now(), deps.timeZone(), deps.random)).toISOString();

  // Jobs that the last run of the program left open are resumed.
  if (importJob.isOpen()) void importJob.resume().catch(failed);
  if (refreshJob.isOpen()) void refreshJob.resume().catch(failed);
  if (deps.provider && refreshJob.state().nextAt === null) await refreshJob.schedule(nextRun());
  logos.fetchMissing();

  return {
    work,
    // A list replaces the one before. Of two requests at the same moment the second is refused.
    import: (lines) =>
      queue(async () => {
        if (importJob.isOpen()) return false;
        await importJob.start(lines);
        return true;
      }),
    async refresh() {
      logos.retryFailed();
      await refreshJob.start(nextRun());
    },
    resume: (what) => (what === 'import' ? importJob.resume() : refreshJob.resume()),
    cancel: (what) => (what === 'import' ? importJob.cancel() : refreshJob.cancel()),
    publishItems,
    logos: (names) => logos.urls(names),
    startNightlyRefreshIfDue() {
      const { nextAt, state } = refreshJob.state();
      if (!deps.provider || nextAt === null || Date.parse(nextAt) > clock.now()) return;
      // A refresh that stopped, at a refusal for example, starts over.
      if (state !== 'idle' && state !== 'stopped') return;
      logos.retryFailed();
      void refreshJob.start(nextRun()).catch(failed);
    },
    async stop() {
      stopping.abort();
      await Promise.all([importJob.stop(), refreshJob.stop(), logos.stop()]);
    },
  };
}

const hourMs = 3_600_000;
/** Hours of the shop's day: after the nightly cut-offs of electricity and phone credit, before the first shops open. */
const [from, until] = [2, 5];

/**
 * A random minute of the shop's next night, so that thousands of counters of one provider do not ask at the same time.
 * @returns milliseconds since 1970, at least an hour from now
 */
function nextNightlyRun(now: number, timeZone: string, random: Random): number {
  const [hours = 0, minutes = 0] = wallClock(now, timeZone).time.split(':').map(Number);
  const midnight = now - (hours * hourMs + minutes * 60_000);
  const [high = 0, low = 0] = random.bytes(2);
  const share = (high * 256 + low) / 65_536;
  const tonight = midnight + Math.floor((from + share * (until - from)) * 60) * 60_000;
  return tonight > now + hourMs ? tonight : tonight + 24 * hourMs;
}
