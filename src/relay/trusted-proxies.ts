import { isIP } from 'node:net';

const names = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** A proxy on this machine or in this network. An address that the internet reaches us from speaks for itself alone. */
export const usuallyTrusted = 'loopback, linklocal, uniquelocal';

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const kind = isIP(address);
  if (kind === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (kind === 4 ? 32 : 128));
}

/** Whether the framework understands it: names, addresses and networks, between commas. */
export const areProxies = (text: string): boolean =>
  text.split(',').every((one) => names.has(one.trim()) || isNetwork(one.trim()));
