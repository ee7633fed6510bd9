import { z } from 'zod';
import { SecretName } from '../../../shared/contract/secret-name.ts';
import { createSerialQueue } from '../../base/async.ts';
import { type SecretChanges, type Secrets, SecretsError } from '../../base/secrets.ts';
import type { Log } from '../../base/system.ts';
import { changedSecrets } from '../../settings/index.ts';

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
 * What Chromium 153 puts before ciphertext made with a key of a Linux keyring: v11 that of the Secret Service (GNOME Keyring,
 * KWallet), v12 that of the desktop portal. v10 is a key that is the same on every machine, its silent fallback; text without
 * any of these it takes for plain text. The name of the storage backend is guessed from the desktop and says nothing.
 */
const keyringPrefixes: ReadonlySet<string> = new Set(['v11', 'v12']);

const Kept = z.partialRecord(SecretName, z.string());
type Kept = z.infer<typeof Kept>;

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

  async #load(): Promise<Kept> {
    try {
      const encrypted = await this.#file.read();
      if (encrypted === null) return {};
      if (!this.#isByKeyStore(encrypted)) throw new SecretsError('no_key_store');
      const { result, shouldReEncrypt } = await this.#keys.decryptStringAsync(encrypted);
      const kept = Kept.parse(JSON.parse(result));
      if (shouldReEncrypt) await this.#encryptAgain(result);
      return kept;
    } catch (error) {
      this.#log.error('the kept secrets cannot be opened', { error: nameOf(error) });
      if (error instanceof SecretsError) throw error;
      // The key store's own words may hold what it was given.
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

  /** The system has a newer key. What was read stays good if this fails. */
  async #encryptAgain(text: string): Promise<void> {
    try {
      await this.#file.write(await this.#encrypt(text));
    } catch (error) {
      this.#log.warn('the kept secrets could not be encrypted with the new key', { error: nameOf(error) });
    }
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
