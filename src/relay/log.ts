import { type Logger, pino } from 'pino';

/** Enough to tell mailboxes apart in a log, not enough to write to one. */
export const shortMailbox = (mailbox: string): string => mailbox.slice(0, 6);

/**
 * Lines of JSON on the error output. What a line may hold is chosen where it is written; the redaction is the second
 * fence, should a whole request ever slip into one.
 */
export function createLog(level: 'info' | 'warn' | 'silent' = 'info'): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { req: () => undefined, res: () => undefined, err: (error: Error) => ({ type: error.name }) },
      redact: ['secret', 'token', 'body', 'url', 'headers', 'authorization', '*.secret', '*.token', '*.body', '*.url'],
    },
    pino.destination({ dest: 2, sync: true }),
  );
}
