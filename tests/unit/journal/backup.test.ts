import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { listBackups, pruneBackups, readBackupName } from '../../../src/main/backup/catalog.ts';
import { checkBackup, makeBackup } from '../../../src/main/backup/make-backup.ts';
import { systemClock } from '../../../src/main/base/system/node-system.ts';
import { runTask, WorkerTaskError } from '../../../src/main/db/worker/run-task.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { aJournal, temporaryFolder } from '../../support/journal-folder.ts';
import { order, sold } from '../../support/sale-changes.ts';

const at = '2026-03-02T03:04:05.678Z';

async function shop(sales: number) {
  const dir = temporaryFolder();
  const path = join(dir, 'journal.db');
  const journal = await aJournal(path);
  for (let n = 1; n <= sales; n++) await sold(journal, order(n));
  return { journal, ask: { journal: path, folder: join(dir, 'copies'), makeFolder: true, at } };
}

test('a copy is one whole file with the head of the log in its name', async () => {
  const { journal, ask } = await shop(5);
  const copy = (await makeBackup(systemClock, ask)).file;
  expect(readdirSync(ask.folder)).toEqual([copy.file]);
  const { hash } = await journal.head();
  expect(readBackupName(copy.file)).toEqual({
    terminal: journal.terminal,
    madeAt: at,
    head: { seq: 10, hash: hash.slice(0, 16) },
  });
  expect(verifyJournal(join(ask.folder, copy.file))).toMatchObject({ flaw: null, events: 10, receipts: 5 });
  expect(statSync(join(ask.folder, copy.file)).mode & 0o077).toBe(0);
  expect(await listBackups(ask.folder)).toEqual([copy]);
});

test('a copy made in its thread while somebody sells without a pause ends, and is whole', async () => {
  const { journal, ask } = await shop(300);
  let n = 1000;
  const stop = new AbortController();
  const selling = (async () => {
    while (!stop.signal.aborted) {
      await sold(journal, order(n++));
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  const answer = await runTask({ task: 'copy', ...ask }, { withinMs: 15_000 });
  stop.abort();
  await selling;
  expect(answer.kind).toBe('copied');
  if (answer.kind !== 'copied') return;
  expect(n).toBeGreaterThan(1001);
  expect(answer.file.events).toBeGreaterThanOrEqual(600);
  expect(answer.file.events).toBeLessThan((await journal.head()).seq);
  expect(verifyJournal(join(ask.folder, answer.file.file)).flaw).toBeNull();
});

test('what was left unfinished is never listed, and the next copy takes it away', async () => {
  const { ask } = await shop(1);
  const copy = (await makeBackup(systemClock, ask)).file;
  const left = join(ask.folder, `${copy.file}.part`);
  writeFileSync(left, 'half');
  writeFileSync(join(ask.folder, 'holiday.part'), 'not ours');
  expect(await listBackups(ask.folder)).toHaveLength(1);
  await makeBackup(systemClock, { ...ask, at: '2026-03-02T04:04:05.678Z' });
  expect(readdirSync(ask.folder)).toHaveLength(3);
  expect(readdirSync(ask.folder)).toContain('holiday.part');
});

test('a journal that is not whole gives no copy', async () => {
  const { journal, ask } = await shop(3);
  await journal.close();
  const db = new Database(ask.journal);
  db.exec(`DROP TRIGGER events_never_change; UPDATE events SET actor = 'nobody' WHERE seq = 2`);
  db.close();
  expect(await runTask({ task: 'copy', ...ask }, { withinMs: 15_000 })).toMatchObject({
    kind: 'not_copied',
    error: 'copy_damaged',
  });
  expect(readdirSync(ask.folder)).toEqual([]);
});

test('a picked folder that is not there is not made', async () => {
  const { ask } = await shop(1);
  expect(await runTask({ task: 'copy', ...ask, makeFolder: false }, { withinMs: 15_000 })).toMatchObject({
    kind: 'not_copied',
    error: 'folder_missing',
  });
  expect(readdirSync(join(ask.folder, '..'))).not.toContain('copies');
});

test('a copy that was damaged or renamed afterwards is found out', async () => {
  const { ask } = await shop(40);
  const { file } = (await makeBackup(systemClock, ask)).file;
  const path = join(ask.folder, file);
  const head = readBackupName(file)?.head ?? { seq: 0, hash: '' };
  expect(checkBackup(path, head).report.events).toBe(80);
  expect(() => checkBackup(path, { ...head, seq: 79 })).toThrow('its name');
  const bytes = readFileSync(path);
  bytes.fill(0xa5, bytes.length - 9000, bytes.length - 5000);
  writeFileSync(path, bytes);
  expect(() => checkBackup(path, head)).toThrow(/damaged|not whole/);
});

test('a thread that takes too long is given up, and leaves nothing that looks like a copy', async () => {
  const { ask } = await shop(50);
  const ending = new AbortController();
  const copying = runTask({ task: 'copy', ...ask }, { withinMs: 15_000, signal: ending.signal });
  ending.abort();
  await expect(copying).rejects.toThrow(WorkerTaskError);
  mkdirSync(ask.folder, { recursive: true });
  expect(await listBackups(ask.folder)).toEqual([]);
});

test('another terminal’s copies are not taken away', async () => {
  const { journal, ask } = await shop(1);
  const own = (await makeBackup(systemClock, ask)).file.file;
  const later = (await makeBackup(systemClock, { ...ask, at: '2026-03-02T03:05:05.678Z' })).file.file;
  const others = own.replace(journal.terminal, 'ZZZZ');
  renameSync(join(ask.folder, own), join(ask.folder, others));
  const again = (await makeBackup(systemClock, { ...ask, at: '2026-03-02T03:06:05.678Z' })).file.file;
  expect(await pruneBackups(ask.folder, journal.terminal, (moment) => moment)).toBe(1);
  expect(readdirSync(ask.folder).toSorted()).toEqual([again, others].toSorted());
  expect(readdirSync(ask.folder)).not.toContain(later);
});
