import { extname, join } from 'node:path';

/** Where each worker thread's file lies in the sources, from this folder. */
const folders = {
  'journal-worker': '.',
  'export-worker': '../../files/export',
  'reconcile-worker': '../../files/reconciliation',
  'search-worker': '../../search',
  'index-worker': '../../search',
} as const;

export type WorkerName = keyof typeof folders;

/**
 * The file a worker thread starts from: TypeScript in the sources, a bundle of the same name beside the others in the built
 * program (electron.vite.config.ts). Bundlers understand `new URL(…, import.meta.url)` each in their own way, so it is not used.
 */
export function workerPath(name: WorkerName): string {
  const isSource = extname(import.meta.filename) === '.ts';
  return isSource
    ? join(import.meta.dirname, folders[name], `${name}.ts`)
    : join(import.meta.dirname, `${name}${extname(import.meta.filename)}`);
}
