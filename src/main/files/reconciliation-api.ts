import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { fail, ok } from '../../shared/contract/errors.ts';
import type { HandlersOf } from '../../shared/contract/registry.ts';
import type { Log } from '../base/system.ts';
import type { Downloads, FileTaskDeps } from './api.ts';
import { unfinishedFiles } from './atomic-file.ts';
import { ChosenFiles, fileGone } from './chosen-files.ts';
import { type FileEnding, fileStamp, runReconcile } from './file-tasks.ts';
import { comparisonPath, readDifferences, readSummary } from './reconciliation/comparison-db.ts';
import { rememberedMappings, StatementMappings } from './table/remembered.ts';
import type { TaskEnd } from './task-manager.ts';

/** reconcile.*: compares the provider's statement with the shop's sales, which are only read. */
export const reconcileHandlers = (deps: FileTaskDeps, downloads: Downloads): HandlersOf<'reconcile'> => ({
  ...statementHandlers(deps),
  ...differenceHandlers(deps, downloads),
});

type OfStatement = 'reconcile.choose' | 'reconcile.look' | 'reconcile.start';

function statementHandlers({
  runtime,
  settings,
  fileDialogs,
  tasks,
  system,
  log,
}: FileTaskDeps): Pick<HandlersOf<'reconcile'>, OfStatement> {
  const statements = new ChosenFiles(fileDialogs, system.random);
  const remembered = () =>
    rememberedMappings(join(dirname(runtime().journalPath), 'statement-mappings.json'), StatementMappings);
  /** The columns of a file that was looked at, by which its mapping is remembered. */
  const lookedAt = new Map<string, string[]>();
  return {
    'reconcile.choose': () => statements.choose(),

    async 'reconcile.look'({ file, mapping = null }) {
      const statement = statements.pathOf(file);
      if (statement === null) return fileGone();
      const { timeZone } = settings().provider;
      // In a thread: a workbook is unpacked as a whole.
      const task = { do: 'look', statement, mapping, remembered: await remembered().read(), timeZone } as const;
      const looked = await runReconcile(system, task, () => undefined, never);
      if (looked.kind === 'failed') {
        return fail('invalid_input', 'This is no table of lines.', { reason: looked.reason });
      }
      // A thread that needs too much memory is ended.
      if (looked.kind !== 'looked') return fail('invalid_input', 'This is no table of lines.', { reason: 'too_large' });
      lookedAt.set(file, looked.proposal.columns);
      return ok(looked.proposal);
    },

    async 'reconcile.start'({ file, mapping, days }) {
      const statement = statements.pathOf(file);
      if (statement === null) return fileGone();
      const { columns } = mapping;
      if (columns.transactionId === null && (columns.customerNo === null || columns.time === null)) {
        return fail('invalid_input', 'A line is found by its id, or by its number and time.', { fields: ['columns'] });
      }
      const timeZone = settings().provider.timeZone;
      const task = { database: runtime().journalPath, statement, scratch: scratchOf(runtime), mapping, timeZone };
      const begun = tasks.begin({ kind: 'reconcile', format: null, path: null }, async ({ signal, progress }) =>
        endOf(await runReconcile(system, { do: 'compare', ...task, days: days ?? null }, progress, signal), log),
      );
      const headings = lookedAt.get(file);
      if (begun.ok && headings) await remembered().remember({ columns: headings, mapping });
      return begun;
    },
  };
}

const differenceHandlers = (
  { runtime, settings, fileDialogs, tasks, system, log }: FileTaskDeps,
  downloads: Downloads,
): Omit<HandlersOf<'reconcile'>, OfStatement> => ({
  async 'reconcile.result'({ kind, after = 0, limit = 50 }) {
    const path = scratchOf(runtime);
    if (tasks.isBusy() || !existsSync(path)) return fail('not_found', 'Nothing was compared yet.');
    const scratch = new Database(path, { readonly: true });
    try {
      const rows = readDifferences(scratch, { kind, after, limit });
      return ok({
        summary: readSummary(scratch),
        rows,
        next: rows.length === limit ? (rows.at(-1)?.place ?? null) : null,
      });
    } finally {
      scratch.close();
    }
  },

  async 'reconcile.export'() {
    const scratch = scratchOf(runtime);
    if (!fileDialogs) return fail('not_allowed', 'This host saves no files.', { reason: 'cannot_save' });
    const refusal = tasks.checkIdle();
    if (refusal) return refusal;
    if (!existsSync(scratch)) return fail('not_found', 'Nothing was compared yet.');
    const { language, timeZone } = settings();
    const stamp = fileStamp(system.clock.now(), timeZone);
    const path = await fileDialogs.place(`konter-${runtime().db.terminal}-reconcile-${stamp}.csv`);
    if (path === null) return ok({ task: null });
    return tasks.begin({ kind: 'export', format: 'csv', path }, async ({ id, signal, progress }) => {
      const temporary = `${path}.${id.slice(0, 8)}.part`;
      const task = { do: 'write', scratch, path, temporary, language, timeZone } as const;
      const unfinished = unfinishedFiles(dirname(runtime().journalPath));
      unfinished.add(temporary);
      const ending = await runReconcile(system, task, progress, signal);
      if (ending.kind === 'ended') rmSync(temporary, { force: true });
      unfinished.removeFinished();
      const url = ending.kind === 'done' ? fileDialogs.download(path) : null;
      if (url !== null) downloads.set(id, { via: 'download', url });
      return { ...endOf(ending, log), fetch: url !== null };
    });
  },
});

const scratchOf = (runtime: FileTaskDeps['runtime']): string => comparisonPath(dirname(runtime().journalPath));

function endOf(ending: FileEnding, log: Log): TaskEnd {
  if (ending.kind === 'done') return { state: 'done', reason: null, fetch: false, rows: ending.rows };
  if (ending.kind === 'cancelled') return { state: 'cancelled', reason: null, fetch: false };
  const reason = ending.kind === 'failed' ? ending.reason : 'thread_ended';
  log.warn('a reconciliation failed', { reason, fault: ending.kind === 'failed' ? ending.fault : null });
  return { state: 'failed', reason, fetch: false };
}

const never = new AbortController().signal;
