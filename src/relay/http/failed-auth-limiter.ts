import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';
import type { Clock, Counters } from '../core/ports.ts';
import { createRateLimiter } from '../core/rate-limiter.ts';

/** The network that a request comes from, as far as it is known. */
export type NetworkOf = (request: IncomingMessage) => string;

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
  const plain = parsed.toNormalizedString().replace(/%.*$/, '');
  return ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${networkBits}`).toString();
}

const compileProxies = (text: string) => proxyAddress.compile(text.split(',').map((one) => one.trim()));

/** Whether a setting lists proxies: names of ranges, addresses and networks, separated by commas. */
export function isProxyList(text: string): boolean {
  const isKnown = (one: string): boolean => rangeNames.has(one) || isIP(one.replace(/\/\d{1,3}$/, '')) !== 0;
  if (!text.split(',').every((one) => isKnown(one.trim()))) return false;
  try {
    compileProxies(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the client's address from the headers of trusted proxies. If they say nonsense, it is the proxy's own address.
 * @param trusted see isProxyList; false: no proxy is trusted
 */
export function clientNetworkBehind(trusted: string | false): NetworkOf {
  const isTrusted = trusted === false ? () => false : compileProxies(trusted);
  return (request) => {
    const address = proxyAddress(request, isTrusted);
    return networkOf(isIP(address) === 0 ? (request.socket.remoteAddress ?? '') : address);
  };
}

/** Called for a request without a valid signature or token. True: its network has sent too many of them, it is answered 429. */
export type RefuseUnauthenticated = (request: IncomingMessage) => boolean;

const limit = { max: 300, windowMs: 60_000, keys: 5_000 };

/** Counts failed requests only: a valid signature or token is never limited, whoever shares the address. */
export function createFailedAuthLimiter(
  clock: Clock,
  counters: Pick<Counters, 'rateLimited'>,
  networkOf: NetworkOf,
): RefuseUnauthenticated {
  const isLimited = createRateLimiter(clock, limit);
  return (request) => {
    const isFlood = isLimited(networkOf(request));
    if (isFlood) counters.rateLimited += 1;
    return isFlood;
  };
}
