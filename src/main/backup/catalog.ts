import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupFile } from '../../shared/contract/backups.ts';
import { backupFile, readCopyName } from './backup-name.ts';

/** How many of each are kept, beside the one that holds most: the last of each of the latest hours, days and months that have one. */
const kept = { hours: 24, days: 30, months: 12 };

/** The finished copies in a folder, newest first. Rejects with what the file system threw. */
export async function listCopies(folder: string): Promise<BackupFile[]> {
  const copies: BackupFile[] = [];
  for (const file of await readdir(folder)) {
    const name = readCopyName(file);
    if (!name) continue;
    copies.push(backupFile(file, name, (await stat(join(folder, file))).size));
  }
  return copies.toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1));
}

/** Takes away the copies of this terminal that are no longer needed; others' stay, they are not ours to judge. */
export async function pruneCopies(
  folder: string,
  terminal: string,
  localTime: (at: string) => string,
): Promise<number> {
  const ours: DatedCopy[] = (await listCopies(folder)).filter((copy) => copy.terminal === terminal);
  const files = prunable(ours, localTime);
  for (const file of files) await rm(join(folder, file), { force: true });
  return files.length;
}

export interface DatedCopy {
  file: string;
  /** ISO 8601 UTC */
  madeAt: string;
  /** how many its log has */
  events: number;
}

/**
 * The copies of one counter that may go. Hours without a copy do not count, so that a counter that stood still for a year
 * loses none.
 * @param localTime of an instant, "YYYY-MM-DDTHH…" on the shop's clock, so that a day is the shop's day
 */
export function prunable(copies: readonly DatedCopy[], localTime: (at: string) => string): string[] {
  const newestFirst = copies.toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : a.madeAt > b.madeAt ? -1 : 0));
  const keep = new Set<string>();
  const keepLastOfEach = (digits: number, count: number): void => {
    const seen = new Set<string>();
    for (const { file, madeAt } of newestFirst) {
      const period = localTime(madeAt).slice(0, digits);
      if (seen.has(period)) continue;
      if (seen.size === count) return;
      seen.add(period);
      keep.add(file);
    }
  };
  // Where the clock once ran ahead, copies of that time only seem to be newer.
  const fullest = newestFirst.toSorted((a, b) => b.events - a.events)[0];
  if (fullest) keep.add(fullest.file);
  keepLastOfEach('YYYY-MM-DDTHH'.length, kept.hours);
  keepLastOfEach('YYYY-MM-DD'.length, kept.days);
  keepLastOfEach('YYYY-MM'.length, kept.months);
  return newestFirst.filter(({ file }) => !keep.has(file)).map(({ file }) => file);
}
