import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { fileToDisk, folderToDisk } from './flush-to-disk.ts';

/** What putting a copy back does to files; each step is whole or not done, and on disk when it returns. */
export interface Files {
  exists(path: string): boolean;
  /** null when it is not there */
  readText(path: string): string | null;
  writeText(path: string, text: string): void;
  copy(from: string, to: string): void;
  rename(from: string, to: string): void;
  /** nothing happens when it is not there */
  remove(path: string): void;
  /** brings the names in a folder onto the disk */
  flush(folder: string): void;
}

export const diskFiles: Files = {
  exists: existsSync,
  readText: (path) => (existsSync(path) ? readFileSync(path, 'utf8') : null),
  writeText(path, text) {
    writeFileSync(`${path}.new`, text, { mode: 0o600, flush: true });
    renameSync(`${path}.new`, path);
  },
  copy(from, to) {
    copyFileSync(from, to);
    fileToDisk(to);
  },
  rename: renameSync,
  remove: (path) => rmSync(path, { force: true }),
  flush: folderToDisk,
};
