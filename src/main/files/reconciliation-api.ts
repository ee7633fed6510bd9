import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import type { z } from 'zod';
import { fail, ok } from '../../shared/contract/errors.ts';
import { noColumns, StatementColumns, statementFields } from '../../shared/contract/files.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import { type JsonFile, jsonFile } from '../base/json-file.ts';
import { isoNow, randomUuid } from '../base/system.ts';
import type { Downloads, FileTaskDeps } from './api.ts';
import { unfinishedFiles } from './atomic-file.ts';
import { type FileEnding, runReconcile, type StatementLook } from './file-tasks.ts';
import { comparisonPath, readDifferences, readSummary } from './reconciliation/comparison-db.ts';
import { guessByValues } from './reconciliation/statement-values.ts';
import type { TaskEnd } from './task-manager.ts';

type Served = 'reconcile.choose' | 'reconcile.look' | 'reconcile.start' | 'reconcile.result' | 'reconcile.export';

/** reconcile.*: compares the provider's statement with the shop's sales, which are only read. */
export function reconcileHandlers(
  { runtime, settings, places, tasks, system, log }: FileTaskDeps,
  downloads: Downloads,
): Pick<Handlers, Served> {
  const statements = new Map<string, string>();
  const scratchPath = (): string => comparisonPath(dirname(runtime().journalPath));
  const savedColumns = () => statementColumns(join(dirname(runtime().journalPath), 'statement-columns.json'));
  const gone = () => fail('not_found', 'There is no such file.', { reason: 'file_gone' });
  const endOf = (ending: FileEnding): TaskEnd => {
    if (ending.kind === 'done') return { state: 'done', reason: null, fetch: false, rows: ending.rows };
    if (ending.kind === 'cancelled') return { state: 'cancelled', reason: null, fetch: false };
    const reason = ending.kind === 'failed' ? ending.reason : 'thread_ended';
    log.warn('a reconciliation failed', { reason, fault: ending.kind === 'failed' ? ending.fault : null });
    return { state: 'failed', reason, fetch: false };
  };

  return {
    async 'reconcile.choose'() {
      if (!places) return fail('not_allowed', 'This host takes no files.', { reason: 'cannot_save' });
      const chosen = await places.statement();
      if (chosen.kind === 'cancelled') return ok({ via: 'cancelled', file: null, name: null, url: null });
      const file = randomUuid(system.random);
      statements.set(file, chosen.path);
      return chosen.kind === 'file'
        ? ok({ via: 'file', file, name: chosen.name, url: null })
        : ok({ via: 'page', file, name: null, url: chosen.url });
    },

    async 'reconcile.look'({ file }) {
      const path = statements.get(file);
      if (path === undefined || !existsSync(path)) return gone();
      // In a thread: a workbook is unpacked as a whole.
      const looked = await runReconcile(system, { do: 'look', statement: path }, () => undefined, never);
      if (looked.kind === 'failed') {
        return fail('invalid_input', 'This is no table of lines.', { reason: looked.reason });
      }
      // A thread that needs too much memory is ended.
      if (looked.kind !== 'looked') return fail('invalid_input', 'This is no table of lines.', { reason: 'too_large' });
      const { columns, named, sample } = looked;
      const mapped = mappedColumns(looked, await savedColumns().read());
      return ok({ columns, named, sample, mapped });
    },

    async 'reconcile.start'({ file, columns, days }) {
      const statement = statements.get(file);
      if (statement === undefined || !existsSync(statement)) return gone();
      if (columns.transactionId === null && (columns.customerNo === null || columns.time === null)) {
        return fail('invalid_input', 'A line is found by its id, or by its number and time.', { fields: ['columns'] });
      }
      const timeZone = settings().provider.timeZone;
      const task = { journal: runtime().journalPath, statement, scratch: scratchPath(), columns, timeZone };
      const begun = tasks.begin({ kind: 'reconcile', format: null, path: null }, async ({ signal, progress }) =>
        endOf(await runReconcile(system, { do: 'compare', ...task, days: days ?? null }, progress, signal)),
      );
      if (begun.ok) await savedColumns().write(columns);
      return begun;
    },

    async 'reconcile.result'({ kind, after = 0, limit = 50 }) {
      const path = scratchPath();
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
      const scratch = scratchPath();
      if (!places) return fail('not_allowed', 'This host saves no files.', { reason: 'cannot_save' });
      const refusal = tasks.checkIdle();
      if (refusal) return refusal;
      if (!existsSync(scratch)) return fail('not_found', 'Nothing was compared yet.');
      const stamp = isoNow(system.clock).replace(/\D/g, '').slice(0, 14);
      const path = await places.place(`konter-${runtime().journal.terminal}-reconcile-${stamp}.csv`);
      if (path === null) return ok({ task: null });
      const { language, timeZone } = settings();
      return tasks.begin({ kind: 'export', format: 'csv', path }, async ({ id, signal, progress }) => {
        const temporary = `${path}.${id.slice(0, 8)}.part`;
        const task = { do: 'write', scratch, path, temporary, language, timeZone } as const;
        const unfinished = unfinishedFiles(dirname(runtime().journalPath));
        unfinished.add(temporary);
        const ending = await runReconcile(system, task, progress, signal);
        if (ending.kind === 'ended') rmSync(temporary, { force: true });
        unfinished.removeFinished();
        const url = ending.kind === 'done' ? places.download(path) : null;
        if (url !== null) downloads.set(id, { via: 'download', url });
        return { ...endOf(ending), fetch: url !== null };
      });
    },
  };
}

