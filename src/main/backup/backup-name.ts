import type { BackupFile } from '../../shared/contract/backups.ts';
import { BackupName } from '../../shared/contract/backups.ts';
import type { Head } from '../db/sales-store.ts';

/** What a copy's name says of it. `head.hash` is cut short to its first 16 digits. */
export interface CopyName {
  terminal: string;
  /** ISO 8601 UTC */
  madeAt: string;
  head: Head;
}

const hashDigits = 16;
const parts = /^konter-([0-9A-Z]+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-(\d+)-([0-9a-f]+)\.db(?:\.age)?$/;

/** A copy that is not finished or not checked yet has this behind its name; nothing reads it. */
export const unfinished = '.part';

const encrypted = '.age';
export const isEncrypted = (file: string): boolean => file.endsWith(encrypted);

export function copyName({ terminal, madeAt, head }: CopyName, isToBeEncrypted = false): string {
  const stamp = madeAt.replace(/[-:.]/g, '');
  return `konter-${terminal}-${stamp}-${head.seq}-${head.hash.slice(0, hashDigits)}.db${isToBeEncrypted ? encrypted : ''}`;
}

/** Null for what is not the name of a finished copy. */
export function readCopyName(file: string): CopyName | null {
  if (!BackupName.safeParse(file).success) return null;
  const [, terminal = '', year, month, day, hour, minute, second, milli, seq, hash = ''] = parts.exec(file) ?? [];
  const madeAt = `${year}-${month}-${day}T${hour}:${minute}:${second}.${milli}Z`;
  if (Number.isNaN(Date.parse(madeAt))) return null;
  return { terminal, madeAt, head: { seq: Number(seq), hash } };
}

export function backupFile(file: string, { terminal, madeAt, head }: CopyName, bytes: number): BackupFile {
  return { file, terminal, madeAt, events: head.seq, bytes };
}
