import type { Settings } from '../../shared/contract/settings.ts';
import type { PrinterSetting } from '../../shared/domain/printer.ts';
import type { Printer } from './printer.ts';
import type { PrinterLine } from './printer-line.ts';
import { cupsLine } from './transports/cups.ts';
import { deviceLine } from './transports/device.ts';
import { graphicLine } from './transports/graphic.ts';
import { tcpLine } from './transports/tcp.ts';
import { spoolerLine } from './transports/windows-spooler.ts';

/** The shop's printers as they are set now. */
export interface Printers {
  setting(id: string): PrinterSetting | null;
  /** the one that is used when none is named */
  usual(): PrinterSetting | null;
  /** what was learned of a printer is kept for as long as it is reached the same way */
  line(id: string): PrinterLine | null;
}

export function createPrinters(settings: () => Settings, host: Printer): Printers {
  const lines = new Map<string, { reached: string; line: PrinterLine }>();
  const setting = (id: string): PrinterSetting | null =>
    settings().printers.find((printer) => printer.id === id) ?? null;
  return {
    setting,
    usual() {
      const { defaultPrinter } = settings();
      return defaultPrinter === null ? null : setting(defaultPrinter);
    },
    line(id) {
      const found = setting(id);
      if (found === null) {
        lines.delete(id);
        return null;
      }
      const reached = JSON.stringify([found.transport, found.language]);
      const known = lines.get(id);
      if (known?.reached === reached) return known.line;
      const line = lineTo(found, host);
      lines.set(id, { reached, line });
      return line;
    },
  };
}

/** The way to a printer. @param host lays pages out where the printer is no roll printer */
function lineTo({ transport, language }: PrinterSetting, host: Printer): PrinterLine {
  switch (transport.kind) {
    case 'tcp':
      return tcpLine({ ...transport, language });
    case 'device':
      return deviceLine({ ...transport, language });
    case 'system':
      return process.platform === 'win32'
        ? spoolerLine({ ...transport, language })
        : cupsLine({ ...transport, language });
    case 'system-graphic':
      return graphicLine(host, transport.name);
  }
}
