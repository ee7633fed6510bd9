import type { PrinterSetting } from '../../../shared/domain/printer.ts';
import type { Printer } from '../../ports/printer.ts';
import type { PrinterLine } from '../../ports/printer-line.ts';
import { cupsLine } from '../../printing/transports/cups.ts';
import { deviceLine } from '../../printing/transports/device.ts';
import { graphicLine } from '../../printing/transports/graphic.ts';
import { tcpLine } from '../../printing/transports/tcp.ts';
import { spoolerLine } from '../../printing/transports/windows-spooler.ts';

/** The way to a printer. @param host lays pages out where the printer is no roll printer */
export function lineTo({ transport, language }: PrinterSetting, host: Printer): PrinterLine {
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
