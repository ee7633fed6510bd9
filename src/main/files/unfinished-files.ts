import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { jsonText } from '../db/statements.ts';
import { removeScratch, scratchIn } from './reconciliation/scratch.ts';

const Noted = jsonText.pipe(z.object({ temporaries: z.array(z.string().refine((path) => path.endsWith('.part'))) }));

/** Of places that are out of reach, so many are remembered. */
const most = 20;

/** Pages of a report that were to become a file on paper. */
const report = /^report-[0-9a-f-]{36}\.html(\.[0-9a-f]{8}\.part)?$/;

/**
 * A program killed while it writes a file leaves a part of it wherever the person wanted it, with customers' numbers inside. So the
 * place is noted beside the journal first, and the next start takes it away; also from a stick that was pulled in the middle and is
 * there again by then.
 * @param folder of the journal
 */
export function unfinishedFiles(folder: string) {
  const note = join(folder, 'unfinished-file.json');
  const read = (): string[] => {
    try {
      return Noted.parse(readFileSync(note, 'utf8')).temporaries.filter((path) => isAbsolute(path));
    } catch {
      return [];
    }
  };
  /** Where no note can be written, nothing is taken away later; the file itself will say that the disk is full. */
  const write = (temporaries: readonly string[]): void => {
    try {
      if (temporaries.length === 0) rmSync(note, { force: true });
      else writeFileSync(note, JSON.stringify({ temporaries: temporaries.slice(-most) }), { mode: 0o600 });
    } catch {
      // See above.
    }
  };
  return {
    begun: (temporary: string): void => write([...read(), temporary]),
    /** Of a file that is whole, or whose part was taken away; one whose place is out of reach stays noted. */
    ended: (): void => write(read().filter(isOutOfReach)),
    /** Never throws: what cannot be taken away now (a stick that is not there) is tried again the next time. */
    clean(): void {
      try {
        // A whole statement lies in it, and nobody asks for an earlier run's.
        removeScratch(scratchIn(folder));
        for (const name of readdirSync(folder)) if (report.test(name)) rmSync(join(folder, name), { force: true });
      } catch {
        // The folder is not there yet; or another program has the file open, and it goes the next time.
      }
      write(read().filter((temporary) => isOutOfReach(temporary) || !isTakenAway(temporary)));
    },
  };
}

const isOutOfReach = (temporary: string): boolean => !existsSync(dirname(temporary));

function isTakenAway(temporary: string): boolean {
  try {
    rmSync(temporary, { force: true });
    return true;
  } catch {
    return false;
  }
}
