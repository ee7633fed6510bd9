import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import writeFileAtomic from 'write-file-atomic';
import type { Clock, Log, Network } from '../base/system.ts';
import type { CatalogueRepository } from './catalogue-repository.ts';

/** Fetches the logos of brands, each once. */
export interface LogoCache {
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
        deps.log.warn('cannot store logos', { error: error instanceof Error ? error.name : '' });
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
      const found = await Promise.all(names.map(async (name) => ({ name, url: await files.url(name) })));
      // A folder that was not copied with the database is filled again.
      const missing = found.filter(({ url }) => url === null).map(({ name }) => name);
      if (missing.length > 0) {
        await book.forgetLogos(missing);
        fetchMissing();
      }
      return found.flatMap(({ name, url }) => (url === null ? [] : [{ name, url }]));
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
