import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { createAllowance } from './core/allowance.ts';
import type { Clock } from './core/ports.ts';

/** The client's address, as far as it can be known. */
export type AddressOf = (request: IncomingMessage) => string;

/** Whether this address has sent too much that was not signed, or carried no right token; every call counts one. */
export type TooManyFrom = (request: IncomingMessage) => boolean;

const rule = { most: 300, windowMs: 60_000, keys: 5_000 };

/** Of an IPv6 address what one household has: its first four groups, near enough. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = ''] = address.split('::', 1);
  return head.split(':').slice(0, 4).join(':');
}

/** Counts only what failed: a correctly signed webhook and a right token are never limited, whoever else shares the address. */
export function countFailures(clock: Clock, addressOf: AddressOf): TooManyFrom {
  const tooMany = createAllowance(clock, rule);
  return (request) => tooMany(networkOf(addressOf(request)));
}
