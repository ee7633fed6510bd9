import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { jsonText } from '../../journal/json-text.ts';

const Noted = jsonText.pipe(z.object({ temporary: z.string().refine((path) => path.endsWith('.part')) }));

/** Pages of a report that were to become a file on paper. */
const report = /^report-[0-9a-f-]{36}\.html(\.[0-9a-f]{8}\.part)?$/;

/**
 * A program killed while it writes a file leaves a part of it wherever the person wanted it, with customers' numbers inside. So the
 * place is noted beside the journal first, and the next start takes it away.
 * @param folder of the journal
 */
export function unfinishedFiles(folder: string) {
  const note = join(folder, 'unfinished-file.json');
  const forget = (): void => rmSync(note, { force: true });
  return {
    /** Where no note can be written, nothing is taken away later; the file itself will say that the disk is full. */
    begun(temporary: string): void {
      try {
        writeFileSync(note, JSON.stringify({ temporary }), { mode: 0o600 });
      } catch {
        // See above.
      }
    },
    ended: forget,
    /** Never throws: what cannot be taken away now (a stick that is not there) is tried again the next time. */
    clean(): void {
      try {
        for (const name of readdirSync(folder)) if (report.test(name)) rmSync(join(folder, name), { force: true });
        const noted = Noted.safeParse(readFileSync(note, 'utf8'));
        if (noted.success && isAbsolute(noted.data.temporary)) rmSync(noted.data.temporary, { force: true });
        forget();
      } catch {
        // There is no note, or the place is out of reach.
      }
    },
  };
}
