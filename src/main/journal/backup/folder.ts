import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupFile } from '../../../shared/contract/backups.ts';
import { backupFile, readCopyName } from './name.ts';
import { type DatedCopy, prunable } from './prune.ts';

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
