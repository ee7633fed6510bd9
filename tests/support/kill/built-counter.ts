import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { projectDir } from '../../../scripts/project.ts';
import { buildPart } from '../build-part.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** the folder of the counter that is killed */
    sellingCounter: string;
  }
}

/**
 * Before counters are killed: selling-counter.ts with its threads, bundled as the desktop's program is. More than two hundred
 * are started, of which each would read a thousand files instead.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  // Beside the product's own build, where better-sqlite3 is found.
  const out = join(projectDir, 'out');
  await mkdir(out, { recursive: true });
  const folder = await mkdtemp(join(out, 'test-'));
  await buildPart('main', folder, { 'selling-counter': join(import.meta.dirname, 'selling-counter.ts') });
  project.provide('sellingCounter', folder);
  return () => rm(folder, { recursive: true, force: true });
}
