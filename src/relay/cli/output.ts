/** The command line was not understood. */
export class UsageError extends Error {}

/** The command was understood and cannot be done: there is no such mailbox, for one. Nothing was changed. */
export class Refusal extends Error {}

/**
 * An output that nobody reads any longer, or whose disk is full, ends nothing by itself; an answer that is cut short is told by
 * the exit code. From now on neither output blocks: a reader that has stopped holds up those who want to write, and nothing else.
 */
export function outliveReaders(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    process.exitCode = 1;
    // Whoever closed it has had enough, and knows.
    if (code !== 'EPIPE') note(`The answer could not be written: ${code}`);
  });
  process.stderr.on('error', () => undefined);
}

/** One line, or a few, on the standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** On the error output, so that what a command answers stands alone on the other. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** One line of JSON, or words for a person. */
export type Say = (answer: object, words: string) => void;

export const sayAs =
  (json: boolean): Say =>
  (answer, words) =>
    print(json ? JSON.stringify(answer) : words);
