import { expect, it } from 'vitest';
import { readWindowsList } from '../../../../src/main/printing/transports/windows-queues.ts';

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
