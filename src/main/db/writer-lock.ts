import { realpathSync } from 'node:fs';
import { DatabaseError } from './sales-store.ts';

const open = new Set<string>();

/** Takes the only writer's place of a file in this process; answers how to give it back. */
export function acquireWriterLock(path: string): () => void {
  const real = realpathSync.native(path);
  if (open.has(real)) throw new DatabaseError('locked', 'this program already writes the database');
  open.add(real);
  let held = true;
  return () => {
    // Said twice, it must not take the place of a writer that came after.
    if (held) open.delete(real);
    held = false;
  };
}
