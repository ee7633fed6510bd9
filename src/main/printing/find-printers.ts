import { readdir } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import type { FoundPrinter } from '../../shared/contract/printers.ts';
import { namedPrinters } from './transports/named-printers.ts';
import { openPrinterSession } from './transports/printer-session.ts';

/** Where to look; a test brings its own. */
export interface Surroundings {
  /** the folders that printers appear in, with the names they have there */
  devices: ReadonlyArray<{ folder: string; name: RegExp }>;
  /** addresses to ask on the network, and the port */
  neighbours(): string[];
  port: number;
  named(): Promise<string[] | null>;
}

export const thisMachine: Surroundings = {
  devices: [
    { folder: '/dev/usb', name: /^lp\d+$/ },
    { folder: '/dev', name: /^lp\d+$/ },
  ],
  neighbours: () => privateNeighbours(networkInterfaces()),
  port: 9100,
  named: namedPrinters,
};

const askedAtOnce = 32;
const answerWithinMs = 400;

/**
 * What might be a printer. The network is asked only when `network` is true: one connection to each address of the shop's
 * own /24 networks, and nothing is sent.
 */
export async function findPrinters(network: boolean, around: Surroundings = thisMachine): Promise<FoundPrinter[]> {
  const [named, devices, neighbours] = await Promise.all([
    around.named(),
    Promise.all(around.devices.map(devicesIn)),
    network ? listening(around) : [],
  ]);
  return [
    ...devices.flat().map((path): FoundPrinter => ({ transport: { kind: 'device', path }, name: path })),
    ...(named ?? []).map((name): FoundPrinter => ({ transport: { kind: 'system', name }, name })),
    ...neighbours.map(
      (host): FoundPrinter => ({ transport: { kind: 'tcp', host, port: around.port }, name: `${host}:${around.port}` }),
    ),
  ];
}

async function devicesIn({ folder, name }: Surroundings['devices'][number]): Promise<string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names.filter((each) => name.test(each)).map((each) => `${folder}/${each}`);
}

async function listening({ neighbours, port }: Surroundings): Promise<string[]> {
  const left = neighbours();
  const found: string[] = [];
  const ask = async (): Promise<void> => {
    for (let host = left.shift(); host !== undefined; host = left.shift()) {
      const talk = await openPrinterSession({ host, port }, answerWithinMs);
      if (talk) found.push(host);
      talk?.hangUp();
    }
  };
  await Promise.all(Array.from({ length: askedAtOnce }, ask));
  return found.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

const privateAddress = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/;

/** The other addresses of each private network of this machine, 254 for each at most. */
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
