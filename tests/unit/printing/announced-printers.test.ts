import { describe, expect, it } from 'vitest';
import { readAvahi, readLpinfo } from '../../../src/main/printing/announced-printers.ts';

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
