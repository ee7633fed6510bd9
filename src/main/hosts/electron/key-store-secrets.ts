import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { SecretName } from '../../../shared/contract/secret-name.ts';
import { createSerialQueue } from '../../base/async.ts';
import { isFileMissing } from '../../base/json-file.ts';
import { type SecretChanges, type Secrets, SecretsError } from '../../base/secrets.ts';
import { errorName, type Log } from '../../base/system.ts';
import { changedSecrets } from '../../settings/index.ts';
import type { AskBox } from './quit-flow.ts';

/** The part of Electron's asynchronous safeStorage that is needed. */
export interface KeyStore {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>;
}

/** One file, as a whole. */
export interface SecretsFile {
  /** null when there is none */
  read(): Promise<Buffer | null>;
  /** replaces it at once and durably, readable by its owner only */
  write(bytes: Buffer): Promise<void>;
}

/**
 * The prefixes that Chromium 153 puts before ciphertext of a Linux keyring: v11 for the Secret Service (GNOME Keyring,
 * KWallet), v12 for the desktop portal. v10, its silent fallback, uses a key that is the same on every machine; text without a
 * prefix is taken for plain text. The name of the storage backend is guessed from the desktop and proves nothing.
 */
const keyringPrefixes: ReadonlySet<string> = new Set(['v11', 'v12']);

const StoredSecrets = z.partialRecord(SecretName, z.string());
type StoredSecrets = z.infer<typeof StoredSecrets>;

/**
 * Secrets encrypted with a key that the system's key store holds. A file that cannot be opened now (a keyring that stays
 * locked, a refused prompt, damage) is never taken for an empty one, never written over and never moved: both methods reject
 * with SecretsError until it can be opened, or until a person with the right to the data folder has moved it away.
 */
export class KeyStoreSecrets implements Secrets {
  readonly #keys: KeyStore;
  readonly #file: SecretsFile;
  readonly #log: Log;
  readonly #notifyPerson: (reason: SecretsError['reason']) => void;
  readonly #platform: NodeJS.Platform;
  /** each writes the whole file */
  readonly #queue = createSerialQueue();

  /** @param notifyPerson called when a secret could not be kept, with why */
  constructor(
    keys: KeyStore,
    file: SecretsFile,
    log: Log,
    notifyPerson: (reason: SecretsError['reason']) => void,
    platform: NodeJS.Platform = process.platform,
  ) {
    this.#platform = platform;
    this.#keys = keys;
    this.#file = file;
    this.#log = log;
    this.#notifyPerson = notifyPerson;
  }

  read(name: SecretName): Promise<string | null> {
    return this.#queue(async () => (await this.#load())[name] ?? null);
  }

  write(changes: SecretChanges): Promise<void> {
    return this.#queue(async () => {
      const next = changedSecrets(await this.#load(), changes);
      const encrypted = await this.#encrypt(JSON.stringify(next)).catch((error: unknown) => {
        this.#log.error('a secret was not kept', { error: nameOf(error) });
        if (error instanceof SecretsError) this.#notifyPerson(error.reason);
        throw error;
      });
      await this.#file.write(encrypted);
    });
  }

  /** Why kept secrets cannot be opened now; null when they can, or when there are none. */
  async checkNotManaged(): Promise<SecretsError['reason'] | null> {
    try {
      await this.#queue(() => this.#load());
      return null;
    } catch (error) {
      if (error instanceof SecretsError) return error.reason;
      throw error;
    }
  }

  async #load(): Promise<StoredSecrets> {
    try {
      const encrypted = await this.#file.read();
      if (encrypted === null) return {};
      if (!this.#isByKeyStore(encrypted)) throw new SecretsError('no_key_store');
      const { result, shouldReEncrypt } = await this.#keys.decryptStringAsync(encrypted);
      const secrets = StoredSecrets.parse(JSON.parse(result));
      if (shouldReEncrypt) await this.#encryptAgain(result);
      return secrets;
    } catch (error) {
      this.#log.error('the kept secrets cannot be opened', { error: nameOf(error) });
      if (error instanceof SecretsError) throw error;
      // The key store's own message may contain its input.
      throw new SecretsError('secrets_locked');
    }
  }

  async #encrypt(text: string): Promise<Buffer> {
    if (!(await this.#keys.isAsyncEncryptionAvailable())) throw new SecretsError('no_key_store');
    const encrypted = await this.#keys.encryptStringAsync(text).catch(() => {
      throw new SecretsError('secrets_locked');
    });
    if (!this.#isByKeyStore(encrypted)) throw new SecretsError('no_key_store');
    return encrypted;
  }

  #isByKeyStore(encrypted: Buffer): boolean {
    return this.#platform !== 'linux' || keyringPrefixes.has(encrypted.toString('latin1', 0, 3));
  }

  /** The system has a newer key. The decrypted text stays usable if this fails. */
  async #encryptAgain(text: string): Promise<void> {
    try {
      await this.#file.write(await this.#encrypt(text));
    } catch (error) {
      this.#log.warn('the kept secrets could not be encrypted with the new key', { error: nameOf(error) });
    }
  }
}

const nameOf = (error: unknown): string => errorName(error);

/** The file of the encrypted secrets: replaced as a whole, synced to the disk, readable by its owner only. */
export function secretsFile(path: string): SecretsFile {
  return {
    async read() {
      try {
        return await readFile(path);
      } catch (error) {
        if (isFileMissing(error)) return null;
        throw error;
      }
    },
    write: (bytes) => writeFileAtomic(path, bytes, { mode: 0o600 }),
  };
}

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
