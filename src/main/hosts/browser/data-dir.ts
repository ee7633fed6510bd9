import { chmod, lstat, mkdir, readFile } from 'node:fs/promises';
import envPaths from 'env-paths';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { SecretName } from '../../../shared/contract/secret-name.ts';
import { createSerialQueue } from '../../base/async.ts';
import { isFileMissing } from '../../base/json-file.ts';
import { folderNameOf, type Role } from '../../base/role.ts';
import type { SecretChanges, Secrets } from '../../base/secrets.ts';
import type { Log } from '../../base/system.ts';
import { changedSecrets } from '../../settings/index.ts';

/** Default data folder of this host, apart from the desktop app's, and of an office apart from a counter's. */
export function defaultDataDir(role: Role): string {
  return envPaths(folderNameOf(role, 'konter-browser'), { suffix: '' }).data;
}

/** Creates the folder, open to its owner only. An existing folder keeps its mode. */
export async function prepareDataDir(dir: string): Promise<void> {
  const newDir = await mkdir(dir, { recursive: true, mode: 0o700 });
  // mkdir's mode is reduced by the umask, never widened; this undoes an odd umask on a new folder.
  if (newDir !== undefined && process.platform !== 'win32') await chmod(dir, 0o700);
}

const StoredSecrets = z.partialRecord(SecretName, z.string());
type StoredSecrets = z.infer<typeof StoredSecrets>;

/** The file of secrets exists but cannot be used; its content is never part of the message. */
export class SecretsFileFault extends Error {
  override readonly name = 'SecretsFileFault';
}

/**
 * Secrets in a file that only its owner can read; this host has no key store. Anybody who can read the owner's files can read
 * it. On Windows file modes mean nothing; there the folder's access list has to protect it. Read at the first use, when the
 * counter already holds the folder alone. Both methods reject with SecretsFileFault when it is no plain file, or unreadable.
 */
export function secretsFile(path: string, log: Log): Secrets {
  let loading: Promise<StoredSecrets> | undefined;
  const loaded = (): Promise<StoredSecrets> => (loading ??= load(path, log));
  const save = async (changes: SecretChanges): Promise<void> => {
    const next = changedSecrets(await loaded(), changes);
    await writeFileAtomic(path, `${JSON.stringify(next)}\n`, { mode: 0o600 });
    loading = Promise.resolve(next);
  };
  /** each write starts from the result of the one before */
  const queue = createSerialQueue();
  return {
    read: async (name) => (await loaded())[name] ?? null,
    write: (changes) => queue(() => save(changes)),
  };
}

async function load(path: string, log: Log): Promise<StoredSecrets> {
  const info = await lstat(path).catch((error: unknown) => {
    if (isFileMissing(error)) return null;
    throw new SecretsFileFault(`The file of secrets cannot be reached: ${path}`);
  });
  if (info === null) return {};
  if (!info.isFile()) throw new SecretsFileFault(`The file of secrets is not a plain file: ${path}`);
  if (process.platform !== 'win32' && (info.mode & 0o077) !== 0) {
    await chmod(path, 0o600);
    log.warn('the file of secrets could be read by others and was closed to them; consider renewing what is in it');
  }
  try {
    return StoredSecrets.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    throw new SecretsFileFault(
      `The file of secrets cannot be read: ${path}. Move it away and enter the secrets again.`,
    );
  }
}
