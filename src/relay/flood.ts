import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { createAllowance } from './core/allowance.ts';
import type { Clock } from './core/ports.ts';

/** The client's address, as far as it can be known. */
export type AddressOf = (request: IncomingMessage) => string;

/** Whether this address has sent too much that was not signed, or carried no right token; every call counts one. */
export type TooManyFrom = (request: IncomingMessage) => boolean;

const rule = { most: 300, windowMs: 60_000, keys: 5_000 };

/** Bits of an IPv6 address that name the network; the rest is one household's to choose. */
const networkBits = 64;

/** What is limited together: an IPv4 address, also one written as IPv6, or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(
    `${parsed.toNormalizedString().replace(/%.*$/, '')}/${networkBits}`,
  ).toString();
}

/** Counts only what failed: a correctly signed webhook and a right token are never limited, whoever else shares the address. */
export function countFailures(clock: Clock, addressOf: AddressOf): TooManyFrom {
  const tooMany = createAllowance(clock, rule);
  return (request) => tooMany(networkOf(addressOf(request)));
}
