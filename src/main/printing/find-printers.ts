import { readdir } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { z } from 'zod';
import type { FoundPrinter } from '../../shared/contract/printing.ts';
import { PrinterTransport } from '../../shared/domain/printer.ts';
import type { Clock } from '../base/system.ts';
import { cupsQueues, mayTakeCommands, outputOf } from './transports/cups.ts';
import { openPrinterSession } from './transports/tcp.ts';

/** Where to look for printers. */
interface SearchPlaces {
  /** folders of device files, with the names of printers */
  devices: ReadonlyArray<{ folder: string; name: RegExp }>;
  /** network addresses to probe, and the port */
  neighbours(): string[];
  port: number;
  /** queues and ports that the system lists */
  system(): Promise<FoundPrinter[]>;
  /** printers of the network that advertise themselves */
  advertised(): Promise<FoundPrinter[]>;
}

const thisMachine: SearchPlaces = {
  devices: [
    { folder: '/dev/usb', name: /^lp\d+$/ },
    { folder: '/dev', name: /^lp\d+$/ },
    // Paired over Bluetooth.
    { folder: '/dev', name: /^rfcomm\d+$/ },
  ],
  neighbours: () => privateNeighbours(networkInterfaces()),
  port: 9100,
  system: process.platform === 'win32' ? listWindowsPrinters : listCupsPrinters,
  advertised: advertisedPrinters,
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
 * Finds what may be a printer, by what the system reports. Probes the network only if `network` is true: one connection to each
 * address of the machine's private /24 networks, without sending anything.
 */
export async function findPrinters(
  clock: Clock,
  network: boolean,
  places: SearchPlaces = thisMachine,
): Promise<FoundPrinter[]> {
  const [system, advertised, devices, neighbours] = await Promise.all([
    places.system(),
    places.advertised(),
    Promise.all(places.devices.map(devicesIn)),
    network ? openHosts(clock, places) : [],
  ]);
  return [
    ...devices.flat().map((path): FoundPrinter => ({ transport: { kind: 'device', path }, name: path })),
    ...system,
    ...advertised,
    ...neighbours
      .filter((host) => advertised.every(({ transport }) => transport.kind !== 'tcp' || transport.host !== host))
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
  const results: string[] = [];
  const probe = async (): Promise<void> => {
    for (let host = hosts.shift(); host !== undefined; host = hosts.shift()) {
      const session = await openPrinterSession(clock, { host, port }, probeTimeoutMs);
      if (session) results.push(host);
      session?.destroy();
    }
  };
  await Promise.all(Array.from({ length: maxConcurrentProbes }, probe));
  return results.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true }));
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

/** What Windows lists of its printers and serial ports; a paired Bluetooth printer is one of the ports. */
const WindowsList = z.object({
  printers: z.array(z.object({ Name: z.string(), DriverName: z.string().nullable(), PortName: z.string().nullable() })),
  ports: z.array(z.string()),
});

const script = [
  '[Console]::OutputEncoding = [Text.Encoding]::UTF8',
  '$printers = @(Get-CimInstance Win32_Printer | Select-Object Name, DriverName, PortName)',
  '@{ printers = $printers; ports = @([IO.Ports.SerialPort]::GetPortNames()) } | ConvertTo-Json -Compress -Depth 3',
].join('; ');
const timeoutMs = 15_000;

/** Drivers and ports that make files, faxes or pages of a job. */
const converting = /\b(pdf|xps|onenote|fax|ipp class)\b/i;
const noPrinter = /^(portprompt:|shrfax:|nul:|file:)/i;

interface WindowsPrinters {
  /** names of queues that may pass a printer's commands on */
  queues: string[];
  /** "COM3" */
  ports: string[];
}

/** Null where PowerShell is missing or does not answer. Written from the documentation and not tried on Windows. */
async function windowsPrinters(): Promise<WindowsPrinters | null> {
  const answer = await outputOf('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script], timeoutMs);
  return answer === null || answer.failed ? null : readWindowsList(answer.stdout);
}

export function readWindowsList(text: string): WindowsPrinters | null {
  const read = z
    .string()
    .transform((json) => JSON.parse(json))
    .pipe(WindowsList);
  try {
    const { printers, ports } = read.parse(text);
    const queues = printers.filter(
      ({ DriverName, PortName }) => !converting.test(DriverName ?? '') && !noPrinter.test(PortName ?? ''),
    );
    return { queues: queues.map(({ Name }) => Name), ports: ports.filter((port) => /^COM\d+$/.test(port)) };
  } catch {
    return null;
  }
}

/** Looking around in the network takes these programs some seconds. */
const advertiseTimeoutMs = 8000;

/**
 * Printers of the network that advertise themselves for raw bytes, as Avahi and CUPS know them: nothing is probed. Empty where
 * neither program is there.
 */
async function advertisedPrinters(): Promise<FoundPrinter[]> {
  const [avahi, cups] = await Promise.all([
    outputOf(
      'avahi-browse',
      ['--parsable', '--resolve', '--terminate', '--no-db-lookup', '_pdl-datastream._tcp'],
      advertiseTimeoutMs,
    ),
    outputOf('lpinfo', ['--include-schemes', 'socket,dnssd,snmp', '-v'], advertiseTimeoutMs),
  ]);
  const printers = [...readAvahi(avahi?.stdout ?? ''), ...readLpinfo(cups?.stdout ?? '')];
  const addresses = printers.map(({ transport }) => JSON.stringify(transport));
  return printers.filter((_, at) => addresses.indexOf(addresses[at] ?? '') === at);
}

/** Lines such as "=;eth0;IPv4;EPSON\032TM-T82;_pdl-datastream._tcp;local;epson.local;192.168.1.50;9100;…". */
export function readAvahi(text: string): FoundPrinter[] {
  return text.split('\n').flatMap((line) => {
    const [kind, , protocol, name = '', , , , host = '', port = ''] = line.split(';');
    if (kind !== '=' || protocol !== 'IPv4') return [];
    // Other characters than letters and digits stand as three decimal digits, or behind a backslash.
    const plain = name.replace(/((?:\\\d{3})+)|\\(.)/g, (_whole, coded: string | undefined, one: string | undefined) =>
      coded === undefined ? (one ?? '') : Buffer.from((coded.match(/\d{3}/g) ?? []).map(Number)).toString('utf8'),
    );
    return networkPrinter(host, port, plain);
  });
}

/** Lines such as "network socket://192.168.1.50:9100". */
export function readLpinfo(text: string): FoundPrinter[] {
  return text.split('\n').flatMap((line) => {
    const [, host = '', port = '9100'] = /^network socket:\/\/([^/:?\s]+)(?::(\d+))?/.exec(line) ?? [];
    return networkPrinter(host, port, '');
  });
}

function networkPrinter(host: string, port: string, name: string): FoundPrinter[] {
  const transport = PrinterTransport.safeParse({ kind: 'tcp', host, port: Number(port) });
  if (!transport.success) return [];
  const address = `${host}:${port}`;
  return [{ transport: transport.data, name: name === '' ? address : `${name} (${address})` }];
}
