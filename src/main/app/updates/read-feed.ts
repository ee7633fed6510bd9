import type { UpdateProblem } from '../../../shared/contract/updates.ts';
import type { Installer, Release } from '../../ports/installer.ts';
import { parseFeed } from './feed.ts';
import { isSigned } from './signature.ts';

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
  { url, keys, withinMs }: { url: string; keys: readonly string[]; withinMs: number },
): Promise<FeedRead> {
  const signal = AbortSignal.timeout(withinMs);
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
