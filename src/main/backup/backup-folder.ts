import { join } from 'node:path';

/** Where copies go. Konter makes a folder of its own, never one that a person picked: it may be a stick that is not in. */
export interface BackupFolder {
  path: string;
  ours: boolean;
}

export function backupFolder(liveFolder: string, picked: string | null): BackupFolder {
  return picked === null ? { path: join(liveFolder, 'backups'), ours: true } : { path: picked, ours: false };
}
