import { readdir } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type { FoundPrinter } from '../../shared/contract/printing.ts';
import type { Clock } from '../base/system.ts';
import { namedPrinters } from './transports/cups.ts';
import { openPrinterSession } from './transports/printer-session.ts';

/** Where to look for printers. */
export interface SearchPlaces {
  /** folders of device files, with the names of printers */
  devices: ReadonlyArray<{ folder: string; name: RegExp }>;
  /** network addresses to probe, and the port */
  neighbours(): string[];
  port: number;
  named(): Promise<string[] | null>;
}

export const thisMachine: SearchPlaces = {
  devices: [
    { folder: '/dev/usb', name: /^lp\d+$/ },
    { folder: '/dev', name: /^lp\d+$/ },
  ],
  neighbours: () => privateNeighbours(networkInterfaces()),
  port: 9100,
  named: namedPrinters,
};

const maxConcurrentProbes = 32;
const probeTimeoutMs = 400;

/**
 * Finds devices that may be printers. Probes the network only if `network` is true: one connection to each address of the
 * machine's private /24 networks, without sending anything.
 */
export async function findPrinters(
  clock: Clock,
  network: boolean,
  places: SearchPlaces = thisMachine,
): Promise<FoundPrinter[]> {
  const [named, devices, neighbours] = await Promise.all([
    places.named(),
    Promise.all(places.devices.map(devicesIn)),
    network ? openHosts(clock, places) : [],
  ]);
  return [
    ...devices.flat().map((path): FoundPrinter => ({ transport: { kind: 'device', path }, name: path })),
    ...(named ?? []).map((name): FoundPrinter => ({ transport: { kind: 'system', name }, name })),
    ...neighbours.map(
      (host): FoundPrinter => ({ transport: { kind: 'tcp', host, port: places.port }, name: `${host}:${places.port}` }),
    ),
  ];
}

async function devicesIn({ folder, name }: SearchPlaces['devices'][number]): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((each) => name.test(each)).map((each) => `${folder}/${each}`);
}

async function openHosts(clock: Clock, { neighbours, port }: SearchPlaces): Promise<string[]> {
  const hosts = neighbours();
  const found: string[] = [];
  const probe = async (): Promise<void> => {
    for (let host = hosts.shift(); host !== undefined; host = hosts.shift()) {
      const session = await openPrinterSession(clock, { host, port }, probeTimeoutMs);
      if (session) found.push(host);
      session?.destroy();
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentProbes }, probe));
  return found.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

const privateAddress = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;

/** The other addresses of this machine's private networks, at most 254 for each. */
export function privateNeighbours(interfaces: ReturnType<typeof networkInterfaces>): string[] {
  const own = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal, address }) => family === 'IPv4' && !internal && privateAddress.test(address))
    .map(({ address }) => address);
  const networks = new Set(own.map((address) => address.split('.').slice(0, 3).join('.')));
  return [...networks]
    .flatMap((network) => Array.from({ length: 254 }, (_, at) => `${network}.${at + 1}`))
    .filter((address) => !own.includes(address));
}
