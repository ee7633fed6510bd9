import { constants, type FileHandle, open, stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { PrintReason } from '../../../shared/domain/print-job.ts';
import type { LineOutcome, PrinterLine } from '../printer-line.ts';
import { within } from './deadline.ts';

export interface DevicePrinter {
  /** /dev/usb/lp0, /dev/ttyUSB0, or \\.\COM3 on Windows */
  path: string;
  language: 'escpos' | 'starprnt';
}

/** A driver takes nothing while the printer has no paper. */
const takenWithinMs = 30_000;
const openWithinMs = 5000;
const askAgainMs = 20;

/**
 * A call that waits for a printer would wait in one of the few threads that names are looked up in as well: some stuck slips,
 * and nothing could be sold any more. So none waits; what is not taken is offered again.
 */
const forWriting =
  process.platform === 'win32' ? constants.O_WRONLY : constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

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
      return writeAll(opened, bytes, performance.now() + withinMs);
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
    const opening = open(path, forWriting);
    const opened = await within(openWithinMs, opening);
    if (opened === null) void opening.then((late) => late.close()).catch(() => undefined);
    return opened ?? 'no_answer';
  } catch (error) {
    return reasons[codeOf(error)] ?? 'other';
  }
}

/** @param until of performance.now(); what was not taken by then never leaves */
async function writeAll(device: FileHandle, bytes: Uint8Array, until: number): Promise<LineOutcome> {
  try {
    for (let at = 0; at < bytes.length; ) {
      const taken = await offer(device, bytes, at);
      at += taken;
      if (at < bytes.length && performance.now() >= until) return { kind: 'unknown', reason: 'not_taken' };
      if (taken === 0) await pause(askAgainMs);
    }
    return { kind: 'sent', confirmed: false };
  } catch {
    return { kind: 'unknown', reason: 'connection_lost' };
  } finally {
    await device.close().catch(() => undefined);
  }
}

/** How many of the bytes the driver took; 0 while it has no room. */
async function offer(device: FileHandle, bytes: Uint8Array, from: number): Promise<number> {
  try {
    return (await device.write(bytes, from)).bytesWritten;
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return 0;
    throw error;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
