import { join } from 'node:path';
import { projectDir } from './project.ts';

/**
 * For the environment of tests: what Node compiled for one process is there for the next. Hundreds are started and killed, and
 * reading their sources again takes each a third to a half of its start.
 */
export const compiledTests = { NODE_COMPILE_CACHE: join(projectDir, 'node_modules/.cache/konter-tests-compiled') };

/** The same for the sources that Playwright compiles: it keeps them in the temporary folder, which is a new one at each run. */
export const transformedTests = { PWTEST_CACHE_DIR: join(projectDir, 'node_modules/.cache/konter-tests-transformed') };
