/** The command line is wrong. */
export class UsageError extends Error {}

/** The command cannot be done, and nothing is changed: the mailbox does not exist, for one. */
export class Refusal extends Error {}

/** A command's answer: one line of JSON, or text for a person. `code`: the connection code at its end. */
export type Answer = [json: object, text: string, code?: string | null];

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

export const noteCreatedKey = (path: string): void =>
  note(`RELAY_MASTER_KEY is not set: made a key in ${path}. Without that file no secret can be read.`);
