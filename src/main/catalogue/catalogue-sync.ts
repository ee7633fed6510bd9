import type { KonterEvent } from '../../shared/contract/events.ts';
import type { CatalogueWork } from '../../shared/domain/catalogue-jobs.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { createSerialQueue } from '../base/async.ts';
import type { Random } from '../base/system.ts';
import type { ListLine } from './catalogue-types.ts';
import { createListWork } from './import-job.ts';
import type { LogoCache } from './logos/logo-cache.ts';
import type { Pace, WorkParts } from './product-crawl.ts';
import { createRefreshWork } from './refresh-job.ts';

export interface CatalogueSync {
  work(): CatalogueWork;
  /** False while another list is being asked about. */
  import(lines: readonly ListLine[]): Promise<boolean>;
  refresh(): Promise<void>;
  goOn(what: 'import' | 'refresh'): Promise<void>;
  cancel(what: 'import' | 'refresh'): Promise<void>;
  /** tells pages how these products are now, and has their pictures fetched */
  changedItems(productCodes: readonly string[]): Promise<void>;
  /** pictures as data: addresses; those that are not there are left out */
  logos(names: readonly string[]): Promise<{ name: string; url: string }[]>;
  /** looks whether the night's work is due; to be called now and then, and after sleep */
  look(): void;
  stop(): Promise<void>;
}

export interface CatalogueSyncDeps extends Omit<WorkParts, 'changed' | 'pace'> {
  random: Random;
  /** the shop's */
  timeZone(): string;
  paces: { import: Pace; refresh: Pace };
  logos: LogoCache;
  publish(event: KonterEvent): void;
}

/** So much is told at most that often while codes are asked about. */
const publishIntervalMs = 200;
const tellNewsMs = 1000;

/** What goes on in the catalogue beside selling: lists, the night's look at every product, pictures. */
export async function openCatalogueSync(parts: CatalogueSyncDeps): Promise<CatalogueSync> {
  const { book, clock, logos, publish } = parts;
  let toldAt = Number.NEGATIVE_INFINITY;
  let told = '';
  const work = (): CatalogueWork => ({ import: list.state(), refresh: refresh.state() });
  const changed = (): void => {
    const now = work();
    // A new state at once, counts when they have moved on for a while.
    const states = `${now.import?.state} ${now.refresh.state}`;
    if (states === told && clock.monotonic() - toldAt < publishIntervalMs) return;
    [told, toldAt] = [states, clock.monotonic()];
    publish({ type: 'catalogueWork', work: now });
  };
  const changedItems = async (codes: readonly string[]): Promise<void> => {
    const items = (await Promise.all(codes.map((code) => book.get(code)))).filter((item) => item !== null);
    if (items.length > 0) publish({ type: 'catalogue', items });
    logos.look();
  };
  const stopping = new AbortController();
  const queue = createSerialQueue();
  const fresh = new Set<string>();
  /** Pages sort thousands of products at each telling: what work brings is told by the second. */
  const news = (code: string): void => {
    fresh.add(code);
    if (fresh.size === 1) void publishFresh().catch(failed);
  };
  const publishFresh = async (): Promise<void> => {
    await clock.sleep(tellNewsMs, stopping.signal);
    const codes = [...fresh];
    fresh.clear();
    if (!stopping.signal.aborted) await changedItems(codes);
  };
  const failed = (): void => parts.log.warn('the catalogue could not be refreshed');
  const list = await createListWork({ ...parts, pace: parts.paces.import, changed, news });
  const refresh = await createRefreshWork({ ...parts, pace: parts.paces.refresh, changed, news });
  const tonight = (): string => new Date(comingNight(clock.now(), parts.timeZone(), parts.random)).toISOString();

  // What the last run left is gone on with, by itself.
  if (list.isOpen()) void list.goOn().catch(failed);
  if (refresh.isOpen()) void refresh.goOn().catch(failed);
  if (parts.provider && refresh.state().nextAt === null) await refresh.planned(tonight());
  logos.look();

  return {
    work,
    // Two at the same moment are one and one that is refused: a list takes the place of the one before.
    import: (lines) =>
      queue(async () => {
        if (list.isOpen()) return false;
        await list.start(lines);
        return true;
      }),
    async refresh() {
      logos.tryAgain();
      await refresh.start(tonight());
    },
    goOn: (what) => (what === 'import' ? list.goOn() : refresh.goOn()),
    cancel: (what) => (what === 'import' ? list.cancel() : refresh.cancel()),
    changedItems,
    logos: (names) => logos.urls(names),
    look() {
      const { nextAt, state } = refresh.state();
      if (!parts.provider || nextAt === null || Date.parse(nextAt) > clock.now()) return;
      // One that has stopped over there, at a refusal say, begins anew with the night.
      if (state !== 'idle' && state !== 'stopped') return;
      logos.tryAgain();
      void refresh.start(tonight()).catch(failed);
    },
    async stop() {
      stopping.abort();
      await Promise.all([list.stop(), refresh.stop(), logos.stop()]);
    },
  };
}

const hourMs = 3_600_000;
/** Behind the pauses of electricity and phone credit, before the first shops open. */
const [from, until] = [2, 5];

/**
 * A minute of the coming night of the shop, another one in each shop: thousands of counters of one provider must not all
 * ask on the hour.
 * @returns milliseconds since 1970, at least an hour from now
 */
function comingNight(now: number, timeZone: string, random: Random): number {
  const [hours = 0, minutes = 0] = wallClock(now, timeZone).time.split(':').map(Number);
  const midnight = now - (hours * hourMs + minutes * 60_000);
  const [high = 0, low = 0] = random.bytes(2);
  const share = (high * 256 + low) / 65_536;
  const tonight = midnight + Math.floor((from + share * (until - from)) * 60) * 60_000;
  return tonight > now + hourMs ? tonight : tonight + 24 * hourMs;
}
