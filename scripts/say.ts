/** To the person at the terminal; stdout is for the lines that programs read. */
export function say(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}
