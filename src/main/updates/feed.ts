import { type KeyObject, sign } from 'node:crypto';
import { z } from 'zod';
import type { UpdateProblem } from '../../shared/contract/updates.ts';
import { timeoutSignal } from '../base/async.ts';
import { isSignedBy } from '../base/ed25519.ts';
import type { Clock } from '../base/system.ts';

/** A file of a release, from its signed feed. */
interface ReleaseFile {
  /** file name, beside the feed */
  name: string;
  /** base 64 */
  sha512: string;
  bytes: number;
}

/** A release from the signed feed at the owner's address. */
export interface Release {
  version: string;
  files: readonly ReleaseFile[];
  releasedAt: string | null;
  notes: string | null;
  /** percentage of counters that take it now */
  stagedPercent: number;
}

/** Downloads and installs a release through the host. */
export interface Installer {
  /** the feed's name for this system: "latest.yml", "latest-linux.yml", "latest-mac.yml" */
  feedName: string;
  /** like the global fetch, through the system's proxy */
  fetch: (url: string, init: { signal: AbortSignal }) => Promise<Response>;
  /**
   * Downloads the file of this system in the background. Rejects unless it is complete and has the digest of the release.
   * @param base URL of the release's files, ending in a slash
   * @param progress called with the share, 0 to 1
   */
  download(release: Release, base: string, progress: (share: number) => void): Promise<void>;
  /** Quits the program, saving everything, and starts the new one. Rejects if that cannot begin. */
  install(): Promise<void>;
}

/**
 * Public keys of trusted releases (Ed25519, 32 bytes in base 64), newest first, made by `node scripts/package/update-key.ts`.
 * Two during a rotation. Without a key, as in a development build, updates are off and the screen says so.
 */
export const updateKeys: readonly string[] = [];

/** Three numbers: shops get no test versions. */
const ReleaseVersion = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/);

const maxFileBytes = 1024 ** 3;

/** The feed of electron-builder; other fields are ignored. */
const Feed = z.object({
  version: ReleaseVersion,
  files: z
    .array(
      z.object({
        // No path: files are downloaded from the feed's folder only.
        url: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/),
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.int().min(1).max(maxFileBytes),
      }),
    )
    .min(1)
    .max(20),
  releaseDate: z.iso.datetime().optional(),
  releaseNotes: z.string().max(20_000).optional(),
  stagingPercentage: z.number().min(0).max(100).optional(),
});

/** The signature covers the name: the feed of one system is not valid for another. */
const signedBytes = (name: string, list: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`konter update 1\n${name}\n`, 'utf8'), list]);

/** A feed has about a kilobyte. */
const maxFeedBytes = 64 * 1024;

type FeedRead = { kind: 'release'; release: Release } | { kind: 'problem'; problem: UpdateProblem };

/** The base URL of the feed and its files, from the owner's address. */
export const baseOf = (url: string): string => `${url.replace(/\/+$/, '')}/`;

/**
 * Downloads the feed from the owner's address. It is parsed only if one of the keys signed it. Never rejects.
 * @param timeoutMs for the feed and its signature together
 */
export async function readFeed(
  { feedName, fetch }: Pick<Installer, 'feedName' | 'fetch'>,
  { url, keys, clock, timeoutMs }: { url: string; keys: readonly string[]; clock: Clock; timeoutMs: number },
): Promise<FeedRead> {
  const signal = timeoutSignal(clock, timeoutMs);
  const get = (name: string): Promise<Uint8Array | UpdateProblem> => bring(fetch, `${baseOf(url)}${name}`, signal);
  const list = await get(feedName);
  if (typeof list === 'string') return problem(list);
  const signature = await get(`${feedName}.sig`);
  // A missing signature file means that the feed is not signed.
  if (typeof signature === 'string') return problem(signature === 'not_found' ? 'not_signed' : signature);
  if (!isSigned(feedName, list, Buffer.from(signature).toString('latin1'), keys)) return problem('not_signed');
  const release = await parseFeed(Buffer.from(list).toString('utf8'));
  return release ? { kind: 'release', release } : problem('not_understood');
}

const problem = (reason: UpdateProblem): FeedRead => ({ kind: 'problem', problem: reason });

async function bring(fetch: Installer['fetch'], url: string, signal: AbortSignal): Promise<Uint8Array | UpdateProblem> {
  try {
    const response = await fetch(url, { signal });
    if (response.status === 404) return 'not_found';
    if (!response.ok || response.body === null) return 'unreachable';
    return (await readUpTo(maxFeedBytes, response.body, signal)) ?? 'not_understood';
  } catch {
    return signal.aborted ? 'too_slow' : 'unreachable';
  }
}

/** Null if there are more bytes; reading stops then. */
async function readUpTo(
  max: number,
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    signal.throwIfAborted();
    parts.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > max) return null;
  }
  return Buffer.concat(parts);
}

/** The text of NAME.sig for a feed. */
export function signatureOf(name: string, list: Uint8Array, privateKey: KeyObject): string {
  return `${sign(null, signedBytes(name, list), privateKey).toString('base64')}\n`;
}

/**
 * Whether one of the keys signed this feed under this name.
 * @param signature the text of NAME.sig
 * @param keys 32 bytes each in base 64; an invalid key verifies nothing
 */
export function isSigned(name: string, list: Uint8Array, signature: string, keys: readonly string[]): boolean {
  const bytes = Buffer.from(signature.trim(), 'base64');
  return (
    bytes.length === 64 &&
    keys.some((key) => isSignedBy(signedBytes(name, list), bytes, Buffer.from(key, 'base64').toString('base64url')))
  );
}

/** Null if the text is no feed. */
export async function parseFeed(text: string): Promise<Release | null> {
  const feed = Feed.safeParse(await yaml(text)).data;
  if (!feed) return null;
  return {
    version: feed.version,
    files: feed.files.map(({ url, sha512, size }) => ({ name: url, sha512, bytes: size })),
    releasedAt: feed.releaseDate ?? null,
    notes: feed.releaseNotes?.trim().slice(0, 2000) || null,
    stagedPercent: feed.stagingPercentage ?? 100,
  };
}

async function yaml(text: string): Promise<unknown> {
  // Loaded with the first feed: a shop without updates of its own reads none.
  const { load } = await import('js-yaml');
  try {
    return load(text);
  } catch {
    return null;
  }
}
