import { readdir } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type { FoundPrinter } from '../../shared/contract/printing.ts';
import type { Clock } from '../base/system.ts';
import { announcedPrinters } from './announced-printers.ts';
import { cupsQueues, mayTakeCommands } from './transports/cups-queues.ts';
import { openPrinterSession } from './transports/printer-session.ts';
import { windowsPrinters } from './transports/windows-queues.ts';

/** Where to look for printers. */
export interface SearchPlaces {
  /** folders of device files, with the names of printers */
  devices: ReadonlyArray<{ folder: string; name: RegExp }>;
  /** network addresses to probe, and the port */
  neighbours(): string[];
  port: number;
  /** queues and ports that the system lists */
  system(): Promise<FoundPrinter[]>;
  /** printers of the network that announce themselves */
  announced(): Promise<FoundPrinter[]>;
}

export const thisMachine: SearchPlaces = {
  devices: [
    { folder: '/dev/usb', name: /^lp\d+$/ },
    { folder: '/dev', name: /^lp\d+$/ },
    // Paired over Bluetooth.
    { folder: '/dev', name: /^rfcomm\d+$/ },
  ],
  neighbours: () => privateNeighbours(networkInterfaces()),
  port: 9100,
  system: process.platform === 'win32' ? listWindowsPrinters : listCupsPrinters,
  announced: announcedPrinters,
};

/** Only queues that may pass a printer's commands on. */
async function listCupsPrinters(): Promise<FoundPrinter[]> {
  const queues = await cupsQueues();
  return (queues ?? []).filter(mayTakeCommands).map(({ name }) => ({ transport: { kind: 'system', name }, name }));
}

async function listWindowsPrinters(): Promise<FoundPrinter[]> {
  const { queues = [], ports = [] } = (await windowsPrinters()) ?? {};
  return [
    ...queues.map((name): FoundPrinter => ({ transport: { kind: 'system', name }, name })),
    ...ports.map((name): FoundPrinter => ({ transport: { kind: 'device', path: `\\\\.\\${name}` }, name })),
  ];
}

const maxConcurrentProbes = 32;
const probeTimeoutMs = 400;

/**
 * Finds what may be a printer, by what the system tells. Probes the network only if `network` is true: one connection to each
 * address of the machine's private /24 networks, without sending anything.
 */
export async function findPrinters(
  clock: Clock,
  network: boolean,
  places: SearchPlaces = thisMachine,
): Promise<FoundPrinter[]> {
  const [system, announced, devices, neighbours] = await Promise.all([
    places.system(),
    places.announced(),
    Promise.all(places.devices.map(devicesIn)),
    network ? openHosts(clock, places) : [],
  ]);
  return [
    ...devices.flat().map((path): FoundPrinter => ({ transport: { kind: 'device', path }, name: path })),
    ...system,
    ...announced,
    ...neighbours
      .filter((host) => announced.every(({ transport }) => transport.kind !== 'tcp' || transport.host !== host))
      .map(
        (host): FoundPrinter => ({
          transport: { kind: 'tcp', host, port: places.port },
          name: `${host}:${places.port}`,
        }),
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
