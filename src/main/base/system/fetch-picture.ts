import { lookup as resolve } from 'node:dns';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { timeoutSignal } from '../async.ts';
import type { PictureRules } from '../system.ts';
import { openConnection } from './http-connection.ts';

/** A logo has a few kilobytes. */
export const maxBytes = 128 * 1024;
const maxRedirects = 3;

/**
 * Fetches a picture from an address that the provider named, without cookies or credentials. The address may be an
 * attempt to reach machines in this network (SSRF): only https, only public addresses, connected to the very address
 * that was checked, through a proxy too, and the same for redirects. Null when the picture cannot be fetched, for whatever reason.
 */
export async function fetchPicture(address: string, rules: PictureRules): Promise<Uint8Array | null> {
  const signals = [timeoutSignal(rules.clock, rules.timeoutMs), ...(rules.signal ? [rules.signal] : [])];
  const signal = AbortSignal.any(signals);
  try {
    let url = new URL(address);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const answer = await sendRequest(url, rules, signal);
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

async function sendRequest(url: URL, { loopback, proxy }: PictureRules, signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isOpen = (address: string): boolean => isPublic(address) || (loopback && isLoopback(address));
  const plainAllowed = loopback && (host === 'localhost' || isLoopback(host));
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && plainAllowed)) throw new Error('not https');
  if (url.username !== '' || url.password !== '') throw new Error('names a user');
  // A literal address is not resolved, so the check below would not see it.
  if (isIP(host) !== 0 && !isOpen(host)) throw new Error('not a public address');
  const lookup: LookupFunction = (name, options, done) => {
    resolve(name, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '');
      const [first] = addresses;
      if (!first || !addresses.every(({ address }) => isOpen(address)))
        return done(new Error('not a public address'), '');
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  };
  /** The proxy gets the checked address: of the name it would look up one of its own. */
  const openTunnel = async (through: string) => {
    const address = await new Promise<string>((succeed, failed) => {
      lookup(host, { order: 'ipv4first' }, (error, first) =>
        typeof first === 'string' && !error ? succeed(first) : failed(error),
      );
    });
    return openConnection(url, { proxy: new URL(through), ca: undefined, address }, signal);
  };
  const options = {
    signal,
    headers: { accept: 'image/png, image/jpeg, image/webp', 'accept-encoding': 'identity' },
    maxHeaderSize: 16_384,
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const tunnel = proxy === null ? null : await openTunnel(proxy);
  const clientRequest: ClientRequest = tunnel
    ? requestHttp(url, { ...options, protocol: 'http:', createConnection: () => tunnel })
    : send(url, { ...options, agent: false, lookup });
  return new Promise((answered, failed) => {
    clientRequest.once('response', answered);
    clientRequest.once('error', failed);
    clientRequest.end();
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

/** The only IPv6 addresses that are assigned; those that embed an IPv4 address are outside of it. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Whether this is a public IP address; false for other text. */
export function isPublic(address: string): boolean {
  if (rangeOf(address) !== 'unicast') return false;
  const parsed = ipaddr.parse(address);
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

const isLoopback = (address: string): boolean => rangeOf(address) === 'loopback';

/** Null for text that is no address: ipaddr.js alone reads "127.1" as one. */
const rangeOf = (address: string): string | null => (isIP(address) === 0 ? null : ipaddr.parse(address).range());
