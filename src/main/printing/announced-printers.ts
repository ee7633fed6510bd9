import type { FoundPrinter } from '../../shared/contract/printing.ts';
import { PrinterTransport } from '../../shared/domain/printer.ts';
import { outputOf } from './transports/cups-queues.ts';

/** Looking around in the network takes these programs some seconds. */
const timeoutMs = 8000;

/**
 * Printers of the network that announce themselves for raw bytes, as Avahi and CUPS know them: nothing is probed. Empty where
 * neither program is there.
 */
export async function announcedPrinters(): Promise<FoundPrinter[]> {
  const [avahi, cups] = await Promise.all([
    outputOf(
      'avahi-browse',
      ['--parsable', '--resolve', '--terminate', '--no-db-lookup', '_pdl-datastream._tcp'],
      timeoutMs,
    ),
    outputOf('lpinfo', ['--include-schemes', 'socket,dnssd,snmp', '-v'], timeoutMs),
  ]);
  const found = [...readAvahi(avahi?.stdout ?? ''), ...readLpinfo(cups?.stdout ?? '')];
  const addresses = found.map(({ transport }) => JSON.stringify(transport));
  return found.filter((_, at) => addresses.indexOf(addresses[at] ?? '') === at);
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
