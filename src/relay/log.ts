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

const secretNames = ['secret', 'token', 'body', 'url', 'headers', 'authorization', 'signature', 'req', 'res'];

/**
 * Lines of JSON on the error output. What a line may hold is chosen where it is written; the redaction is the second
 * fence, should a whole request ever slip into one.
 */
export function createLog(level: 'info' | 'warn' | 'silent' = 'info', dest: number | string = 2): Logger {
  const momentOf = momentWriter();
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"time":"${momentOf(Date.now())}"`,
      serializers: { err: (error: Error) => ({ type: error.name }) },
      redact: secretNames,
    },
    inBytes(pino.destination({ dest, sync: false, maxLength: mostWaiting, ...together })),
  );
}

/** What takes lines for a destination that takes bytes. */
function inBytes(destination: { write(line: string | Buffer): boolean }): DestinationStream {
  return { write: (line) => void destination.write(Buffer.from(line)) };
}
