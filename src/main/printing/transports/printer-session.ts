import { connect, type Socket } from 'node:net';
import { within } from './deadline.ts';

/** A connection to a printer, both ways. Its end is a value, never an exception. */
export interface PrinterSession {
  /** "whole": it closed its side in order; "broken": it was cut; null: it is open */
  ended(): 'whole' | 'broken' | null;
  /** resolves with how it ended */
  end: Promise<'whole' | 'broken'>;
  /** the next byte that the test lets through, others are noise; null when the connection ended first */
  read(fits: (byte: number) => boolean): Promise<number | null>;
  /** what was said until now and not heard answers nothing that is asked from here on */
  forget(): void;
  /** resolves once the bytes are with the kernel; false when the connection ended first */
  write(bytes: Uint8Array): Promise<boolean>;
  /** closes our side */
  halfClose(): void;
  /** drops it, whatever is under way */
  hangUp(): void;
}

/** A printer that talks without end fills nothing up. */
const keptBytes = 64;

/**
 * Without a printer's automatic status: four bytes that it sends by itself whenever something changes, where another program
 * has switched that on. The first has bit 4 set and bits 0, 1 and 7 clear, which no answer has; the other three look like answers.
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

/** Connects; null when there is nobody, or not within that many milliseconds. */
export async function openPrinterSession(
  { host, port }: { host: string; port: number },
  ms: number,
): Promise<PrinterSession | null> {
  const socket = connect({ host, port, noDelay: true });
  const talk = talkOver(socket);
  const connected = new Promise<boolean>((resolve) => socket.once('connect', () => resolve(true)));
  const made = await within(ms, Promise.race([connected, talk.end.then(() => false)]));
  if (made === true) return talk;
  talk.hangUp();
  return null;
}

function talkOver(socket: Socket): PrinterSession {
  let ended: 'whole' | 'broken' | null = null;
  let heard: number[] = [];
  let listen = (): void => {};
  const end = new Promise<'whole' | 'broken'>((resolve) => {
    const finish = (how: 'whole' | 'broken'): void => {
      ended ??= how;
      resolve(ended);
      listen();
    };
    socket.once('end', () => finish('whole'));
    socket.once('error', () => finish('broken'));
    socket.once('close', () => finish('broken'));
  });
  // The first is told above; without a listener any further one would end the program.
  socket.on('error', () => {});
  const answersIn = withoutAutomaticStatus();
  socket.on('data', (bytes) => {
    heard = [...heard, ...answersIn(bytes).slice(-keptBytes)].slice(-keptBytes);
    listen();
  });
  return {
    ended: () => ended,
    end,
    read: (fits) =>
      new Promise((resolve) => {
        listen = () => {
          while (heard.length > 0) {
            const byte = heard.shift();
            if (byte === undefined || !fits(byte)) continue;
            listen = () => {};
            resolve(byte);
            return;
          }
          if (ended !== null) resolve(null);
        };
        listen();
      }),
    forget() {
      heard = [];
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
    hangUp: () => void socket.destroy(),
  };
}