const guesses: Readonly<Record<(typeof statementFields)[number], RegExp>> = {
  // "Ref ID" is the shop's own reference at most providers, and an id column may be the customer's.
  transactionId:
    /^(id|trx)(?!.*(customer|pelanggan|tujuan|dest|ref|product|produk|user|agen|member|outlet)).*|.*(transaction|transaksi|trx)[ _-]?(id|no|number|code|kode).*|.*(id|no|nomor|kode|number)[ ._-]*(transaction|transaksi|trx).*/i,
  customerNo:
    /^(?!.*(transaksi|transaction|trx|ref|struk|invoice|urut|seri)).*(customer|pelanggan|tujuan|nomor|number|msisdn|dest|hp|phone).*/i,
  amount: /^(?!.*(saldo|balance)).*(amount|jumlah|harga|price|nominal|debit|debet|total).*/i,
  status: /.*status.*/i,
  time: /.*(time|waktu|tanggal|date|tgl).*/i,
  timeOfDay: /.*(time|waktu|jam|pukul|hour).*/i,
};

const never = new AbortController().signal;

/** The column mapping of the last statement, a file in the data folder; ignored if unreadable. */
const statementColumns = (path: string): JsonFile<StatementColumns> => jsonFile(path, StatementColumns);

/**
 * The last mapping if the file has those columns, else a guess by column names, or by the values where they have none; each column
 * is used once.
 */
export function mappedColumns(
  { columns, named, sample }: z.infer<typeof StatementLook>,
  last: StatementColumns | null,
): StatementColumns {
  const mapped: StatementColumns = { ...noColumns };
  const fits = last !== null && statementFields.every((field) => columns.includes(last[field] ?? columns[0] ?? ''));
  if (fits) return last;
  const used = new Set<string>();
  for (const field of statementFields) {
    const found = columns.find((name, at) => {
      if (used.has(name)) return false;
      const values = sample.map((row) => row[at] ?? '');
      const isTimeOfDay = guessByValues.timeOfDay(values);
      // Both may be called "time": only the values tell a time of day from a date.
      if (field === 'timeOfDay' ? !isTimeOfDay : isTimeOfDay) return false;
      return named ? guesses[field].test(name) : guessByValues[field](values);
    });
    if (found === undefined) continue;
    mapped[field] = found;
    used.add(found);
  }
  return mapped;
}
