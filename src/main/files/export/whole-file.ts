import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { folderToDisk } from '../../db/disk-files.ts';

/** So much at most waits in the system's cache: a seller's commit would wait for all of it. */
const syncEvery = 1024 * 1024;

/** A file that is there whole or not at all, readable by its owner only. Methods throw what the file system throws. */
export class WholeFile {
  readonly #path: string;
  readonly #temporary: string;
  #file: number | null;
  #unsynced = 0;

  constructor(path: string, temporary: string) {
    this.#path = path;
    this.#temporary = temporary;
    this.#file = openSync(temporary, 'wx', 0o600);
  }

  write(given: string | Uint8Array): void {
    const file = this.#open();
    const bytes = typeof given === 'string' ? Buffer.from(given) : given;
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    this.#unsynced += bytes.length;
    if (this.#unsynced < syncEvery) return;
    fdatasyncSync(file);
    this.#unsynced = 0;
  }

  /** Takes its place; what was there under that name is replaced. */
  finish(): void {
    fsyncSync(this.#open());
    this.#close();
    renameSync(this.#temporary, this.#path);
    folderToDisk(dirname(this.#path));
  }

  discard(): void {
    this.#close();
    rmSync(this.#temporary, { force: true });
  }

  #open(): number {
    if (this.#file === null) throw new Error('the file is closed');
    return this.#file;
  }

  /** Once only: by then its number may be another file's. */
  #close(): void {
    const file = this.#file;
    this.#file = null;
    if (file !== null) closeSync(file);
  }
}
