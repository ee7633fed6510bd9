import { randomBytes } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import type { Clock, Random, System } from '../system.ts';
import { fetchPicture } from './fetch-picture.ts';
import { createNodeTransport } from './http-transport.ts';
import { nodeWorkers } from './node-workers.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep(ms, signal) {
    return new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      // Sockets and other timers are served before a sleep of 0 ms ends.
      if (ms <= 0) return void setImmediate(resolve);
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener('abort', done, { once: true });
    });
  },
  after(ms, run) {
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms).unref();
    return () => clearInterval(timer);
  },
};

export const systemRandom: Random = { bytes: (count) => randomBytes(count) };

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
