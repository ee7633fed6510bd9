import { constants, type FileHandle, open, stat } from 'node:fs/promises';
import type { PrintReason } from '../../../shared/domain/print-job.ts';
import type { LineOutcome, PrinterLine } from '../../ports/printer-line.ts';
import { within } from './deadline.ts';

export interface DevicePrinter {
  /** /dev/usb/lp0, /dev/ttyUSB0, or \\.\COM3 on Windows */
  path: string;
  language: 'escpos' | 'starprnt';
}

/** A driver holds the write back while the printer has no paper. */
const takenWithinMs = 30_000;
const openWithinMs = 5000;

const reasons: Readonly<Record<string, PrintReason>> = {
  ENOENT: 'unreachable',
  ENODEV: 'unreachable',
  ENXIO: 'unreachable',
  EIO: 'unreachable',
  EACCES: 'no_permission',
  EPERM: 'no_permission',
  EBUSY: 'busy',
};

/** A printer that is a file of this machine. It is written to only: at best a job is sent. */
export function deviceLine(printer: DevicePrinter, withinMs = takenWithinMs): PrinterLine {
  return {
    async send({ format, bytes }, leave): Promise<LineOutcome> {
      if (format !== printer.language) return { kind: 'blocked', reason: 'printer_changed' };
      const opened = await openDevice(printer.path);
      if (typeof opened === 'string') return { kind: 'blocked', reason: opened };
      try {
        await leave();
      } catch (error) {
        await opened.close();
        throw error;
      }
      // Closed when the write has ended, however long that takes: closing earlier would cut it.
      const writing = writeAll(opened, bytes);
      const outcome = await within(withinMs, writing);
      return outcome ?? { kind: 'unknown', reason: 'not_taken' };
    },
  };
}

/** Never makes a file, and never writes into one that is not a device: a wrong path must not cost anybody's data. */
async function openDevice(path: string): Promise<FileHandle | PrintReason> {
  try {
    if (process.platform !== 'win32') {
      const kind = await stat(path);
      if (!kind.isCharacterDevice() && !kind.isFIFO()) return 'not_a_printer';
    }
    const opening = open(path, constants.O_WRONLY);
    const opened = await within(openWithinMs, opening);
    if (opened === null) void opening.then((late) => late.close()).catch(() => undefined);
    return opened ?? 'no_answer';
  } catch (error) {
    const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
    return reasons[code] ?? 'other';
  }
}

async function writeAll(device: FileHandle, bytes: Uint8Array): Promise<LineOutcome> {
  try {
    for (let at = 0; at < bytes.length; ) at += (await device.write(bytes, at)).bytesWritten;
    return { kind: 'sent', confirmed: false };
  } catch {
    return { kind: 'unknown', reason: 'connection_lost' };
  } finally {
    await device.close().catch(() => undefined);
  }
}
