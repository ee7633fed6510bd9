import { join } from 'node:path';
import type { WorkerName } from '../../../src/main/base/system.ts';
import { builtFolder } from '../built-counters.ts';

/** Stands in for src/main/base/system/worker-path.ts in every test (vitest.config.ts): a thread starts from its bundle. */
export const workerPath = (name: WorkerName): string => join(builtFolder, `${name}.js`);
