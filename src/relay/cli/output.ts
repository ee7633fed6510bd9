/** The command line was not understood. */
export class UsageError extends Error {}

/** The command was understood and cannot be done: there is no such mailbox, for one. Nothing was changed. */
export class Refusal extends Error {}

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
