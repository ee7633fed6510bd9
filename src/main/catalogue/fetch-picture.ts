import { lookup as resolve } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { timeoutSignal } from '../base/async.ts';
import type { Clock } from '../base/system.ts';

/** A logo has a few kilobytes. */
export const maxBytes = 128 * 1024;
const maxRedirects = 3;

interface FetchRules {
  /** allows plain http and this machine: for a provider that runs on it, in tests and training */
  loopback: boolean;
  clock: Clock;
  /** for the whole fetch, redirects included */
  timeoutMs: number;
  /** cancels the fetch */
  signal?: AbortSignal;
}

/**
 * Fetches a picture from an address that the provider named, without cookies or credentials. The address may be an
 * attempt to reach machines in this network (SSRF): only https, only public addresses, connected to the very address
 * that was checked, and the same for redirects. Null when the picture cannot be fetched, for whatever reason.
 */
export async function fetchPicture(address: string, rules: FetchRules): Promise<Uint8Array | null> {
  const signals = [timeoutSignal(rules.clock, rules.timeoutMs), ...(rules.signal ? [rules.signal] : [])];
  const signal = AbortSignal.any(signals);
  try {
    let url = new URL(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const answer = await sendRequest(url, rules.loopback, signal);
      const { statusCode = 0, headers } = answer;
      if (statusCode >= 300 && statusCode <= 399 && headers.location !== undefined) {
        answer.destroy();
        url = new URL(headers.location, url);
        continue;
      }
      return statusCode === 200 && isAcceptable(answer) ? await readAll(answer) : discard(answer);
    }
  } catch {
    // The page shows initials instead, whatever the reason.
  }
  return null;
}

function sendRequest(url: URL, loopback: boolean, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOpen = (address: string): boolean => isPublic(address) || (loopback && isLoopback(address));
  const plainAllowed = loopback && (host === 'localhost' || isLoopback(host));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && plainAllowed)) throw new Error('not https');
  if (url.username !== '' || url.password !== '') throw new Error('names a user');
  // A literal address is not resolved, so the check below would not see it.
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

/** A small compressed answer may expand to gigabytes. */
function isAcceptable({ headers }: IncomingMessage): boolean {
  const packed = headers['content-encoding'] ?? 'identity';
  return packed === 'identity' && Number(headers['content-length'] ?? 0) <= maxBytes;
}

async function readAll(answer: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > maxBytes) throw new Error('too large');
    chunks.push(chunk);
  }
  if (!answer.complete) throw new Error('half a picture');
  return Buffer.concat(chunks);
}

function discard(answer: IncomingMessage): null {
  answer.destroy();
  return null;
}

/** Private, test and loopback networks (RFC 6890 and its registry). */
const reserved = new BlockList();
for (const [net, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  reserved.addSubnet(net, bits);
}
// Teredo, documentation and 6to4 addresses, which may contain any of the above.
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  reserved.addSubnet(net, bits, 'ipv6');
}
/** The only IPv6 addresses that are assigned; those that embed an IPv4 address are outside of it. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Whether this is a public IP address; false for other text. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !reserved.check(address);
  return isIPv6(address) && globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
}

function isLoopback(address: string): boolean {
  return isIPv4(address) ? loopback.check(address) : isIPv6(address) && loopback.check(address, 'ipv6');
}
