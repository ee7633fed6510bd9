import { join } from 'node:path';
import { z } from 'zod';
import { Erasure } from '../../shared/domain/erasure.ts';
import type { Files } from '../db/disk-files.ts';
import { jsonText } from '../db/statements.ts';

const Kept = z.object({ book: z.string(), erasures: z.array(Erasure) });

/** Beside the database, and beside its copies: a copy that is put back on another machine is erased again there. */
export function erasuresFile(folder: string, book: string): string {
  return join(folder, `konter-erased-${book}.json`);
}

/** What the file remembers of this database; nothing when it is not there or cannot be read. */
export function readErasures(path: string, book: string, files: Files): Erasure[] {
  try {
    const kept = jsonText.pipe(Kept).safeParse(files.readText(path));
    return kept.success && kept.data.book === book ? kept.data.erasures : [];
  } catch {
    return [];
  }
}

export function writeErasures(path: string, book: string, erasures: readonly Erasure[], files: Files): void {
  const text = JSON.stringify({ book, erasures });
  if (files.readText(path) !== text) files.writeText(path, text);
}
