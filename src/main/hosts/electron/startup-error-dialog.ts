import { DatabaseError, type DatabaseErrorKind, isRefusedByDisk } from '../../db/database-error.ts';
import { EnvironmentError, ManagedSettingsError } from '../../settings/index.ts';

/** Indonesian and English, because the setting for the language may be what cannot be read. */
const sentences: Readonly<Record<DatabaseErrorKind, string>> = {
  full: 'Disk penuh. Kosongkan ruang lalu buka lagi; tidak ada yang hilang.\nThe disk is full. Make room and open again; nothing was lost.',
  read_only: 'Folder data tidak bisa ditulisi.\nThe data folder is not writable.',
  corrupt:
    'Catatan struk rusak. Jangan ubah foldernya; pulihkan cadangan.\nThe receipt log is damaged. Leave its folder as it is and restore a backup.',
  locked: 'Konter lain sedang memakai folder ini.\nAnother Konter has this folder open.',
  newer:
    'Catatan struk ditulis oleh Konter yang lebih baru. Tidak ada yang diubah dan tidak ada uang yang hilang. Pasang lagi versi yang lebih baru itu; hanya bila tidak bisa, pulihkan cadangan dari sebelum pembaruan.\n' +
    'The receipt log was written by a newer Konter. Nothing was changed and no money is lost. Install that newer version again; only if you cannot, restore a backup from before the update.',
  closed: 'Catatan struk sudah ditutup.\nThe receipt log was closed already.',
  other: 'Catatan struk tidak bisa dibuka.\nThe receipt log cannot be opened.',
};

/** The dialog's text when the counter cannot be opened. Messages of unknown errors are not shown. */
export function startupErrorText(error: unknown): string {
  if (error instanceof DatabaseError) return `${sentences[error.kind]}\n\n${error.message}`;
  if (isRefusedByDisk(error)) return `${sentences.read_only}\n\n${error.path}`;
  if (error instanceof EnvironmentError || error instanceof ManagedSettingsError) return error.message;
  return 'Konter tidak dapat dibuka.\nKonter cannot be opened.';
}
