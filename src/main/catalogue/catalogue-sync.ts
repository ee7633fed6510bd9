import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import writeFileAtomic from 'write-file-atomic';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { CatalogueWork } from '../../shared/domain/catalogue-jobs.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { createSerialQueue } from '../base/async.ts';
import { type Clock, errorName, type Log, type Network, type Random } from '../base/system.ts';
import type { CommitHook, CommitListener } from '../db/commit.ts';
import type { Products } from '../db/products.ts';
import type { SalesStore } from '../db/sales-store.ts';
import type { Provider } from '../provider/index.ts';
import { createImportJob, createRefreshJob, type JobDeps, type RateLimit } from './catalogue-jobs.ts';
import type { CatalogueRepository, ListLine } from './catalogue-repository.ts';

/** Slow enough to leave the connection and the provider to the cashier. */
const importRate: RateLimit = { pauseMs: 250, firstWaitMs: 2000, maxWaitMs: 5 * 60_000 };
/** The shop is closed at night, so this one can be slower. */
const refreshRate: RateLimit = { ...importRate, pauseMs: 1500 };
/** Training looks up products in its own simulator. */
const practiceRate: RateLimit = { ...importRate, pauseMs: 20 };
const nightCheckMs = 60_000;

interface CatalogueOptions {
  db: SalesStore & { readonly catalogue: CatalogueRepository };
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
  const book = deps.db.catalogue;
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

declare module '../db/change.ts' {
  interface ChangeParts {
    /** the product is sold; `keptPrice` becomes the shop's price, null: what was typed is this sale's alone */
    sold?: { productCode: string; keptPrice: number | null };
    /** the provider's charge; becomes the cost of a product without one */
    learntCost?: { productCode: string; cost: number };
  }
  interface CommitReports {
    /** the catalogue's cost of the product changed in the same commit */
    repriced?: boolean;
  }
}

/** Stores what a sale says about the prices of its product. */
export function priceHook(products: Products): CommitHook {
  return {
    written({ parts: { sold, learntCost } = {}, event }, before, after) {
      const price = after && saysPrice(before, after) ? after.price : null;
      const tookOther = after && price !== null ? products.providerTook(after.productCode, price) : false;
      if (sold) products.sold(sold.productCode, event.at);
      if (sold && sold.keptPrice !== null) products.enterPrice(sold.productCode, sold.keptPrice, event.at);
      const learnt = learntCost ? products.learnCost(learntCost.productCode, learntCost.cost, event.at) : false;
      return tookOther || learnt ? { repriced: true } : {};
    },
  };
}

/** Whether this update is the first that reports what the provider charged for an order. */
function saysPrice(before: Transaction | null, { kind, state, price }: Transaction): boolean {
  return kind === 'prepaid' && state === 'success' && (before?.state !== 'success' || before.price !== price);
}

/** Reports the product whose item a sale or a lookup has changed. @param changed must not throw */
export function catalogueListener(changed: (productCode: string) => void): CommitListener {
  return {
    productSaved: changed,
    committed({ parts }, { reports, sale }) {
      const code = parts?.sold?.productCode ?? (reports?.repriced ? sale?.productCode : undefined);
      if (code !== undefined) changed(code);
    },
  };
}

export interface CatalogueSync {
  work(): CatalogueWork;
  /** Starts the import of a list. @returns false while another list is open */
  import(lines: readonly ListLine[]): Promise<boolean>;
  refresh(): Promise<void>;
  resume(job: 'import' | 'refresh'): Promise<void>;
  cancel(job: 'import' | 'refresh'): Promise<void>;
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
    resume: (job) => (job === 'import' ? importJob.resume() : refreshJob.resume()),
    cancel: (job) => (job === 'import' ? importJob.cancel() : refreshJob.cancel()),
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

/** Fetches the logos of brands, each once. */
interface LogoCache {
  /** fetches logos that were never tried */
  fetchMissing(): void;
  /** tries failed logos again */
  retryFailed(): void;
  /** data: URLs of the stored logos */
  urls(names: readonly string[]): Promise<{ name: string; url: string }[]>;
  stop(): Promise<void>;
}

interface LogoCacheDeps {
  book: CatalogueRepository;
  files: LogoFiles;
  network: Pick<Network, 'picture'>;
  clock: Clock;
  log: Log;
  loopback: boolean;
  proxy: string | null;
  /** called with the products that have a logo now */
  arrived(productCodes: readonly string[]): void;
}

const timeoutMs = 10_000;
/** Keeps a provider with a different picture for each product from filling the disk. */
const maxLogos = 500;
const pauseMs = 300;

export function createLogoCache(deps: LogoCacheDeps): LogoCache {
  const { book, files, network, clock } = deps;
  const stopping = new AbortController();
  let failedBefore = '';
  let working: Promise<void> | null = null;
  let again = false;

  const now = (): string => new Date(clock.now()).toISOString();
  const fetchNext = async (): Promise<boolean> => {
    if ((await book.logoCount()) >= maxLogos) return false;
    const [url] = await book.logosToFetch(failedBefore, 1);
    if (url === undefined) return false;
    const { loopback, proxy } = deps;
    const bytes = await network.picture(url, { loopback, proxy, clock, timeoutMs, signal: stopping.signal });
    if (stopping.signal.aborted) return false;
    const name = bytes && (await files.put(bytes));
    await book.saveLogo(url, name, now());
    if (name !== null) deps.arrived(await book.codesWithLogo(url));
    await clock.sleep(pauseMs, stopping.signal);
    return true;
  };
  const work = async (): Promise<void> => {
    do {
      again = false;
      while (!stopping.signal.aborted && (await fetchNext())) {
        // One at a time.
      }
    } while (again);
  };
  const fetchMissing = (): void => {
    again = true;
    if (stopping.signal.aborted) return;
    working ??= work()
      .catch((error: unknown) => {
        deps.log.warn('cannot store logos', { error: errorName(error) });
      })
      .finally(() => {
        working = null;
      });
  };

  return {
    fetchMissing,
    retryFailed() {
      failedBefore = now();
      fetchMissing();
    },
    async urls(names) {
      const pictures = await Promise.all(names.map(async (name) => ({ name, url: await files.url(name) })));
      // A folder that was not copied with the database is filled again.
      const missing = pictures.filter(({ url }) => url === null).map(({ name }) => name);
      if (missing.length > 0) {
        await book.forgetLogos(missing);
        fetchMissing();
      }
      return pictures.flatMap(({ name, url }) => (url === null ? [] : [{ name, url }]));
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

/** Larger pictures cost a page more memory than a logo is worth. */
const maxPixels = 2048;

/** Picture files, each named by the SHA-256 of its bytes, so a file with other bytes is never served. */
export function logoFiles(folder: string) {
  const nameOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  return {
    /** @returns the picture's name; null where the bytes are no supported picture */
    async put(bytes: Uint8Array): Promise<string | null> {
      if (pictureType(bytes) === null) return null;
      const name = nameOf(bytes);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(join(folder, name), Buffer.from(bytes), { mode: 0o600 });
      return name;
    },
    /**
     * A data: URL, because the page may load nothing else; null when the file is missing or was changed. @param name
     * 64 hex digits
     */
    async url(name: string): Promise<string | null> {
      const bytes = await readFile(join(folder, name)).catch(() => null);
      if (bytes === null || nameOf(bytes) !== name) return null;
      const type = pictureType(bytes);
      return type && `data:${type};base64,${bytes.toString('base64')}`;
    },
  };
}

type LogoFiles = ReturnType<typeof logoFiles>;

/**
 * Supported types, detected by their first bytes, not by the server's content type. SVG can contain scripts and is
 * refused.
 */
const pictureReaders = { 'image/png': PNG, 'image/jpeg': JPG, 'image/webp': WEBP };

/** The type of a picture of a permitted size; null for anything else. */
export function pictureType(bytes: Uint8Array): string | null {
  for (const [type, { validate, calculate }] of Object.entries(pictureReaders)) {
    try {
      if (!validate(bytes)) continue;
      const { width, height } = calculate(bytes);
      return Math.min(width, height) >= 1 && Math.max(width, height) <= maxPixels ? type : null;
    } catch {
      // Starts like a picture of this type, but is none.
    }
  }
  return null;
}
