import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { load } from 'js-yaml';
import { z } from 'zod';
import type { UpdateProblem } from '../../shared/contract/updates.ts';
import { timeoutSignal } from '../base/async.ts';
import type { Clock } from '../base/system.ts';
import type { Installer, Release } from './installer.ts';

/** Three numbers: a test version is nothing for a shop. */
const ReleaseVersion = z.string().regex(/^\d{1,5}\.\d{1,5}\.\d{1,5}$/);

const largestFile = 1024 ** 3;

/** As electron-builder writes it; of what it holds beside, nothing is used. */
const Feed = z.object({
  version: ReleaseVersion,
  files: z
    .array(
      z.object({
        // A plain name: what is brought lies beside the list, whatever the list says.
        url: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,120}$/),
        sha512: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
        size: z.int().min(1).max(largestFile),
      }),
    )
    .min(1)
    .max(20),
  releaseDate: z.iso.datetime().optional(),
  releaseNotes: z.string().max(20_000).optional(),
  stagingPercentage: z.number().min(0).max(100).optional(),
});

/** The name belongs to what is signed: a list for one system is none for another. */
const signedBytes = (name: string, list: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`konter update 1\n${name}\n`, 'utf8'), list]);

/** A list of one release has a kilobyte. */
const mostBytes = 64 * 1024;

export type FeedRead = { kind: 'release'; release: Release } | { kind: 'problem'; problem: UpdateProblem };

/** Where the list of a release and its files lie, from the address that the owner gave. */
export const baseOf = (url: string): string => `${url.replace(/\/+$/, '')}/`;

/**
 * Asks the owner's address what there is. Only what one of the keys signed is looked into. Never rejects.
 * @param withinMs for the list and its signature together
 */
export async function readFeed(
  { feedName, fetch }: Pick<Installer, 'feedName' | 'fetch'>,
  { url, keys, clock, withinMs }: { url: string; keys: readonly string[]; clock: Clock; withinMs: number },
): Promise<FeedRead> {
  const signal = timeoutSignal(clock, withinMs);
  const ask = (name: string): Promise<Uint8Array | UpdateProblem> => bring(fetch, `${baseOf(url)}${name}`, signal);
  const list = await ask(feedName);
  if (typeof list === 'string') return problem(list);
  const signature = await ask(`${feedName}.sig`);
  // Without a signature beside it, it is not signed: it does not matter why.
  if (typeof signature === 'string') return problem(signature === 'not_found' ? 'not_signed' : signature);
  if (!isSigned(feedName, list, Buffer.from(signature).toString('latin1'), keys)) return problem('not_signed');
  const release = parseFeed(Buffer.from(list).toString('utf8'));
  return release ? { kind: 'release', release } : problem('not_understood');
}

const problem = (what: UpdateProblem): FeedRead => ({ kind: 'problem', problem: what });

async function bring(fetch: Installer['fetch'], url: string, signal: AbortSignal): Promise<Uint8Array | UpdateProblem> {
  try {
    const response = await fetch(url, { signal });
    if (response.status === 404) return 'not_found';
    if (!response.ok || response.body === null) return 'unreachable';
    return (await upTo(mostBytes, response.body, signal)) ?? 'not_understood';
  } catch {
    return signal.aborted ? 'too_slow' : 'unreachable';
  }
}

/** Null when there is more than that; nothing more is read then. */
async function upTo(most: number, body: ReadableStream<Uint8Array>, signal: AbortSignal): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body) {
    signal.throwIfAborted();
    parts.push(part);
    bytes += part.byteLength;
    if (bytes > most) return null;
  }
  return Buffer.concat(parts);
}

/** The text of NAME.sig for a list. */
export function signatureOf(name: string, list: Uint8Array, privateKey: KeyObject): string {
  return `${sign(null, signedBytes(name, list), privateKey).toString('base64')}\n`;
}

/**
 * Whether one of the keys signed this list under this name.
 * @param signature the text of NAME.sig
 * @param keys 32 bytes each in base 64; one that is no key has signed nothing
 */
export function isSigned(name: string, list: Uint8Array, signature: string, keys: readonly string[]): boolean {
  const said = Buffer.from(signature.trim(), 'base64');
  return said.length === 64 && keys.some((key) => signedBy(key, signedBytes(name, list), said));
}

function signedBy(key: string, bytes: Buffer, signature: Buffer): boolean {
  try {
    const x = Buffer.from(key, 'base64').toString('base64url');
    return verify(null, bytes, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature);
  } catch {
    return false;
  }
}

/** Null where the text is no list of a release. */
export function parseFeed(text: string): Release | null {
  const feed = Feed.safeParse(yaml(text)).data;
  if (!feed) return null;
  return {
    version: feed.version,
    files: feed.files.map(({ url, sha512, size }) => ({ name: url, sha512, bytes: size })),
    releasedAt: feed.releaseDate ?? null,
    notes: feed.releaseNotes?.trim().slice(0, 2000) || null,
    stagedPercent: feed.stagingPercentage ?? 100,
  };
}

function yaml(text: string): unknown {
  try {
    return load(text);
  } catch {
    return null;
  }
}
