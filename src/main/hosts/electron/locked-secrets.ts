import type { SecretsError } from '../../base/secrets.ts';
import type { AskBox } from './ask-about-quitting.ts';

/** Indonesian and English: the page is not there yet, and the setting for the language may not be either. */
const words: Readonly<Record<SecretsError['reason'], { message: string; detail: string }>> = {
  secrets_locked: {
    message:
      'Penyimpanan kunci komputer ini tidak membuka rahasia Konter.\nThe computer’s key store did not open Konter’s secrets.',
    detail:
      'PIN, kunci webhook dan token relay ada di sana. Coba lagi, dan isi sandi keyring atau pilih “Izinkan” bila diminta. Tanpa itu Konter tidak menjual, tidak menerima PIN dan tidak menyimpan pengaturan. Tidak ada yang dihapus.\n\n' +
      'PINs, the webhook key and the relay token are kept there. Try again, and type the keyring’s password or choose “Allow” when you are asked. Without it Konter sells nothing, takes no PIN and saves no setting. Nothing is deleted.',
  },
  no_key_store: {
    message: 'Komputer ini tidak punya penyimpanan kunci yang bisa dipakai.\nThis computer has no working key store.',
    detail:
      'Rahasia Konter tidak disimpan dan tidak dibaca tanpa itu. Pasang GNOME Keyring (paket gnome-keyring) atau KWallet, keluar dari sesi dan masuk lagi, buka keyring-nya, lalu buka Konter. Jika rahasia pernah disimpan tanpa itu: ganti nama secrets.json.enc di folder data dan isi lagi.\n\n' +
      'Konter’s secrets are neither kept nor read without one. Install GNOME Keyring (package gnome-keyring) or KWallet, log out and in again, unlock the keyring, then open Konter. If secrets were once kept without it: rename secrets.json.enc in the data folder and enter them again.',
  },
};

export const secretsText = (reason: SecretsError['reason']): string =>
  `${words[reason].message}\n\n${words[reason].detail}`;

/** Asks, before the counter opens, whether to try the key store again. */
export async function askAboutLockedSecrets(box: AskBox, reason: SecretsError['reason']): Promise<'again' | 'open'> {
  const { response } = await box.showMessageBox({
    type: 'question',
    title: 'Konter',
    ...words[reason],
    buttons: ['Coba lagi · Try again', 'Buka tanpa berjualan · Open without selling'],
    defaultId: 0,
    cancelId: 1,
    noLink: true,
  });
  return response === 0 ? 'again' : 'open';
}
