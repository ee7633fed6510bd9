import { readFile } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import { isFileMissing } from '../../base/json-file.ts';
import type { SecretsFile } from './key-store-secrets.ts';

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
