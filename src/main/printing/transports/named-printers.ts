import { execFile } from 'node:child_process';

/** One name a line; a network printer that was only discovered counts, too. */
const answerWithinMs = 5000;

/** The printers that CUPS knows, by name; null where there is no CUPS or it does not answer. */
export function namedPrinters(): Promise<string[] | null> {
  return new Promise((resolve) => {
    execFile('lpstat', ['-e'], { timeout: answerWithinMs, encoding: 'utf8' }, (error, stdout) => {
      // With no printer at all, lpstat ends with 1 and says nothing.
      const none = error !== null && error.code === 1 && stdout.trim() === '';
      if (error !== null && !none) resolve(null);
      else
        resolve(
          stdout
            .split('\n')
            .map((line) => line.trim())
            .filter((line) => line !== ''),
        );
    });
  });
}
