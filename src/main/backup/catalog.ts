import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupError, type BackupFile, BackupName } from '../../shared/contract/backups.ts';
import type { Head } from '../db/change.ts';
import { DatabaseError, type DatabaseErrorKind, toDatabaseError } from '../db/database-error.ts';

/** Where backups go. */
export interface BackupFolder {
  path: string;
  /** Konter creates it; never one that a person picked, which may be on a removable drive */
  ours: boolean;
}

export function backupFolder(liveFolder: string, picked: string | null): BackupFolder {
  return picked === null ? { path: join(liveFolder, 'backups'), ours: true } : { path: picked, ours: false };
}

/** The parts of a backup's name. `head.hash` holds the first 16 digits only. */
export interface BackupInfo {
  terminal: string;
  /** ISO 8601 UTC */
  madeAt: string;
  head: Head;
}

const hashDigits = 16;
const namePattern =
  /^konter-([0-9A-Z]+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(\d+)-([0-9a-f]+)\.db(?:\.age)?$/;

/** Suffix of a backup that is not finished or not verified yet; nothing reads such a file. */
export const partialSuffix = '.part';

const encryptedSuffix = '.age';
export const isEncrypted = (file: string): boolean => file.endsWith(encryptedSuffix);

export function backupName({ terminal, madeAt, head }: BackupInfo, isToBeEncrypted = false): string {
  const stamp = madeAt.replace(/[-:.]/g, '');
  return `konter-${terminal}-${stamp}-${head.seq}-${head.hash.slice(0, hashDigits)}.db${isToBeEncrypted ? encryptedSuffix : ''}`;
}

/** Null where the name is not that of a finished backup. */
export function readBackupName(file: string): BackupInfo | null {
  if (!BackupName.safeParse(file).success) return null;
  const [, terminal = '', year, month, day, hour, minute, second, milli, seq, hash = ''] = namePattern.exec(file) ?? [];
  const madeAt = `${year}-${month}-${day}T${hour}:${minute}:${second}.${milli}Z`;
  if (Number.isNaN(Date.parse(madeAt))) return null;
  return { terminal, madeAt, head: { seq: Number(seq), hash } };
}

export function backupFile(file: string, { terminal, madeAt, head }: BackupInfo, bytes: number): BackupFile {
  return { file, terminal, madeAt, events: head.seq, bytes };
}

const errors: Partial<Record<DatabaseErrorKind, BackupError>> = {
  full: 'disk_full',
  read_only: 'read_only',
  corrupt: 'copy_damaged',
};

/** Why a backup failed, in terms that the owner can act on. */
export function backupError(thrown: unknown, folder: string): BackupError {
  // A drive that was pulled out shows as any of many errors.
  if (!existsSync(folder)) return 'folder_missing';
  const fault = toDatabaseError(thrown);
  return (fault instanceof DatabaseError ? errors[fault.kind] : undefined) ?? 'other';
}

/** The finished backups in a folder, newest first. Rejects with the file system's error. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const copies: BackupFile[] = [];
  for (const file of await readdir(folder)) {
    const name = readBackupName(file);
    if (!name) continue;
    copies.push(backupFile(file, name, (await stat(join(folder, file))).size));
  }
  return copies.toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1));
}

/** Removes the backups of this terminal that are no longer needed; those of other terminals stay. */
export async function pruneBackups(
  folder: string,
  terminal: string,
  localTime: (at: string) => string,
): Promise<number> {
  const ofTerminal: DatedBackup[] = (await listBackups(folder)).filter((copy) => copy.terminal === terminal);
  const files = prunable(ofTerminal, localTime);
  for (const file of files) await rm(join(folder, file), { force: true });
  return files.length;
}

export interface DatedBackup {
  file: string;
  /** ISO 8601 UTC */
  madeAt: string;
  /** how many events its journal has */
  events: number;
}

/**
 * How many are kept, beside the one with the most events: the last of each of the latest hours, days and months with
 * a backup.
 */
const retention = { hours: 24, days: 30, months: 12 };

/**
 * The backups of one counter that can be removed. Hours without a backup do not count, so a counter that was off for
 * a year loses none.
 * @param localTime the shop's local time of an instant, "YYYY-MM-DDTHH…"
 */
export function prunable(copies: readonly DatedBackup[], localTime: (at: string) => string): string[] {
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
  // Backups made while the clock was ahead are not really newer.
  const fullest = newestFirst.toSorted((a, b) => b.events - a.events)[0];
  if (fullest) keep.add(fullest.file);
  keepLastOfEach('YYYY-MM-DDTHH'.length, retention.hours);
  keepLastOfEach('YYYY-MM-DD'.length, retention.days);
  keepLastOfEach('YYYY-MM'.length, retention.months);
  return newestFirst.filter(({ file }) => !keep.has(file)).map(({ file }) => file);
}
