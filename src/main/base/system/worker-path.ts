import { extname, join } from 'node:path';
import type { WorkerName } from '../system.ts';

/** The source file of each worker thread, relative to this folder. */
const sources = {
  'journal-worker': '../../runtime/database-worker.ts',
  'export-worker': '../../files/export/export-worker.ts',
  'reconcile-worker': '../../files/reconciliation/reconcile-worker.ts',
  'search-worker': '../../search/search-worker.ts',
  'index-worker': '../../search/index-worker.ts',
} as const satisfies Record<WorkerName, string>;

/**
 * The file a worker thread starts from: TypeScript in the sources, a bundle of the same name beside the others in the built
 * program (electron.vite.config.ts). Bundlers understand `new URL(…, import.meta.url)` each in their own way, so it is not used.
 */
export function workerPath(name: WorkerName): string {
  const isSource = extname(import.meta.filename) === '.ts';
  return isSource
    ? join(import.meta.dirname, sources[name])
    : join(import.meta.dirname, `${name}${extname(import.meta.filename)}`);
}
