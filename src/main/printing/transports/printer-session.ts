import { connect, type Socket } from 'node:net';
import { withTimeout } from '../../base/async.ts';
import type { Clock } from '../../base/system.ts';

/** A two-way connection to a printer. Its end is a value, never an exception. */
export interface PrinterSession {
  /** "whole": closed in order by the printer; "broken": reset; null: open */
  ended(): 'whole' | 'broken' | null;
  /** resolves with how it ended */
  end: Promise<'whole' | 'broken'>;
  /** the next byte that passes the filter, skipping others; null if the connection ended first */
  read(fits: (byte: number) => boolean): Promise<number | null>;
  /** discards unread bytes, which answer no later request */
  forget(): void;
  /** resolves once the kernel has taken the bytes; false if the connection ended first */
  write(bytes: Uint8Array): Promise<boolean>;
  /** closes our side */
  halfClose(): void;
  /** drops the connection at once */
  destroy(): void;
}

/** Bounds the memory for a printer that sends without end. */
const maxUnreadBytes = 64;

/**
 * Filters out automatic status messages, which another program may have enabled: four bytes, sent on every change. The first
 * has bit 4 set and bits 0, 1 and 7 clear, unlike any answer; the other three look like answers.
 */
function withoutAutomaticStatus(): (bytes: Uint8Array) => number[] {
  let more = 0;
  return (bytes) =>
    Array.from(bytes).filter((byte) => {
      if (more > 0) {
        more -= 1;
        return false;
      }
      if ((byte & 0x93) !== 0x10) return true;
      more = 3;
      return false;
    });
}

/** Connects; null if that fails or takes longer than the timeout. */
export async function openPrinterSession(
  clock: Clock,
  { host, port }: { host: string; port: number },
  timeoutMs: number,
): Promise<PrinterSession | null> {
  const socket = connect({ host, port, noDelay: true });
  const session = sessionOver(socket);
  const connected = new Promise<boolean>((resolve) => socket.once('connect', () => resolve(true)));
  const isConnected = await withTimeout(clock, timeoutMs, Promise.race([connected, session.end.then(() => false)]));
  if (isConnected === true) return session;
  session.destroy();
  return null;
}

function sessionOver(socket: Socket): PrinterSession {
  let ended: 'whole' | 'broken' | null = null;
  let unread: number[] = [];
  let notify = (): void => {};
  const end = new Promise<'whole' | 'broken'>((resolve) => {
    const finish = (how: 'whole' | 'broken'): void => {
      ended ??= how;
      resolve(ended);
      notify();
    };
    socket.once('end', () => finish('whole'));
    socket.once('error', () => finish('broken'));
    socket.once('close', () => finish('broken'));
  });
  // Further errors: an error event without a listener would end the program.
  socket.on('error', () => {});
  const answersIn = withoutAutomaticStatus();
  socket.on('data', (bytes) => {
    unread = [...unread, ...answersIn(bytes).slice(-maxUnreadBytes)].slice(-maxUnreadBytes);
    notify();
  });
  return {
    ended: () => ended,
    end,
    read: (fits) =>
      new Promise((resolve) => {
        notify = () => {
          while (unread.length > 0) {
            const byte = unread.shift();
            if (byte === undefined || !fits(byte)) continue;
            notify = () => {};
            resolve(byte);
            return;
          }
          if (ended !== null) resolve(null);
        };
        notify();
      }),
    forget() {
      unread = [];
    },
    write: (bytes) =>
      Promise.race([
        new Promise<boolean>((resolve) => {
          if (ended !== null || socket.destroyed) resolve(false);
          else socket.write(bytes, (error) => resolve(!error));
        }),
        end.then(() => false),
      ]),
    halfClose: () => void socket.end(),
    destroy: () => void socket.destroy(),
  };
}
