import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { overdueBounds } from '../../shared/domain/transaction.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import type { Clock, Log, Random } from '../base/system.ts';
import { exportFault } from './export/fault.ts';
import { runExport } from './export/work-thread.ts';
import type { FilePlaces } from './file-places.ts';
import type { TaskEnd, TaskManager } from './task-manager.ts';
import { unfinishedFiles } from './unfinished-files.ts';

export interface ExportParts {
  runtime(): { journal: { readonly terminal: string }; journalPath: string };
  settings(): Settings;
  places: FilePlaces | null;
  desk: TaskManager;
  clock: Clock;
  random: Random;
  log: Log;
}

/** Where the page fetches what is done, and how, by the task's id. */
export type Fetched = Map<string, { via: 'download' | 'print'; url: string }>;

type Served = 'exports.start' | 'exports.list' | 'exports.cancel' | 'exports.fetch';

/** exports.*: files that leave the house, written in a thread of their own. */
export function exportHandlers(
  { runtime, settings, places, desk, clock, log }: ExportParts,
  fetched: Fetched,
): Pick<Handlers, Served> {
  return {
    async 'exports.start'({ format, separator = 'semicolon', filter }) {
      if (!places) return fail('not_allowed', 'This host saves no files.', { reason: 'cannot_save' });
      const refusal = desk.whyNot();
      if (refusal) return refusal;
      const { journal, journalPath } = runtime();
      const now = clock.now();
      const { day, time } = wallClock(now, settings().timeZone);
      const path = await places.place(
        `konter-${journal.terminal}-${day.replaceAll('-', '')}-${time.replaceAll(':', '')}.${format}`,
      );
      if (path === null) return ok({ task: null });
      const { timeZone, language, shop, overdueMinutes } = settings();
      const given = { journal: journalPath, format, separator, filter, timeZone, language };
      const overdue = overdueBounds(now, overdueMinutes * 60_000);
      return desk.begin({ kind: 'export', format, path }, async ({ id, signal, progress }): Promise<TaskEnd> => {
        // A report is laid out from a page, which is none of the person's business.
        const written = format === 'pdf' ? join(dirname(journalPath), `report-${id}.html`) : path;
        const temporary = `${written}.${id.slice(0, 8)}.part`;
        const asked = { ...given, path: written, temporary, overdue, today: day, shop: shop.name };
        const left = unfinishedFiles(dirname(journalPath));
        left.begun(temporary);
        const ended = await runExport(asked, progress, signal);
        if (ended.kind === 'ended') await rm(temporary, { force: true }).catch(() => undefined);
        left.ended();
        if (ended.kind === 'cancelled') return { state: 'cancelled', reason: null, fetch: false };
        if (ended.kind !== 'done') {
          const reason = ended.kind === 'failed' ? ended.reason : 'thread_ended';
          log.warn('a file was not made', { reason, fault: ended.kind === 'failed' ? ended.fault : null });
          return { state: 'failed', reason, fetch: false };
        }
        return { ...(await delivered(id, format === 'pdf' ? written : null, path)), rows: ended.rows };
      });
    },

    'exports.list': async () => ok({ tasks: desk.list() }),

    async 'exports.cancel'({ id }) {
      const task = await desk.cancel(id);
      return task ? ok({ task }) : fail('not_found', 'There is no such task.');
    },

    async 'exports.fetch'({ id }) {
      const task = desk.get(id);
      if (task?.state !== 'done') return fail('not_found', 'There is no such file.');
      const found = fetched.get(id);
      return ok(found ? { ...found, name: task.name } : { via: 'file', url: null, name: task.name });
    },
  };

  /** @param report the page of a report on paper, which goes afterwards */
  async function delivered(id: string, report: string | null, path: string): Promise<TaskEnd> {
    const done = { state: 'done', reason: null } as const;
    if (report === null) {
      const url = places?.download(path) ?? null;
      if (url !== null) fetched.set(id, { via: 'download', url });
      return { ...done, fetch: url !== null };
    }
    try {
      const laid = (await places?.paper(await readFile(report, 'utf8'), path)) ?? { kind: 'failed' as const };
      if (laid.kind === 'page') fetched.set(id, { via: 'print', url: laid.url });
      if (laid.kind === 'failed') return { state: 'failed', reason: 'not_drawn', fetch: false };
      return { ...done, fetch: laid.kind === 'page' };
    } catch (error) {
      const { reason, fault } = exportFault(error, path);
      log.warn('a report was not laid out', { reason, fault });
      return { state: 'failed', reason, fetch: false };
    } finally {
      await rm(report, { force: true }).catch(() => undefined);
    }
  }
}
