import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import ipaddr from 'ipaddr.js';

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
