import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Takes what is to be done at the end: of a test, or of all that share something. */
export type AtEnd = (cleanUp: () => void | Promise<void>) => void;

/** A folder that goes with the test. */
export async function folder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'konter-relay-'));
  // A file may still be on its way into it.
  atEnd(() => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }));
  return path;
}
