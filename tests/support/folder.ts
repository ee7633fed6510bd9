import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that goes with the test. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'konter-relay-'));
  // A file may still be on its way into it.
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 20 }));
  return path;
}
