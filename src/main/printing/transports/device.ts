import { constants, type FileHandle, open, stat } from 'node:fs/promises';
import type { PrintReason } from '../../../shared/domain/print-job.ts';
import { withTimeout } from '../../base/async.ts';
import type { Clock } from '../../base/system.ts';
import { type PrinterTransport, type SendOutcome } from './transport.ts';

interface DevicePrinter {
  /** /dev/usb/lp0, /dev/ttyUSB0, or \\.\COM3 on Windows */
  path: string;
  language: 'escpos' | 'starprnt';
}

/** Drivers accept no bytes while the printer has no paper. */
const takenTimeoutMs = 30_000;
const openTimeoutMs = 5000;
const retryMs = 20;

/**
 * Non-blocking: a blocked write would occupy a thread of the libuv pool, which also resolves host names. A few stuck printers
 * would stop all selling. Bytes that were not taken are written again.
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

/** A printer that is a device file. It is write-only, so the best outcome is "sent". */
export function deviceTransport(clock: Clock, printer: DevicePrinter, timeoutMs = takenTimeoutMs): PrinterTransport {
  return {
    async send({ format, bytes }, beforeSend): Promise<SendOutcome> {
      if (format !== printer.language) return { kind: 'blocked', reason: 'printer_changed' };
      const opened = await openDevice(clock, printer.path);
      if (typeof opened === 'string') return { kind: 'blocked', reason: opened };
      try {
        await beforeSend();
      } catch (error) {
        await opened.close();
        throw error;
      }
      return writeAll(clock, opened, bytes, clock.monotonic() + timeoutMs);
    },
  };
}

/** Never creates a file and never writes to a regular one: a wrong path must not overwrite data. */
async function openDevice(clock: Clock, path: string): Promise<FileHandle | PrintReason> {
  try {
    if (process.platform !== 'win32') {
      const kind = await stat(path);
      if (!kind.isCharacterDevice() && !kind.isFIFO()) return 'not_a_printer';
    }
    const pending = open(path, forWriting);
    const opened = await withTimeout(clock, openTimeoutMs, pending);
    if (opened === null) void pending.then((late) => late.close()).catch(() => undefined);
    return opened ?? 'no_answer';
  } catch (error) {
    return reasons[codeOf(error)] ?? 'other';
  }
}

/** @param until deadline by the clock's monotonic time; bytes not taken by then are dropped */
async function writeAll(clock: Clock, device: FileHandle, bytes: Uint8Array, until: number): Promise<SendOutcome> {
  try {
    for (let at = 0; at < bytes.length; ) {
      const taken = await writeSome(device, bytes, at);
      at += taken;
      if (at < bytes.length && clock.monotonic() >= until) return { kind: 'unknown', reason: 'not_taken' };
      if (taken === 0) await clock.sleep(retryMs);
    }
    return { kind: 'sent', confirmed: false };
  } catch {
    return { kind: 'unknown', reason: 'connection_lost' };
  } finally {
    await device.close().catch(() => undefined);
  }
}

/** How many bytes the driver took; 0 while its buffer is full. */
async function writeSome(device: FileHandle, bytes: Uint8Array, from: number): Promise<number> {
  try {
    return (await device.write(bytes, from)).bytesWritten;
  } catch (error) {
    if (codeOf(error) === 'EAGAIN') return 0;
    throw error;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
