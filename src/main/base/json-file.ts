import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import writeFileAtomic from 'write-file-atomic';
import type { z } from 'zod';

/** A file of the data folder that holds one JSON value. */
export interface JsonFile<Value> {
  /** null: there is no file, or it is unreadable */
  read(): Promise<Value | null>;
  /** Replaces the whole file, synced to the disk and readable by its owner only. */
  write(value: Value): Promise<void>;
}

/**
 * @param schema parses what is read; it must accept what is written
 * @param onUnreadable for a file that is worth keeping: called when it does not parse, after which it is renamed; `read` then
 *   rejects where the system cannot read it. Left out, an unreadable file counts as missing, and the next write replaces it.
 */
export function jsonFile<Value>(path: string, schema: z.ZodType<Value>, onUnreadable?: () => void): JsonFile<Value> {
  const parse = async (text: string): Promise<Value | null> => {
    try {
      return schema.parse(JSON.parse(text));
    } catch {
      if (!onUnreadable) return null;
      onUnreadable();
      await renameUnreadable(path);
      return null;
    }
  };
  return {
    async read() {
      try {
        return await parse(await readFile(path, 'utf8'));
      } catch (error) {
        if (!onUnreadable || isFileMissing(error)) return null;
        throw error;
      }
    },
    write: (value) => writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 }),
  };
}

/** Moves an unreadable file to "NAME.unreadable", or to the first free "NAME.unreadable-2": earlier ones stay. */
export async function renameUnreadable(path: string): Promise<void> {
  const first = `${path}.unreadable`;
  let free = first;
  for (let count = 2; existsSync(free); count += 1) free = `${first}-${count}`;
  await rename(path, free);
}

export const isFileMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
