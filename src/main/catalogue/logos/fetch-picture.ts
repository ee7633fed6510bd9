import { lookup as resolve } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { timeoutSignal } from '../../base/async.ts';
import type { Clock } from '../../base/system.ts';
import { isLoopback, isPublic } from './public-address.ts';

/** A logo is a few kilobytes. */
export const mostBytes = 128 * 1024;
const mostRedirects = 3;

export interface FetchRules {
  /** plain http and this machine are let through: for a provider that runs on it, in tests and exercises */
  loopback: boolean;
  clock: Clock;
  /** altogether */
  timeoutMs: number;
  /** gives it up */
  signal?: AbortSignal;
}

/**
 * Gets what lies under an address that the provider named, and nothing of this shop goes with the question. The address may
 * be chosen by somebody who wants to reach machines behind this one: only https, only addresses of the open internet, asked
 * of the very address that was looked at, redirects likewise. Null when it cannot be had, whatever the reason.
 */
export async function fetchPicture(address: string, rules: FetchRules): Promise<Uint8Array | null> {
  const signals = [timeoutSignal(rules.clock, rules.timeoutMs), ...(rules.signal ? [rules.signal] : [])];
  const signal = AbortSignal.any(signals);
  try {
    let url = new URL(address);
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const answer = await ask(url, rules.loopback, signal);
      const { statusCode = 0, headers } = answer;
      if (statusCode >= 300 && statusCode <= 399 && headers.location !== undefined) {
        answer.destroy();
        url = new URL(headers.location, url);
        continue;
      }
      return statusCode === 200 && isPlain(answer) ? await whole(answer) : drop(answer);
    }
  } catch {
    // Not there, not let in, too slow, no address at all: the same initials stand for all of them.
  }
  return null;
}

function ask(url: URL, loopback: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOpen = (address: string): boolean => isPublic(address) || (loopback && isLoopback(address));
  const plainAllowed = loopback && (host === 'localhost' || isLoopback(host));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && plainAllowed)) throw new Error('not https');
  if (url.username !== '' || url.password !== '') throw new Error('names a user');
  // An address that stands there itself is not looked up, so it would not be seen below.
  if (isIP(host) !== 0 && !isOpen(host)) throw new Error('not a public address');
  const lookup: LookupFunction = (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, found) => {
      if (error) return done(error, '');
      const [first] = found;
      if (!first || !found.every(({ address }) => isOpen(address))) return done(new Error('not a public address'), '');
      return options.all ? done(null, found) : done(null, first.address, first.family);
    });
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((answered, failed) => {
    const headers = { accept: 'image/png, image/jpeg, image/webp', 'accept-encoding': 'identity' };
    const asked: ClientRequest = send(url, { agent: false, lookup, signal, headers, maxHeaderSize: 16_384 });
    asked.once('response', answered);
    asked.once('error', failed);
    asked.end();
  });
}

/** Packed, a small answer may hold gigabytes. */
function isPlain({ headers }: IncomingMessage): boolean {
  const packed = headers['content-encoding'] ?? 'identity';
  return packed === 'identity' && Number(headers['content-length'] ?? 0) <= mostBytes;
}

async function whole(answer: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    // Leaving the loop ends the connection.
    if (size > mostBytes) throw new Error('too large');
    chunks.push(chunk);
  }
  if (!answer.complete) throw new Error('half a picture');
  return Buffer.concat(chunks);
}

function drop(answer: IncomingMessage): null {
  answer.destroy();
  return null;
}
