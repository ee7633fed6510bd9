import { z } from 'zod';
import { outputOf } from './cups-queues.ts';

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

export interface WindowsPrinters {
  /** names of queues that may pass a printer's commands on */
  queues: string[];
  /** "COM3" */
  ports: string[];
}

/** Null where PowerShell is missing or does not answer. Written from the documentation and not tried on Windows. */
export async function windowsPrinters(): Promise<WindowsPrinters | null> {
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
