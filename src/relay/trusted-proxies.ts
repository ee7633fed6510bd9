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

/** Names, addresses and networks, between commas. */
export const areProxies = (text: string): boolean =>
  text.split(',').every((one) => names.has(one.trim()) || isNetwork(one.trim()));

/**
 * The client's address as a trusted proxy tells it; the proxy's own when it told nonsense.
 * @param trusted see areProxies; false: nobody's word is taken
 */
export function addressBehind(trusted: string | false): AddressOf {
  const own: AddressOf = ({ socket }) => socket.remoteAddress ?? '';
  if (trusted === false) return own;
  const trust = proxyAddress.compile(trusted.split(',').map((one) => one.trim()));
  return (request) => {
    const told = proxyAddress(request, trust);
    return isIP(told) === 0 ? own(request) : told;
  };
}
