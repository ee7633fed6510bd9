import { networkInterfaces } from 'node:os';
import type { System } from '../system.ts';
import { systemClock, systemRandom } from './clock-and-random.ts';
import { fetchPicture } from './fetch-picture.ts';
import { createNodeTransport } from './http-transport.ts';
import { nodeWorkers } from './node-workers.ts';

/** The machine's addresses other than loopback. */
export function outsideAddresses(interfaces = networkInterfaces()): string {
  return Object.entries(interfaces)
    .flatMap(([name, addresses]) =>
      (addresses ?? []).filter(({ internal }) => !internal).map(({ address }) => `${name} ${address}`),
    )
    .sort()
    .join('\n');
}

/** The machine's own time, chance, network and threads. */
export const nodeSystem: System = {
  clock: systemClock,
  random: systemRandom,
  network: {
    transport: (route) => createNodeTransport(route),
    picture: fetchPicture,
    addresses: () => outsideAddresses(),
  },
  workers: nodeWorkers(systemClock),
};
