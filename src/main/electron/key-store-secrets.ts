import { z } from 'zod';
import { SecretName } from '../../shared/contract/secret-name.ts';
import { changedSecrets } from '../app/settings/changed-secrets.ts';
import type { Log } from '../ports/log.ts';
import type { SecretChanges, Secrets } from '../ports/secrets.ts';

/** The part of Electron's asynchronous safeStorage that is needed. */
export interface KeyStore {
  isAsyncEncryptionAvailable(): Promise<boolean>;
  encryptStringAsync(text: string): Promise<Buffer>;
  decryptStringAsync(encrypted: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }>;
  /** on Linux only */
  getSelectedStorageBackend?(): string;
}

/** One file, as a whole. */
export interface SecretsFile {
  /** null when there is none */
  read(): Promise<Buffer | null>;
  /** replaces it at once and durably, readable by its owner only */
  write(bytes: Buffer): Promise<void>;
  /** puts aside what cannot be read, so that nothing is lost by writing anew */
  putAside(): Promise<void>;
}

/** The machine has no key store worth the name: secrets are not kept on disk as good as plain. */
export class NoKeyStore extends Error {
  constructor() {
    super('This system has no key store; install one (GNOME Keyring or KWallet), or give the secrets by environment.');
    this.name = 'NoKeyStore';
  }
}

const Kept = z.partialRecord(SecretName, z.string());
type Kept = z.infer<typeof Kept>;

/**
 * Secrets encrypted with a key that the system's key store holds. Writing rejects with NoKeyStore where there is none;
 * reading then finds nothing.
 */
export class KeyStoreSecrets implements Secrets {
  readonly #keys: KeyStore;
  readonly #file: SecretsFile;
  readonly #log: Log;
  readonly #tellPerson: (why: string) => void;
  /** one after another: each writes the whole file */
  #last: Promise<unknown> = Promise.resolve();

  /** @param tellPerson called when a secret could not be kept, with why */
  constructor(keys: KeyStore, file: SecretsFile, log: Log, tellPerson: (why: string) => void) {
    this.#keys = keys;
    this.#file = file;
    this.#log = log;
    this.#tellPerson = tellPerson;
  }

  read(name: SecretName): Promise<string | null> {
    return this.#inTurn(async () => ((await this.isUsable()) ? ((await this.#load())?.[name] ?? null) : null));
  }

  write(changes: SecretChanges): Promise<void> {
    return this.#inTurn(async () => {
      if (!(await this.isUsable())) throw this.#refusal();
      const kept = await this.#load();
      if (kept === null) await this.#file.putAside();
      const next = changedSecrets(kept ?? {}, changes);
      await this.#file.write(await this.#keys.encryptStringAsync(JSON.stringify(next)));
    });
  }

  #refusal(): NoKeyStore {
    const refusal = new NoKeyStore();
    this.#log.warn('there is no key store, so a secret was not kept');
    this.#tellPerson(refusal.message);
    return refusal;
  }

  /** Whether the key store is there and is more than a fixed password (Chromium's "basic_text"). */
  async isUsable(): Promise<boolean> {
    if (!(await this.#keys.isAsyncEncryptionAvailable())) return false;
    const backend = this.#keys.getSelectedStorageBackend?.();
    return backend !== 'basic_text' && backend !== 'unknown';
  }

  /** null when there is a file that cannot be read */
  async #load(): Promise<Kept | null> {
    const encrypted = await this.#file.read();
    if (encrypted === null) return {};
    try {
      const { result, shouldReEncrypt } = await this.#keys.decryptStringAsync(encrypted);
      const kept = Kept.parse(JSON.parse(result));
      if (shouldReEncrypt) await this.#encryptAgain(result);
      return kept;
    } catch (error) {
      this.#log.error('the kept secrets cannot be read', { error: nameOf(error) });
      return null;
    }
  }

  /** The system has a newer key. What was read stays good if this fails. */
  async #encryptAgain(text: string): Promise<void> {
    try {
      await this.#file.write(await this.#keys.encryptStringAsync(text));
    } catch (error) {
      this.#log.warn('the kept secrets could not be encrypted with the new key', { error: nameOf(error) });
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : typeof error);
