import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../src/main/base/system/node-system.ts';
import { findPrinters, privateNeighbours } from '../../../src/main/printing/find-printers.ts';
import { temporaryFolder } from '../../support/database-files.ts';
import { aTcpPrinter } from '../../support/print-queue.ts';

const address = (given: Partial<{ address: string; internal: boolean; family: 'IPv4' }>) => [
  { address: '', netmask: '', mac: '', cidr: null, internal: false, family: 'IPv4' as const, ...given },
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
      announced: async () => [],
      neighbours,
      port: 9100,
    };
    const found = await findPrinters(systemClock, false, around);
    expect(found.map(({ transport, name }) => [transport.kind, name])).toEqual([
      ['device', join(folder, 'lp0')],
      ['device', join(folder, 'lp12')],
      ['system', 'till'],
    ]);
  });

  it('finds who listens on the network when it is asked to, and sends them nothing', async () => {
    const printer = await aTcpPrinter();
    const neighbours = () => Array.from({ length: 200 }, (_, at) => `127.0.0.${at + 1}`);
    const around = { devices: [], system: async () => [], announced: async () => [], neighbours, port: printer.port };
    const found = await findPrinters(systemClock, true, around);
    expect(found).toEqual([
      { transport: { kind: 'tcp', host: '127.0.0.1', port: printer.port }, name: `127.0.0.1:${printer.port}` },
    ]);
    expect(printer.jobs).toEqual([]);
  });

  it('asks private networks only, each whole and never itself', () => {
    const asked = privateNeighbours({
      lo: address({ address: '127.0.0.1', internal: true }),
      wifi: address({ address: '192.168.1.20' }),
      wire: address({ address: '192.168.1.21' }),
      dialled: address({ address: '36.70.1.2' }),
      odd: address({ address: '172.32.0.1' }),
    });
    expect(asked).toHaveLength(252);
    expect(asked.every((each) => each.startsWith('192.168.1.'))).toBe(true);
    expect(asked).not.toContain('192.168.1.20');
  });
});
