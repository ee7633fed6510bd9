import type { Clock, Log } from '../../base/system.ts';
import type { CatalogueRepository } from '../catalogue-types.ts';
import { fetchPicture } from './fetch-picture.ts';
import type { LogoFiles } from './logo-files.ts';

/** Brings the pictures of brands to this machine, each once. */
export interface LogoCache {
  /** looks whether there are any that were never asked for */
  look(): void;
  /** those that could not be had are asked for again */
  tryAgain(): void;
  /** data: addresses of those that are there */
  urls(names: readonly string[]): Promise<{ name: string; url: string }[]>;
  stop(): Promise<void>;
}

interface Parts {
  book: CatalogueRepository;
  shelf: LogoFiles;
  clock: Clock;
  log: Log;
  loopback: boolean;
  /** these products have a picture now */
  arrived(productCodes: readonly string[]): void;
}

const timeoutMs = 10_000;
/** A provider that names another picture for each product fills no disk. */
const mostLogos = 500;
const pauseMs = 300;

export function createLogoCache(parts: Parts): LogoCache {
  const { book, shelf, clock } = parts;
  const stopping = new AbortController();
  let failedBefore = '';
  let working: Promise<void> | null = null;
  let again = false;

  const now = (): string => new Date(clock.now()).toISOString();
  const fetchNext = async (): Promise<boolean> => {
    if ((await book.logoCount()) >= mostLogos) return false;
    const [url] = await book.wantedLogos(failedBefore, 1);
    if (url === undefined) return false;
    const bytes = await fetchPicture(url, {
      loopback: parts.loopback,
      clock: parts.clock,
      timeoutMs,
      signal: stopping.signal,
    });
    if (stopping.signal.aborted) return false;
    const name = bytes && (await shelf.put(bytes));
    await book.keepLogo(url, name, now());
    if (name !== null) parts.arrived(await book.codesWithLogo(url));
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
  const look = (): void => {
    again = true;
    if (stopping.signal.aborted) return;
    working ??= work()
      .catch((error: unknown) => {
        parts.log.warn('pictures could not be kept', { error: error instanceof Error ? error.name : '' });
      })
      .finally(() => {
        working = null;
      });
  };

  return {
    look,
    tryAgain() {
      failedBefore = now();
      look();
    },
    async urls(names) {
      const found = await Promise.all(names.map(async (name) => ({ name, url: await shelf.url(name) })));
      // A folder that did not come along with the database is filled again.
      const missing = found.filter(({ url }) => url === null).map(({ name }) => name);
      if (missing.length > 0) {
        await book.forgetLogos(missing);
        look();
      }
      return found.flatMap(({ name, url }) => (url === null ? [] : [{ name, url }]));
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}
