import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { nodeSystem } from '../../src/main/base/system/node-system.ts';
import type { ExportTask } from '../../src/main/files/file-tasks.ts';
import { type FileEnding, runExport } from '../../src/main/files/file-tasks.ts';
import { temporaryFolder } from './database-files.ts';

type Given = Partial<Omit<ExportTask, 'journal'>>;

/** What the counter would ask of the thread that writes, into a folder of the test's own. */
export function exportOf(journal: string, given: Given = {}): ExportTask {
  const path = given.path ?? join(temporaryFolder(), `out.${given.format ?? 'csv'}`);
  return {
    journal,
    path,
    temporary: `${path}.${randomUUID().slice(0, 8)}.part`,
    format: 'csv',
    separator: 'semicolon',
    filter: {},
    overdue: { before: '2026-03-02T03:00:00.000Z', after: '2026-04-01T00:00:00.000Z' },
    today: '2026-03-02',
    timeZone: 'Asia/Jakarta',
    language: 'en',
    shop: 'Konter Contoh',
    ...given,
  };
}

/** Writes it in a thread, and answers how that ended. */
export async function exported(journal: string, given: Given = {}): Promise<{ path: string; ending: FileEnding }> {
  const task = exportOf(journal, given);
  const ending = await runExport(nodeSystem, task, () => undefined, new AbortController().signal);
  if (ending.kind === 'ended') rmSync(task.temporary, { force: true });
  return { path: task.path, ending };
}

/** A CSV as another program's library reads it: by the names of its columns. */
export function csvRows(path: string, delimiter: string): Array<Record<string, string>> {
  return z
    .array(z.record(z.string(), z.string()))
    .parse(parse(readFileSync(path), { bom: true, columns: true, delimiter, relax_column_count: false }));
}
