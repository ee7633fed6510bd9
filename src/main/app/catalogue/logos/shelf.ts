import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { pictureType } from './picture.ts';

/** Pictures in a folder, each under the SHA-256 of its bytes: what is asked for is what was kept, or nothing. */
export function logoShelf(folder: string) {
  const nameOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
  return {
    /** Answers its name; null where it is no picture that is shown. */
    async put(bytes: Uint8Array): Promise<string | null> {
      if (pictureType(bytes) === null) return null;
      const name = nameOf(bytes);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(join(folder, name), Buffer.from(bytes), { mode: 0o600 });
      return name;
    },
    /** A data: address for the page, which may load nothing else; null when it is not there, or was changed. @param name 64 hex digits */
    async url(name: string): Promise<string | null> {
      const bytes = await readFile(join(folder, name)).catch(() => null);
      if (bytes === null || nameOf(bytes) !== name) return null;
      const type = pictureType(bytes);
      return type && `data:${type};base64,${bytes.toString('base64')}`;
    },
  };
}

export type LogoShelf = ReturnType<typeof logoShelf>;
