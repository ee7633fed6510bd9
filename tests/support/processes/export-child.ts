import { connect } from '../../../src/main/db/open-database.ts';
import { AtomicFile } from '../../../src/main/files/atomic-file.ts';
import { writeExport } from '../../../src/main/files/export/write-export.ts';
import { ExportTask } from '../../../src/main/files/file-tasks.ts';

/** A program that begins an export (EXPORT_TASK), says so at its first word of progress, and then hangs until it is killed. */

const shared = new SharedArrayBuffer(4);
const read: unknown = JSON.parse(process.env['EXPORT_TASK'] ?? '{}');
const task = ExportTask.parse(Object.assign({}, read, { given: shared }));
const file = new AtomicFile(task.path, task.temporary);
await writeExport([{ db: connect(task.database, true) }], file, task, new Date().toISOString(), {
  throwIfCancelled: () => undefined,
  progress: ({ rows }) => {
    if (rows > 0) {
      process.stdout.write('under way\n');
      // Blocked as a thread in a dead disk is: nothing more is written, and nothing is finished.
      Atomics.wait(new Int32Array(shared), 0, 0);
    }
  },
});
file.finish();
