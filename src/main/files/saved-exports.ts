import { rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { fail, ok } from '../../shared/contract/errors.ts';
import { type SavedExport, TaskId } from '../../shared/contract/files.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { createSerialQueue } from '../base/async.ts';
import { jsonFile } from '../base/json-file.ts';
import { type Log, randomUuid, type System } from '../base/system.ts';
import type { FileDialogs } from './api.ts';

const Recorded = z.array(z.object({ id: TaskId, path: z.string() }));
type Recorded = z.infer<typeof Recorded>;

/**
 * Where exports were saved. They hold customers' data and lie outside the database: an erasure leaves them, so a person is shown
 * which are left, and deletes one at a time.
 */
export interface SavedExports {
  /** never rejects: an export that cannot be recorded is still made */
  record(path: string): Promise<void>;
  handlers: Pick<Handlers, 'exports.files' | 'exports.delete'>;
}

export function openSavedExports(
  { random, log }: Pick<System, 'random'> & { log: Log },
  dataDir: string,
  places: Pick<FileDialogs, 'exported'> | null,
): SavedExports {
  const file = jsonFile<Recorded>(join(dataDir, 'exports.json'), Recorded);
  const queue = createSerialQueue();
  const known = async (): Promise<Recorded> => (await file.read()) ?? [];
  const add = async (paths: readonly string[]): Promise<Recorded> => {
    const before = await known();
    const added = paths.filter((path) => !before.some((each) => each.path === path));
    if (added.length === 0) return before;
    const next = [...before, ...added.map((path) => ({ id: randomUuid(random), path }))];
    await file.write(next);
    return next;
  };
  /** Those that are still there; the others are forgotten. */
  const left = async (): Promise<SavedExport[]> => {
    const all = await add((await places?.exported?.()) ?? []);
    const found = await Promise.all(
      all.map(async ({ id, path }): Promise<SavedExport | null> => {
        const at = await stat(path).catch(() => null);
        if (!at?.isFile()) return null;
        return { id, name: basename(path), folder: dirname(path), bytes: at.size, savedAt: at.mtime.toISOString() };
      }),
    );
    const there = found.filter((each) => each !== null);
    return there.toSorted((one, other) => other.savedAt.localeCompare(one.savedAt));
  };
  return {
    record: (path) =>
      queue(async () => void (await add([path]))).catch(() => log.warn('an exported file could not be recorded')),
    handlers: {
      'exports.files': () => queue(async () => ok({ files: await left() })),
      'exports.delete': ({ id }) =>
        queue(async () => {
          const all = await known();
          const found = all.find((each) => each.id === id);
          if (!found) return fail('not_found', 'This file is not listed.', { reason: 'file_gone' });
          try {
            await rm(found.path, { force: true });
          } catch {
            return fail('internal', 'The file could not be deleted.', { reason: 'no_rights' });
          }
          await file.write(all.filter((each) => each !== found));
          return ok({ files: await left() });
        }),
    },
  };
}
