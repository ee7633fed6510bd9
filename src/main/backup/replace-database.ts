import { join } from 'node:path';
import { z } from 'zod';
import type { Files } from '../db/disk-files.ts';
import { jsonText } from '../db/statements.ts';

/** Where a database is put in another's place. `folder` holds them all, so that a rename is enough. */
export interface ReplacementPaths {
  folder: string;
  journal: string;
}

/** A rename of the prepared database is meant; written when it is whole, gone when everything is in its place. */
const Plan = z.object({
  /** the name under which the database in use before is kept */
  aside: z.string().regex(/^replaced-[0-9A-Za-z]+\.db$/),
});

const planFile = 'restore.json';

/** The prepared database stands here until it is in use. */
export function preparedPath({ folder }: ReplacementPaths): string {
  return join(folder, 'restoring.db');
}

/** Where the end of the log is remembered beside the database (seen-heads.ts). */
export function headPath({ folder }: Pick<ReplacementPaths, 'folder'>): string {
  return join(folder, 'head.json');
}

/**
 * Puts the prepared database in the place of the one in use, which must be closed. Once the plan is on disk there is no way
 * back: a program killed from here on finishes at its next start.
 * @param at ISO 8601, for the name of the one kept aside
 */
export function stageReplacement(places: ReplacementPaths, at: string, files: Files): void {
  const plan: z.infer<typeof Plan> = { aside: `replaced-${at.replace(/[-:.]/g, '')}.db` };
  files.writeText(join(places.folder, planFile), JSON.stringify(plan));
  files.flush(places.folder);
  finishReplacement(places, files);
}

/**
 * To be called at the program's start, before a database is opened: finishes what a killed program had begun, or throws away
 * what it had not yet decided. Afterwards the journal is the old one or the restored one, whole.
 */
export function finishSwap(places: ReplacementPaths, files: Files): void {
  if (finishReplacement(places, files)) return;
  for (const path of withCompanions(preparedPath(places))) files.remove(path);
}

/**
 * Finishes a swap that was decided; what is only being prepared is left alone. To be called before the journal is opened: where
 * files could not be moved, no database may stand in its place by now, and a new one would be begun.
 * @returns false: none was decided
 */
export function finishReplacement(places: ReplacementPaths, files: Files): boolean {
  const { folder, journal } = places;
  const planPath = join(folder, planFile);
  const prepared = preparedPath(places);
  const text = files.readText(planPath);
  if (text === null) return false;
  const plan = jsonText.pipe(Plan).parse(text);
  if (files.exists(prepared)) {
    const aside = join(folder, plan.aside);
    // The log of writes belongs to the database before it: both are moved before the new one takes the name.
    for (const companion of ['-wal', '-shm', '']) {
      if (files.exists(journal + companion)) files.rename(journal + companion, aside + companion);
    }
    files.flush(folder);
    files.rename(prepared, journal);
    files.flush(folder);
  }
  // It remembers the database before.
  files.remove(headPath(places));
  files.remove(planPath);
  files.flush(folder);
  return true;
}

function withCompanions(path: string): string[] {
  return ['', '-wal', '-shm', '-journal'].map((companion) => path + companion);
}
