import { readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { type ExportFormat, type FileTask, type SavedExport, TaskId } from '../../shared/contract/files.ts';
import type { CounterId } from '../../shared/contract/office.ts';
import type { Handlers, HandlersOf } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { overdueBounds } from '../../shared/domain/transaction.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import { seesCosts } from '../api/index.ts';
import { createSerialQueue } from '../base/async.ts';
import { jsonFile } from '../base/json-file.ts';
import { type Log, randomUuid, type System } from '../base/system.ts';
import { unfinishedFiles } from './atomic-file.ts';
import { type BooksTask, type ExportTask, fileStamp, runExport, toExportFailure } from './file-tasks.ts';
import type { TaskEnd, TaskManager } from './task-manager.ts';

export interface FileTaskDeps {
  runtime(): { db: { readonly terminal: string }; journalPath: string };
  settings(): Settings;
  fileDialogs: FileDialogs | null;
  tasks: TaskManager;
  system: System;
  log: Log;
}

/** Where the page downloads or prints the result of a task, by the task's id. */
export type Downloads = Map<string, { via: 'download' | 'print'; url: string }>;

export interface ExportDeps extends FileTaskDeps {
  /** at an office: the databases of its counters. @param counter of that one alone */
  counters?(counter: CounterId | undefined): Array<{ database: string; name: string }>;
  runtime(): ReturnType<FileTaskDeps['runtime']> & {
    db: { readonly shifts: { current(): Promise<{ day: string } | null> } };
    oneShop: { membership: { shop(): { name: string } | null } } | null;
  };
  people: { directory(): { all(): ReadonlyArray<{ id: string; name: string }> } };
}

/** exports.*: files of sales and of the books, written by a worker thread. */
export function exportHandlers(
  deps: ExportDeps,
  downloads: Downloads,
): Omit<HandlersOf<'exports'>, 'exports.files' | 'exports.delete'> {
  const { runtime, settings, tasks, system, people, counters } = deps;
  const making = { ...deps, downloads };
  const ofCounters = (counter: CounterId | undefined) => (counters ? { counters: counters(counter) } : {});
  // As the screen says it: an office often has the relay's name for the shop alone.
  const shopName = (): string => settings().shop.name || (runtime().oneShop?.membership.shop()?.name ?? '');
  return {
    async 'exports.start'({ format, separator = 'semicolon', filter }) {
      const costs = seesCosts();
      // Whole sales, with what the provider took for them.
      if (format === 'jsonl' && !costs) {
        return fail('not_allowed', 'Costs are not for this person.', { reason: 'no_permission' });
      }
      const { timeZone, language, overdueMinutes } = settings();
      const now = system.clock.now();
      const overdue = overdueBounds(now, overdueMinutes * 60_000);
      const today = wallClock(now, timeZone).day;
      const options = { format, separator, filter, timeZone, language, costs, overdue, today, shop: shopName() };
      return make(making, '', format, (files) => ({ ...options, ...ofCounters(filter.counter), ...files }));
    },

    async 'exports.books'({ format, from, to, counter }) {
      const { timeZone, language } = settings();
      const blindFrom = (await runtime().db.shifts.current())?.day ?? null;
      const named = people
        .directory()
        .all()
        .map(({ id, name }) => ({ id, name }));
      const options = {
        format,
        from,
        to,
        timeZone,
        language,
        shop: shopName(),
        costs: seesCosts(),
        blindFrom,
        people: named,
      };
      return make(making, `books-${from.replaceAll('-', '')}-${to.replaceAll('-', '')}-`, format, (files) => ({
        ...options,
        ...ofCounters(counter),
        ...files,
      }));
    },

    'exports.list': async () => ok({ tasks: tasks.list() }),

    async 'exports.cancel'({ id }) {
      const task = await tasks.cancel(id);
      return task ? ok({ task }) : fail('not_found', 'There is no such task.');
    },

    async 'exports.fetch'({ id }) {
      const task = tasks.get(id);
      if (task?.state !== 'done') return fail('not_found', 'There is no such file.');
      const download = downloads.get(id);
      return ok(download ? { ...download, name: task.name } : { via: 'file', url: null, name: task.name });
    },
  };
}

interface Making extends FileTaskDeps {
  downloads: Downloads;
}

/**
 * Asks for a place, and makes the file there.
 * @param name what the file's name says beside the terminal and the time
 */
async function make(
  making: Making,
  name: string,
  format: ExportFormat,
  taskOf: (files: { database: string; path: string; temporary: string }) => ExportTask | BooksTask,
): Promise<Result<{ task: FileTask | null }>> {
  const { runtime, settings, fileDialogs, tasks, system, log } = making;
  if (!fileDialogs) return fail('not_allowed', 'This host saves no files.', { reason: 'cannot_save' });
  const refusal = tasks.checkIdle();
  if (refusal) return refusal;
  const { db, journalPath } = runtime();
  const stamp = fileStamp(system.clock.now(), settings().timeZone);
  const path = await fileDialogs.place(`konter-${db.terminal}-${name}${stamp}.${format}`);
  if (path === null) return ok({ task: null });
  return tasks.begin({ kind: 'export', format, path }, async ({ id, signal, progress }): Promise<TaskEnd> => {
    // The PDF is laid out from an HTML page, a temporary file.
    const written = format === 'pdf' ? join(dirname(journalPath), `report-${id}.html`) : path;
    const temporary = `${written}.${id.slice(0, 8)}.part`;
    const unfinished = unfinishedFiles(dirname(journalPath));
    unfinished.add(temporary);
    const ended = await runExport(
      system,
      taskOf({ database: journalPath, path: written, temporary }),
      progress,
      signal,
    );
    if (ended.kind === 'ended') await rm(temporary, { force: true }).catch(() => undefined);
    unfinished.removeFinished();
    if (ended.kind === 'cancelled') return { state: 'cancelled', reason: null, fetch: false };
    if (ended.kind !== 'done') {
      const reason = ended.kind === 'failed' ? ended.reason : 'thread_ended';
      log.warn('an export failed', { reason, fault: ended.kind === 'failed' ? ended.fault : null });
      return { state: 'failed', reason, fetch: false };
    }
    return { ...(await deliver(making, id, format === 'pdf' ? written : null, path)), rows: ended.rows };
  });
}

/** @param report the HTML page of a PDF report; removed afterwards */
async function deliver(
  { fileDialogs, log, downloads }: Making,
  id: string,
  report: string | null,
  path: string,
): Promise<TaskEnd> {
  const done = { state: 'done', reason: null } as const;
  if (report === null) {
    const url = fileDialogs?.download(path) ?? null;
    if (url !== null) downloads.set(id, { via: 'download', url });
    return { ...done, fetch: url !== null };
  }
  try {
    const saved = (await fileDialogs?.paper(await readFile(report, 'utf8'), path)) ?? { kind: 'failed' as const };
    if (saved.kind === 'page') downloads.set(id, { via: 'print', url: saved.url });
    if (saved.kind === 'failed') return { state: 'failed', reason: 'render_failed', fetch: false };
    return { ...done, fetch: saved.kind === 'page' };
  } catch (error) {
    const { reason, fault } = toExportFailure(error, path);
    log.warn('a report could not be laid out', { reason, fault });
    return { state: 'failed', reason, fetch: false };
  } finally {
    await rm(report, { force: true }).catch(() => undefined);
  }
}

/** Lets a person choose files through the host. */
export interface FileDialogs {
  /** where to save a file; null if the person cancelled. @param name with extension, without customers' data */
  place(name: string): Promise<string | null>;
  /** Saves a page as PDF; "page": the requesting page prints it itself, from this address on its own origin. */
  paper(html: string, path: string): Promise<{ kind: 'saved' } | { kind: 'page'; url: string } | { kind: 'failed' }>;
  /** an address on the page's origin to download the file from; null if it is already where the person wanted it */
  download(path: string): string | null;
  /** A file that the person chooses; "page": the page uploads it to `url`, which stores it at `path`. */
  statement(): Promise<
    { kind: 'file'; path: string; name: string } | { kind: 'page'; url: string; path: string } | { kind: 'cancelled' }
  >;
  /** files of earlier exports that the host keeps in a folder of its own, as paths */
  exported?(): Promise<string[]>;
  /** Removes uploaded statements, which hold customers' numbers. Absent in a host that reads statements in place. */
  forgetStatements?(): Promise<void>;
}

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
  fileDialogs: Pick<FileDialogs, 'exported'> | null,
): SavedExports {
  const file = jsonFile<Recorded>(join(dataDir, 'exports.json'), Recorded);
  const queue = createSerialQueue();
  const readList = async (): Promise<Recorded> => (await file.read()) ?? [];
  const add = async (paths: readonly string[]): Promise<Recorded> => {
    const before = await readList();
    const added = paths.filter((path) => !before.some((each) => each.path === path));
    if (added.length === 0) return before;
    const next = [...before, ...added.map((path) => ({ id: randomUuid(random), path }))];
    await file.write(next);
    return next;
  };
  /** Those that are still there; the others are forgotten. */
  const left = async (): Promise<SavedExport[]> => {
    const all = await add((await fileDialogs?.exported?.()) ?? []);
    const exports = await Promise.all(
      all.map(async ({ id, path }): Promise<SavedExport | null> => {
        const at = await stat(path).catch(() => null);
        if (!at?.isFile()) return null;
        return { id, name: basename(path), folder: dirname(path), bytes: at.size, savedAt: at.mtime.toISOString() };
      }),
    );
    const there = exports.filter((each) => each !== null);
    return there.toSorted((one, other) => other.savedAt.localeCompare(one.savedAt));
  };
  return {
    record: (path) =>
      queue(async () => void (await add([path]))).catch(() => log.warn('an exported file could not be recorded')),
    handlers: {
      'exports.files': () => queue(async () => ok({ files: await left() })),
      'exports.delete': ({ id }) =>
        queue(async () => {
          const all = await readList();
          const entry = all.find((each) => each.id === id);
          if (!entry) return fail('not_found', 'This file is not listed.', { reason: 'file_gone' });
          try {
            await rm(entry.path, { force: true });
          } catch {
            return fail('internal', 'The file could not be deleted.', { reason: 'no_rights' });
          }
          await file.write(all.filter((each) => each !== entry));
          return ok({ files: await left() });
        }),
    },
  };
}
