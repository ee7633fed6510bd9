import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Pick<Logger, 'info' | 'error'>;

/** Enough to distinguish mailboxes in a log, too little to post to one. */
export const shortMailbox = (mailbox: string): string => mailbox.slice(0, 6);

/**
 * Lines are written in batches: by size, every half second, and at the end of the process. They are buffered as bytes: pino
 * measures buffered text again with each line.
 */
const batching = { minLength: 64 * 1024, maxWrite: 256 * 1024, periodicFlush: 500, contentMode: 'buffer' } as const;
/** Bytes of lines without a reader; later lines are discarded. */
const maxBuffered = 16 * 1024 * 1024;
/** At the end, a reader that accepts nothing for this time is not waited for. */
const flushTimeoutMs = 300;

const secretNames = ['secret', 'token', 'body', 'url', 'headers', 'authorization', 'signature', 'req', 'res'];

export interface OpenLog {
  log: Logger;
  /** Writes the buffered lines as far as the reader accepts them. To be called last. @param deadline as performance.now() */
  end(deadline: number): Promise<void>;
}

/**
 * Lines of JSON on the error output. Each call chooses what its line holds; the redaction is a second barrier for a whole request
 * that is logged by mistake. A failed write is tried again with the next line and is reported nowhere.
 */
export function openLog(level: 'info' | 'warn' | 'silent' = 'info', dest: number | string = 2): OpenLog {
  let ending: { lastWriteAt: number; deadline: number } | null = null;
  let isFailing = false;
  const retryEAGAIN = (): boolean =>
    ending === null || performance.now() < Math.min(ending.lastWriteAt + flushTimeoutMs, ending.deadline);
  const destination = pino.destination({ dest, sync: false, maxLength: maxBuffered, ...batching, retryEAGAIN });
  destination.on('error', () => {
    isFailing = true;
  });
  destination.on('write', () => {
    isFailing = false;
    if (ending) ending.lastWriteAt = performance.now();
  });
  // Called when the process fails. The original retries forever if the output accepts nothing.
  const flushSync = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    if (isFailing) return;
    ending ??= { lastWriteAt: performance.now(), deadline: Number.POSITIVE_INFINITY };
    try {
      flushSync();
    } catch {
      // There is no reader.
    }
  };
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: (error: Error) => ({ type: error.name }) },
    redact: secretNames,
  };
  return {
    log: pino(options, writingBytes(destination)),
    end: async (deadline) => {
      ending = { lastWriteAt: performance.now(), deadline };
      if (!isFailing) await new Promise<void>((done) => destination.once('close', done).once('error', done).end());
      destination.destroy();
    },
  };
}

/** Pino writes text, the destination takes bytes. */
const writingBytes = (destination: { write(line: string | Buffer): boolean }): DestinationStream => ({
  write: (line) => void destination.write(Buffer.from(line)),
});

/** A logger that is never ended. */
export const createLog = (...options: Parameters<typeof openLog>): Logger => openLog(...options).log;
