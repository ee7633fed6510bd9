import { isIP } from 'node:net';
import proxyAddress from '@fastify/proxy-addr';
import type { AddressOf } from './flood.ts';

const names = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** A proxy on this machine or in this network. An address that the internet reaches us from speaks for itself alone. */
export const usuallyTrusted = 'loopback, linklocal, uniquelocal';

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128));
}

const listed = (text: string): string[] => text.split(',').map((one) => one.trim());

/** The library knows no network of all addresses, /0, for one. */
function canBeTrusted(list: string[]): boolean {
  try {
    proxyAddress.compile(list);
    return true;
  } catch {
    return false;
  }
}

/** Names, addresses and networks, between commas. */
export const areProxies = (text: string): boolean =>
  listed(text).every((one) => names.has(one) || isNetwork(one)) && canBeTrusted(listed(text));

/**
 * The client's address as a trusted proxy tells it; the proxy's own when it told nonsense.
 * @param trusted see areProxies; false: nobody's word is taken
 */
export function addressBehind(trusted: string | false): AddressOf {
  const own: AddressOf = ({ socket }) => socket.remoteAddress ?? '';
  if (trusted === false) return own;
  const trust = proxyAddress.compile(listed(trusted));
  return (request) => {
    const told = proxyAddress(request, trust);
    return isIP(told) === 0 ? own(request) : told;
  };
}
