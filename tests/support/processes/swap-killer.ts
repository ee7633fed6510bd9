import { join } from 'node:path';
import { finishOrDiscardReplacement, stageReplacement } from '../../../src/main/backup/restore.ts';
import { diskFiles, type Files } from '../../../src/main/db/disk-files.ts';

/** Puts a prepared database in place and is killed before its nth step at the files: `node swap-killer.ts FOLDER N`. */

const [folder = '', at = '0', mode = 'swap'] = process.argv.slice(2);
let left = Number(at);
const step = <T>(work: () => T): T => {
  if (left === 0) process.kill(process.pid, 'SIGKILL');
  left -= 1;
  return work();
};
const files: Files = {
  exists: diskFiles.exists,
  readText: diskFiles.readText,
  writeText: (path, text) => step(() => diskFiles.writeText(path, text)),
  copy: (from, to) => step(() => diskFiles.copy(from, to)),
  rename: (from, to) => step(() => diskFiles.rename(from, to)),
  remove: (path) => step(() => diskFiles.remove(path)),
  flush: (path) => step(() => diskFiles.flush(path)),
};
const places = { folder, database: join(folder, 'journal.db') };
if (mode === 'swap') stageReplacement(places, '2026-03-09T00:00:00.000Z', files);
else finishOrDiscardReplacement(places, files);
process.stdout.write('done\n');
