import type { Settings } from '../../shared/contract/settings.ts';
import type { PrinterSetting } from '../../shared/domain/printer.ts';
import type { Clock } from '../base/system.ts';
import { cupsTransport } from './transports/cups.ts';
import { deviceTransport } from './transports/device.ts';
import { tcpTransport } from './transports/tcp.ts';
import { type HostPrinter, hostTransport, type PrinterTransport } from './transports/transport.ts';
import { spoolerTransport } from './transports/windows-spooler.ts';

/** The printers in the current settings. */
export interface Printers {
  setting(id: string): PrinterSetting | null;
  defaultPrinter(): PrinterSetting | null;
  /** the same object while address and language stay the same, so that what it learned of the printer is kept */
  transport(id: string): PrinterTransport | null;
}

export function createPrinters(clock: Clock, settings: () => Settings, host: HostPrinter): Printers {
  const transports = new Map<string, { address: string; transport: PrinterTransport }>();
  const setting = (id: string): PrinterSetting | null =>
    settings().printers.find((printer) => printer.id === id) ?? null;
  return {
    setting,
    defaultPrinter() {
      const { defaultPrinter } = settings();
      return defaultPrinter === null ? null : setting(defaultPrinter);
    },
    transport(id) {
      const printer = setting(id);
      if (printer === null) {
        transports.delete(id);
        return null;
      }
      const address = JSON.stringify([printer.transport, printer.language]);
      const entry = transports.get(id);
      if (entry?.address === address) return entry.transport;
      const transport = createTransport(clock, printer, host);
      transports.set(id, { address, transport });
      return transport;
    },
  };
}

function createTransport(
  clock: Clock,
  { id, transport, language }: PrinterSetting,
  host: HostPrinter,
): PrinterTransport {
  switch (transport.kind) {
    case 'tcp':
      return tcpTransport(clock, { ...transport, language });
    case 'device':
      return deviceTransport(clock, { ...transport, language });
    case 'system':
      return process.platform === 'win32'
        ? spoolerTransport(clock, { ...transport, language })
        : cupsTransport(clock, { ...transport, id, language });
    case 'system-graphic':
      return hostTransport(host, transport.name);
  }
}
