/** Worker thread: looks at statements, compares them with the database, and writes the differences. */

import Database from 'better-sqlite3';
import type { Difference } from '../../../shared/contract/files.ts';
import type { Language } from '../../../shared/domain/preferences.ts';
import { lowerPriority } from '../../base/system/clock-and-random.ts';
import { type CallContext, CancelledError, serveCalls } from '../../base/worker-pool.ts';
import { AtomicFile } from '../atomic-file.ts';
import { byteOrderMark, type Cell, csvLines } from '../export/csv.ts';
import { wallTime } from '../export/sale-table.ts';
import { type FileResult, ReconcileTask, toExportFailure } from '../file-tasks.ts';
import { lookAtTable } from '../table/headings.ts';
import { listQuestions } from '../table/list-headings.ts';
import { readSeenRows } from '../table/table-file.ts';
import { NotATable } from '../table/workbook.ts';
import { compareStatement } from './compare.ts';
import { readDifferences } from './comparison-db.ts';
import { proposeStatement } from './statement-mapping.ts';

async function run(task: ReconcileTask, context: CallContext): Promise<FileResult> {
  let file: AtomicFile | null = null;
  try {
    if (task.do === 'look') {
      const { statement, mapping, remembered, timeZone } = task;
      return { kind: 'looked', proposal: await proposeStatement(statement, mapping, remembered, timeZone) };
    }
    if (task.do === 'find') {
      const { list, question, place, headings } = task;
      return { kind: 'found', table: await lookAtTable(list, { ...listQuestions[question], headings }, place) };
    }
    if (task.do === 'read') return { kind: 'rows', rows: await readSeenRows(task.table, task.place, task.maxRows) };
    if (task.do === 'compare') return { kind: 'done', rows: await compareStatement(task, context) };
    const scratch = new Database(task.scratch, { readonly: true });
    file = new AtomicFile(task.path, task.temporary);
    const rows = writeDifferences(scratch, file, task, context.throwIfCancelled);
    file.finish();
    scratch.close();
    return { kind: 'done', rows };
  } catch (thrown) {
    file?.discard();
    if (thrown instanceof CancelledError) throw thrown;
    if (thrown instanceof NotATable) return { kind: 'failed', reason: thrown.reason, fault: thrown.reason };
    return { kind: 'failed', ...toExportFailure(thrown, placeOf(task)) };
  }
}

/** The file whose folder must be there. */
function placeOf(task: ReconcileTask): string {
  switch (task.do) {
    case 'look':
      return task.statement;
    case 'find':
      return task.list;
    case 'read':
      return task.table;
    case 'compare':
      return task.scratch;
    case 'write':
      return task.path;
  }
}

const page = 1000;

const labels = {
  id: {
    headers: ['Beda', 'Baris', 'ID provider', 'Nomor', 'Jumlah provider', 'Status provider', 'Waktu provider'],
    ours: ['Nomor struk', 'ID provider di Konter', 'Nomor di Konter', 'Harga di Konter', 'Status di Konter', 'Waktu'],
    only_there: 'hanya di provider',
    only_here: 'hanya di sini',
    number: 'nomor berbeda',
    amount: 'jumlah berbeda',
    status: 'status berbeda',
    day: 'di luar hari yang dicocokkan',
    unchecked: 'tidak bisa dicocokkan',
    refund: 'pengembalian',
  },
  en: {
    headers: ['Difference', 'Line', 'Provider’s id', 'Number', 'Their amount', 'Their status', 'Their time'],
    ours: ['Receipt number', 'Provider’s id here', 'Number here', 'Price here', 'State here', 'Time here'],
    only_there: 'only at the provider',
    only_here: 'only here',
    number: 'number differs',
    amount: 'amount differs',
    status: 'status differs',
    day: 'outside of the days compared',
    unchecked: 'could not be compared',
    refund: 'refund',
  },
} as const;

/** Writes every difference as a row of a CSV. @returns how many */
function writeDifferences(
  scratch: Database.Database,
  file: AtomicFile,
  { language, timeZone }: { language: Language; timeZone: string },
  throwIfCancelled: () => void,
): number {
  const label = labels[language];
  const separator = language === 'id' ? 'semicolon' : 'comma';
  const time = wallTime(timeZone);
  const kindOf = (one: Difference): string =>
    one.kind === 'different'
      ? [
          ...(one.numberDiffers ? [label.number] : []),
          ...(one.amountDiffers ? [label.amount] : []),
          ...(one.statusDiffers ? [label.status] : []),
          ...(one.dayDiffers ? [label.day] : []),
        ].join(', ')
      : [label[one.kind], ...(one.there?.direction === 'refund' ? [label.refund] : [])].join(', ');
  const cells = (one: Difference): Cell[] => {
    const { there, here } = one;
    return [
      kindOf(one),
      ...(there
        ? [there.line, there.transactionId, there.customerNo, there.amount, there.status, there.time]
        : [null, null, null, null, null, null]),
      ...(here
        ? [here.receiptNo, here.transactionId, here.customerNo, here.amount, here.state, time(here.time)]
        : [null, null, null, null, null, null]),
    ];
  };
  file.write(byteOrderMark + csvLines([[...label.headers, ...label.ours]], separator));
  let rows = 0;
  for (let after = 0; ; ) {
    throwIfCancelled();
    const differences = readDifferences(scratch, { after, limit: page });
    const last = differences.at(-1);
    if (!last) return rows;
    file.write(csvLines(differences.map(cells), separator));
    rows += differences.length;
    after = last.place;
  }
}

lowerPriority();
serveCalls((task, context) => run(ReconcileTask.parse(task), context));
