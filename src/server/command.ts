import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

/** The command line is wrong. */
export class UsageError extends Error {}

/** The command cannot be done, and nothing is changed: the mailbox does not exist, for one. */
export class Refusal extends Error {}

/**
 * A closed or full output does not end the process; the exit code reports an answer that is cut short. Neither output blocks from
 * now on: a reader that has stopped delays the writers only.
 */
export function outliveReaders(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    process.exitCode = 1;
    // EPIPE: the reader has closed the pipe itself.
    if (code !== 'EPIPE') note(`The answer could not be written: ${code}`);
  });
  process.stderr.on('error', () => undefined);
}

/** Writes to the standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Writes to the error output, so that the standard output holds the answer alone. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Resolves at SIGTERM, SIGINT or SIGHUP. Not once: npm passes on a signal that the process group gets too, and the second must not kill the process. */
export const whenSignalled = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => resolve());
  });

/** A final line break belongs to the editor or to echo. Throws if the bytes are not UTF-8: no signature would match. */
const decodeSecret = (bytes: Uint8Array): string =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes).replace(/\r?\n$/, '');

/** The text of a secret. Rejects if it cannot be read, or is not UTF-8. */
export const readText = async (source: { from: 'file'; path: string } | { from: 'stdin' }): Promise<string> =>
  decodeSecret(source.from === 'file' ? await readFile(source.path) : await buffer(process.stdin));
