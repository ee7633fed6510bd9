import ipaddr from 'ipaddr.js';

/** Whether a host of an address, in brackets or not, is this machine. */
export function isLoopback(host: string): boolean {
  const plain = host.replace(/^\[(.*)\]$/, '$1');
  return plain === 'localhost' || (ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'loopback');
}
