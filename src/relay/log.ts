import { type DestinationStream, type Logger, pino } from 'pino';
import { momentWriter } from './core/moment.ts';

/** Enough to tell mailboxes apart in a log, not enough to write to one. */
export const shortMailbox = (mailbox: string): string => mailbox.slice(0, 6);

/**
 * Lines are written together: when so many bytes wait, every half a second, and at the end, whatever ends it. As bytes, since
 * what waits as text is measured anew with each line.
 */
const together = { minLength: 64 * 1024, maxWrite: 256 * 1024, periodicFlush: 500, contentMode: 'buffer' } as const;
/** Of lines that nobody takes; later ones are lost, so that the memory is not. */
const mostWaiting = 16 * 1024 * 1024;
/** Who takes nothing for so long at the end, in milliseconds, is not waited for. */
const patienceMs = 300;

const secretNames = ['secret', 'token', 'body', 'url', 'headers', 'authorization', 'signature', 'req', 'res'];

export interface OpenLog {
  log: Logger;
  /**
   * Writes what waits, as far as somebody takes it. To be called last: no line may follow.
   * @param by until when at most, as performance.now() tells it
   */
  end(by: number): Promise<void>;
}

/**
 * Lines of JSON on the error output. What a line may hold is chosen where it is written; the redaction is the second
 * fence, should a whole request ever slip into one. What cannot be written is tried again with the next line; nobody is
 * told, since there is nowhere else to say it.
 */
export function openLog(level: 'info' | 'warn' | 'silent' = 'info', dest: number | string = 2): OpenLog {
  const momentOf = momentWriter();
  let ending: { takenAt: number; by: number } | null = null;
  let refused = false;
  const goOn = (): boolean => ending === null || performance.now() < Math.min(ending.takenAt + patienceMs, ending.by);
  const destination = pino.destination({ dest, sync: false, maxLength: mostWaiting, ...together, retryEAGAIN: goOn });
  destination.on('error', () => {
    refused = true;
  });
  destination.on('write', () => {
    refused = false;
    if (ending) ending.takenAt = performance.now();
  });
  // A process that fails writes the last lines so. Left to itself it tries for ever what the output does not take.
  const flushSync = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    if (refused) return;
    ending ??= { takenAt: performance.now(), by: Number.POSITIVE_INFINITY };
    try {
      flushSync();
    } catch {
      // Nobody reads.
    }
  };
  return {
    log: pino(
      {
        level,
        base: null,
        timestamp: () => `,"time":"${momentOf(Date.now())}"`,
        serializers: { err: (error: Error) => ({ type: error.name }) },
        redact: secretNames,
      },
      inBytes(destination),
    ),
    end: async (by) => {
      ending = { takenAt: performance.now(), by };
      if (!refused) await new Promise<void>((done) => destination.once('close', done).once('error', done).end());
      destination.destroy();
    },
  };
}

/** The same, for whom nothing has to be ended. */
export const createLog = (...how: Parameters<typeof openLog>): Logger => openLog(...how).log;

/** What takes lines for a destination that takes bytes. */
function inBytes(destination: { write(line: string | Buffer): boolean }): DestinationStream {
  return { write: (line) => void destination.write(Buffer.from(line)) };
}
