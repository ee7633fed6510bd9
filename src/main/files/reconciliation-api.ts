import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { fail, ok } from '../../shared/contract/errors.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { isoNow, randomUuid } from '../base/system.ts';
import type { ExportParts, Fetched } from './api.ts';
import type { Ending } from './export/work-thread.ts';
import { runReconcile } from './export/work-thread.ts';
import { readDifferences, readSummary } from './reconciliation/differences.ts';
import { scratchIn } from './reconciliation/scratch.ts';
import { lookAtStatement, NoTable } from './reconciliation/statement.ts';
import { mappedColumns, statementColumns } from './statement-columns.ts';
import type { TaskEnd } from './task-manager.ts';
import { unfinishedFiles } from './unfinished-files.ts';

type Served = 'reconcile.choose' | 'reconcile.look' | 'reconcile.start' | 'reconcile.result' | 'reconcile.export';

/** reconcile.*: the provider's statement beside the shop's book, which is only read. */
export function reconcileHandlers(
  { runtime, settings, places, desk, clock, random, log }: ExportParts,
  fetched: Fetched,
): Pick<Handlers, Served> {
  const statements = new Map<string, string>();
  const scratchPath = (): string => scratchIn(dirname(runtime().journalPath));
  const remembered = () => statementColumns(join(dirname(runtime().journalPath), 'statement-columns.json'));
  const gone = () => fail('not_found', 'There is no such file.', { reason: 'file_gone' });
  const endOf = (ending: Ending): TaskEnd => {
    if (ending.kind === 'done') return { state: 'done', reason: null, fetch: false, rows: ending.rows };
    if (ending.kind === 'cancelled') return { state: 'cancelled', reason: null, fetch: false };
    const reason = ending.kind === 'failed' ? ending.reason : 'thread_ended';
    log.warn('a comparison did not end', { reason, fault: ending.kind === 'failed' ? ending.fault : null });
    return { state: 'failed', reason, fetch: false };
  };

  return {
    async 'reconcile.choose'() {
      if (!places) return fail('not_allowed', 'This host takes no files.', { reason: 'cannot_save' });
      const chosen = await places.statement();
      if (chosen.kind === 'cancelled') return ok({ via: 'cancelled', file: null, name: null, url: null });
      const file = randomUuid(random);
      statements.set(file, chosen.path);
      return chosen.kind === 'file'
        ? ok({ via: 'file', file, name: chosen.name, url: null })
        : ok({ via: 'page', file, name: null, url: chosen.url });
    },

    async 'reconcile.look'({ file }) {
      const path = statements.get(file);
      if (path === undefined || !existsSync(path)) return gone();
      try {
        const { columns, sample, separator, encoding } = lookAtStatement(path);
        return ok({ columns, sample, separator, encoding, mapped: mappedColumns(columns, await remembered().read()) });
      } catch (error) {
        if (!(error instanceof NoTable)) throw error;
        return fail('invalid_input', 'This is no table of lines.', { reason: error.reason });
      }
    },

    async 'reconcile.start'({ file, columns, days }) {
      const statement = statements.get(file);
      if (statement === undefined || !existsSync(statement)) return gone();
      if (columns.transactionId === null && columns.customerNo === null) {
        return fail('invalid_input', 'Neither ids nor numbers are compared.', { fields: ['columns'] });
      }
      const timeZone = settings().provider.timeZone;
      const asked = { journal: runtime().journalPath, statement, scratch: scratchPath(), columns, timeZone };
      const begun = desk.begin({ kind: 'reconcile', format: null, path: null }, async ({ signal, progress }) =>
        endOf(await runReconcile({ do: 'compare', ...asked, days: days ?? null }, progress, signal)),
      );
      if (begun.ok) await remembered().write(columns);
      return begun;
    },

    async 'reconcile.result'({ kind, after = 0, limit = 50 }) {
      const path = scratchPath();
      if (desk.isBusy() || !existsSync(path)) return fail('not_found', 'Nothing was compared yet.');
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
      const scratch = scratchPath();
      if (!places) return fail('not_allowed', 'This host saves no files.', { reason: 'cannot_save' });
      const refusal = desk.whyNot();
      if (refusal) return refusal;
      if (!existsSync(scratch)) return fail('not_found', 'Nothing was compared yet.');
      const stamp = isoNow(clock).replace(/\D/g, '').slice(0, 14);
      const path = await places.place(`konter-${runtime().journal.terminal}-reconcile-${stamp}.csv`);
      if (path === null) return ok({ task: null });
      const { language, timeZone } = settings();
      return desk.begin({ kind: 'export', format: 'csv', path }, async ({ id, signal, progress }) => {
        const temporary = `${path}.${id.slice(0, 8)}.part`;
        const asked = { do: 'write', scratch, path, temporary, language, timeZone } as const;
        const left = unfinishedFiles(dirname(runtime().journalPath));
        left.begun(temporary);
        const ending = await runReconcile(asked, progress, signal);
        if (ending.kind === 'ended') rmSync(temporary, { force: true });
        left.ended();
        const url = ending.kind === 'done' ? places.download(path) : null;
        if (url !== null) fetched.set(id, { via: 'download', url });
        return { ...endOf(ending), fetch: url !== null };
      });
    },
  };
}
