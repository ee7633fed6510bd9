import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { Clock } from '../core/ports.ts';
import { createRateLimiter } from '../core/rate-limiter.ts';

/** The client's address, as far as it is known. */
export type AddressOf = (request: IncomingMessage) => string;

const rangeNames = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Proxies on this machine or in a private network are trusted. */
export const defaultTrustedProxies = 'loopback, linklocal, uniquelocal';

/** Bits of an IPv6 address that name the network; a household chooses the others itself. */
const networkBits = 64;

/** The network that a rate limit applies to: an IPv4 address, also if written as IPv6, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(
    `${parsed.toNormalizedString().replace(/%.*$/, '')}/${networkBits}`,
  ).toString();
}

const listOf = (text: string): string[] => text.split(',').map((one) => one.trim());

function isAddressOrNetwork(text: string): boolean {
  const [address = '', bits, rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Whether a setting lists proxies: names of ranges, addresses and networks, separated by commas. */
export function isProxyList(text: string): boolean {
  const list = listOf(text);
  if (!list.every((one) => rangeNames.has(one) || isAddressOrNetwork(one))) return false;
  try {
    // The library rejects some networks, such as /0.
    proxyAddress.compile(list);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the client's address from the headers of trusted proxies. If they say nonsense, it is the proxy's own address.
 * @param trusted see isProxyList; false: no proxy is trusted
 */
export function clientAddressBehind(trusted: string | false): AddressOf {
  const peer: AddressOf = ({ socket }) => socket.remoteAddress ?? '';
  if (trusted === false) return peer;
  const trust = proxyAddress.compile(listOf(trusted));
  return (request) => {
    const address = proxyAddress(request, trust);
    return isIP(address) === 0 ? peer(request) : address;
  };
}

/** What the server refuses before the core sees it. */
export interface HttpCounters {
  bodyTooLarge: number;
  compressed: number;
  /** answered 429 instead of 401 */
  rateLimited: number;
}

/** The status for a request without a valid signature or token: 429 if its network has sent too many of them. */
export type RefuseUnauthenticated = (request: IncomingMessage) => 401 | 429;

export const tooManyFailed = 'Too many requests without a right signature or token';

const limit = { max: 300, windowMs: 60_000, keys: 5_000 };

/** Counts failed requests only: a valid signature or token is never limited, whoever shares the address. */
export function createFailedAuthLimiter(
  clock: Clock,
  counters: HttpCounters,
  addressOf: AddressOf,
): RefuseUnauthenticated {
  const isLimited = createRateLimiter(clock, limit);
  return (request) => {
    if (!isLimited(networkOf(addressOf(request)))) return 401;
    counters.rateLimited += 1;
    return 429;
  };
}
