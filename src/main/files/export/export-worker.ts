/** Worker thread: writes files from a database that it only reads. */

import { z } from 'zod';
import { lowerPriority, systemClock } from '../../base/system/clock-and-random.ts';
import { isoNow } from '../../base/system.ts';
import { type CallContext, CancelledError, serveCalls } from '../../base/worker-pool.ts';
import { connect } from '../../db/open-database.ts';
import { AtomicFile } from '../atomic-file.ts';
import { writeBooks } from '../books/write-books.ts';
import { BooksTask, ExportTask, type FileResult, toExportFailure } from '../file-tasks.ts';
import { writeExport } from './write-export.ts';

async function run(task: ExportTask | BooksTask, context: CallContext): Promise<FileResult> {
  let file: AtomicFile | null = null;
  try {
    const counters = task.counters?.map(({ database, name }) => ({ db: connect(database, true), counter: name }));
    const sources = counters ?? [{ db: connect(task.database, true) }];
    file = new AtomicFile(task.path, task.temporary);
    const at = isoNow(systemClock);
    const rows =
      'filter' in task
        ? await writeExport(sources, file, task, at, context)
        : await writeBooks(sources, file, task, at);
    file.finish();
    for (const { db } of sources) db.close();
    return { kind: 'done', rows };
  } catch (thrown) {
    file?.discard();
    if (thrown instanceof CancelledError) throw thrown;
    return { kind: 'failed', ...toExportFailure(thrown, task.path) };
  }
}

lowerPriority();
serveCalls((task, context) => run(z.union([ExportTask, BooksTask]).parse(task), context));
