import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Networks of one's own, of tests and of machines that talk to themselves (RFC 6890 and its list). */
const closed = new BlockList();
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
  closed.addSubnet(net, bits);
}
// Teredo, documentation and 6to4, which may carry any of the above.
for (const [net, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(net, bits, 'ipv6');
}
/** The only addresses of the new kind that are given out; those that wrap an old one are none of them. */
const given = new BlockList();
given.addSubnet('2000::', 3, 'ipv6');

const own = new BlockList();
own.addSubnet('127.0.0.0', 8);
own.addAddress('::1', 'ipv6');

/** Whether an address belongs to the open internet; what is no address does not. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address);
  return isIPv6(address) && given.check(address, 'ipv6') && !closed.check(address, 'ipv6');
}

export function isLoopback(address: string): boolean {
  return isIPv4(address) ? own.check(address) : isIPv6(address) && own.check(address, 'ipv6');
}
