import {
  closeSync,
  existsSync,
  fdatasyncSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { folderToDisk } from '../db/disk-files.ts';
import { jsonText } from '../db/statements.ts';
import { comparisonPath, removeComparison } from './reconciliation/comparison-db.ts';

/** Limits dirty pages in the system's cache: a sale's commit would wait for all of them. */
const syncEveryBytes = 1024 * 1024;

/** A file that appears complete or not at all, readable by its owner only. Methods throw file system errors. */
export class AtomicFile {
  readonly #path: string;
  readonly #temporary: string;
  #file: number | null;
  #unsynced = 0;

  constructor(path: string, temporary: string) {
    this.#path = path;
    this.#temporary = temporary;
    this.#file = openSync(temporary, 'wx', 0o600);
  }

  write(content: string | Uint8Array): void {
    const file = this.#open();
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    this.#unsynced += bytes.length;
    if (this.#unsynced < syncEveryBytes) return;
    fdatasyncSync(file);
    this.#unsynced = 0;
  }

  /** Moves the file to its path; an existing file is replaced. */
  finish(): void {
    fsyncSync(this.#open());
    this.#close();
    renameSync(this.#temporary, this.#path);
    folderToDisk(dirname(this.#path));
  }

  discard(): void {
    this.#close();
    rmSync(this.#temporary, { force: true });
  }

  #open(): number {
    if (this.#file === null) throw new Error('the file is closed');
    return this.#file;
  }

  /** Closes once: the descriptor may be reused afterwards. */
  #close(): void {
    const file = this.#file;
    this.#file = null;
    if (file !== null) closeSync(file);
  }
}

const Note = jsonText.pipe(z.object({ temporaries: z.array(z.string().refine((path) => path.endsWith('.part'))) }));

const maxNoted = 20;

/** HTML pages of PDF reports. */
const reportName = /^report-[0-9a-f-]{36}\.html(\.[0-9a-f]{8}\.part)?$/;

/**
 * Notes temporary files so that the next start can remove them: a program that is killed leaves a partial file with customers'
 * numbers. The notes lie beside the database; files on a removed USB stick are removed once it is back.
 * @param folder of the database
 */
export function unfinishedFiles(folder: string) {
  const note = join(folder, 'unfinished-file.json');
  const read = (): string[] => {
    try {
      return Note.parse(readFileSync(note, 'utf8')).temporaries.filter((path) => isAbsolute(path));
    } catch {
      return [];
    }
  };
  /** Ignores errors: writing the file itself reports a full disk. */
  const write = (temporaries: readonly string[]): void => {
    try {
      if (temporaries.length === 0) rmSync(note, { force: true });
      else writeFileSync(note, JSON.stringify({ temporaries: temporaries.slice(-maxNoted) }), { mode: 0o600 });
    } catch {
      // as above
    }
  };
  return {
    add: (temporary: string): void => write([...read(), temporary]),
    /** Forgets completed and removed files; those in unreachable folders stay noted. */
    removeFinished: (): void => write(read().filter(isUnreachable)),
    /** Removes leftovers. Never throws: what cannot be removed now is tried again at the next start. */
    clean(): void {
      try {
        // It holds a whole statement of an earlier run.
        removeComparison(comparisonPath(folder));
        for (const name of readdirSync(folder)) if (reportName.test(name)) rmSync(join(folder, name), { force: true });
      } catch {
        // The folder does not exist yet, or another program has the file open; tried again at the next start.
      }
      write(read().filter((temporary) => isUnreachable(temporary) || !isRemoved(temporary)));
    },
  };
}

const isUnreachable = (temporary: string): boolean => !existsSync(dirname(temporary));

function isRemoved(temporary: string): boolean {
  try {
    rmSync(temporary, { force: true });
    return true;
  } catch {
    return false;
  }
}
