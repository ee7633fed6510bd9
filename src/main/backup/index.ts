/**
 * Copies of the shop’s database, by the hour and on demand, encrypted where a passphrase is set, and what brings one back at the next start.
 * A copy is read back before it counts. What a restored counter may not decide alone is in db (older databases) and shop (claims).
 * May use db, integrity, ledger and settings. Tests: tests/unit/backup.
 */

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
