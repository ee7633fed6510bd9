import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import {
  findPrinters,
  privateNeighbours,
  readAvahi,
  readLpinfo,
  readWindowsList,
} from '../../../src/main/printing/find-printers.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { aTcpPrinter } from '../../support/print-queue.ts';

const address = (fields: Partial<{ address: string; internal: boolean; family: 'IPv4' }>) => [
  { address: '', netmask: '', mac: '', cidr: null, internal: false, family: 'IPv4' as const, ...fields },
];

describe('findPrinters', () => {
  it('finds the system’s printers and the devices of this machine, and asks no network unasked', async () => {
    const folder = temporaryFolder();
    for (const name of ['lp0', 'lp12', 'lpfoo', 'hiddev0']) writeFileSync(join(folder, name), '');
    const neighbours = () => {
      throw new Error('asked the network');
    };
    const around = {
      devices: [
        { folder, name: /^lp\d+$/ },
        { folder: join(folder, 'none'), name: /./ },
      ],
      system: async () => [{ transport: { kind: 'system' as const, name: 'till' }, name: 'till' }],
      advertised: async () => [],
      neighbours,
      port: 9100,
    };
    const printers = await findPrinters(systemClock, false, around);
    expect(printers.map(({ transport, name }) => [transport.kind, name])).toEqual([
      ['device', join(folder, 'lp0')],
      ['device', join(folder, 'lp12')],
      ['system', 'till'],
    ]);
  });

  it('finds who listens on the network when it is asked to, and sends them nothing', async () => {
    const printer = await aTcpPrinter();
    const neighbours = () => Array.from({ length: 200 }, (_, at) => `127.0.0.${at + 1}`);
    const around = { devices: [], system: async () => [], advertised: async () => [], neighbours, port: printer.port };
    const printers = await findPrinters(systemClock, true, around);
    expect(printers).toEqual([
      { transport: { kind: 'tcp', host: '127.0.0.1', port: printer.port }, name: `127.0.0.1:${printer.port}` },
    ]);
    expect(printer.jobs).toEqual([]);
  });

  it('asks private networks only, each whole and never itself', () => {
    const hosts = privateNeighbours({
      lo: address({ address: '127.0.0.1', internal: true }),
      wifi: address({ address: '192.168.1.20' }),
      wire: address({ address: '192.168.1.21' }),
      dialled: address({ address: '36.70.1.2' }),
      odd: address({ address: '172.32.0.1' }),
    });
    expect(hosts).toHaveLength(252);
    expect(hosts.every((each) => each.startsWith('192.168.1.'))).toBe(true);
    expect(hosts).not.toContain('192.168.1.20');
  });
});

it('of the printers of Windows those are offered that may print slips, and its serial ports', () => {
  const printers = [
    { Name: 'POS-58', DriverName: 'Generic / Text Only', PortName: 'USB001' },
    { Name: 'Microsoft Print to PDF', DriverName: 'Microsoft Print To PDF', PortName: 'PORTPROMPT:' },
    { Name: 'Fax', DriverName: 'Microsoft Shared Fax Driver', PortName: 'SHRFAX:' },
    { Name: 'Kantor', DriverName: 'Microsoft IPP Class Driver', PortName: 'WSD-1' },
  ];
  expect(readWindowsList(JSON.stringify({ printers, ports: ['COM3', 'odd'] }))).toEqual({
    queues: ['POS-58'],
    ports: ['COM3'],
  });
});

it.each(['', 'not JSON', '{"printers":null}'])('what cannot be read is no list: %j', (text) => {
  expect(readWindowsList(text)).toBeNull();
});

describe('printers that announce themselves', () => {
  it('are read from Avahi with name and address, once they are resolved', () => {
    const text = [
      '+;eth0;IPv4;EPSON\\032TM-T82;_pdl-datastream._tcp;local',
      '=;eth0;IPv4;EPSON\\032TM-T82;_pdl-datastream._tcp;local;epson.local;192.168.1.50;9100;"txtvers=1"',
      '=;eth0;IPv6;EPSON\\032TM-T82;_pdl-datastream._tcp;local;epson.local;fe80::1;9100;"txtvers=1"',
      '=;eth0;IPv4;Kasir\\.Depan\\195\\169;_pdl-datastream._tcp;local;b.local;192.168.1.51;9101;',
      '=;eth0;IPv4;broken',
      '',
    ].join('\n');
    expect(readAvahi(text)).toEqual([
      { transport: { kind: 'tcp', host: '192.168.1.50', port: 9100 }, name: 'EPSON TM-T82 (192.168.1.50:9100)' },
      { transport: { kind: 'tcp', host: '192.168.1.51', port: 9101 }, name: 'Kasir.Depané (192.168.1.51:9101)' },
    ]);
  });

  it('are read from lpinfo by their raw port alone', () => {
    const text =
      'network socket\nnetwork socket://192.168.1.50\nnetwork socket://192.168.1.51:9102\ndirect usb://EPSON/TM\n';
    expect(readLpinfo(text).map(({ transport }) => transport)).toEqual([
      { kind: 'tcp', host: '192.168.1.50', port: 9100 },
      { kind: 'tcp', host: '192.168.1.51', port: 9102 },
    ]);
  });
});
