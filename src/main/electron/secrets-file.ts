import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import type { SecretsFile } from './key-store-secrets.ts';

/** The file of the encrypted secrets: replaced as a whole, synced to the disk, readable by its owner only. */
export function secretsFile(path: string): SecretsFile {
  return {
    async read() {
      try {
        return await readFile(path);
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    write: (bytes) => writeFileAtomic(path, bytes, { mode: 0o600 }),
  };
}

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';
