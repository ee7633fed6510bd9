import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The least that is durable on the disk of a folder, which a commit of SQLite cannot be faster than. */
export interface RawAppend extends Disposable {
  /** appends 4 KiB and waits for the disk; returns the milliseconds it took */
  append(): number;
}

export const againstRawAppend = 'raw 4 KiB append + fdatasync';

export function openRawAppend(folder: string): RawAppend {
  const file = openSync(join(folder, 'raw-append'), 'a');
  const page = new Uint8Array(4096).fill(7);
  return {
    append() {
      const startedAt = performance.now();
      writeSync(file, page);
      fdatasyncSync(file);
      return performance.now() - startedAt;
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}
