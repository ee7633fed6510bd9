/**
 * Copies of the shop’s database, by the hour and on demand, encrypted where a passphrase is set, and what brings one back at the next start.
 * A copy is read back before it counts. What a restored counter may not decide alone is in db (older databases) and shop (claims).
 * May use db, integrity, ledger and settings. Tests: tests/unit/backup.
 */

export { backupError, backupName, isEncrypted } from './catalog.ts';
export { backupFeature, knownHeadsFeature, type Older, olderJournalFeature, replacementFeature } from './feature.ts';
export { makeBackup } from './make-backup.ts';
export { decryptBackup, prepareRestore, RestoreRefused } from './prepare-restore.ts';
export { type Restore } from './restore.ts';
