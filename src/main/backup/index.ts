export { backupHandlers } from './api.ts';
export { type BackupFolder, backupError, backupFolder, backupName, isEncrypted, listBackups } from './catalog.ts';
export {
  handleOlderCursor,
  handleRollback,
  handleShippedHead,
  type KnownHead,
  readHeadFile,
  readKnownHeads,
} from './known-heads.ts';
export { makeBackup } from './make-backup.ts';
export { decryptBackup, prepareRestore, RestoreRefused } from './prepare-restore.ts';
export {
  createRestore,
  finishOrDiscardReplacement,
  finishReplacement,
  type Restore,
  replacementPaths,
} from './restore.ts';
export { type BackupScheduler, createBackupScheduler } from './scheduler.ts';
