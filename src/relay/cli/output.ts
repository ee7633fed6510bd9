/** The command line was not understood. */
export class UsageError extends Error {}

/** One line, or a few, on the standard output. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** On the error output, so that what a command answers stands alone on the other. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}
