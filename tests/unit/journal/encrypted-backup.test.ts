import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listBackups, pruneBackups, readBackupName } from '../../../src/main/backup/catalog.ts';
import {
  checkBackup,
  decryptFile,
  encryptFile,
  makeBackup,
  WrongPassphrase,
} from '../../../src/main/backup/make-backup.ts';
import { systemClock } from '../../../src/main/base/system/node-system.ts';
import { runTask } from '../../../src/main/db/worker/run-task.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { realRandom, temporaryFolder } from '../../support/journal-folder.ts';
import { order, sold } from '../../support/sale-changes.ts';

const at = '2026-03-02T03:04:05.678Z';
const passphrase = 'kopi tubruk tanpa gula';

async function shop() {
  const dir = temporaryFolder();
  const path = join(dir, 'journal.db');
  const journal = await openShopDatabase({ path, random: realRandom, kind: 'live' });
  onTestFinished(() => journal.close());
  for (let n = 1; n <= 20; n++) await sold(journal, order(n));
  return { dir, ask: { journal: path, folder: join(dir, 'copies'), makeFolder: true, at, passphrase } };
}

test('an encrypted copy shows no customer, was read back, and leaves nothing plain behind', async () => {
  const { dir, ask } = await shop();
  const before = readdirSync(dir).toSorted();
  const { file } = await makeBackup(systemClock, ask);
  expect(file.file).toMatch(/\.db\.age$/);
  const bytes = readFileSync(join(ask.folder, file.file));
  expect(bytes.toString('latin1', 0, 22)).toBe('age-encryption.org/v1\n');
  expect(bytes.includes('0812')).toBe(false);
  expect(bytes.includes('SQLite')).toBe(false);
  expect(readdirSync(dir).toSorted()).toEqual([...before, 'copies'].toSorted());
  expect(readdirSync(ask.folder)).toEqual([file.file]);
});

test('encrypted and plain copies are listed and pruned together', async () => {
  const { ask } = await shop();
  const first = (await makeBackup(systemClock, { ...ask, passphrase: null })).file;
  const second = (await makeBackup(systemClock, { ...ask, at: '2026-03-02T03:05:05.678Z' })).file;
  expect(await listBackups(ask.folder)).toEqual([second, first]);
  expect(await pruneBackups(ask.folder, first.terminal, (time) => time.slice(0, 19))).toBe(1);
  expect(await listBackups(ask.folder)).toEqual([second]);
});

test('a copy is made ready with its passphrase; without, with another, or damaged, it is refused in words', async () => {
  const { dir, ask } = await shop();
  const { file } = await makeBackup(systemClock, ask);
  const copy = join(ask.folder, file.file);
  const { head } = readBackupName(file.file) ?? { head: { seq: 0, hash: '' } };
  const prepared = join(dir, 'prepared.db');
  const prepare = (given: string | null, path = copy) => {
    const task = { task: 'prepare', copy: path, head, journal: ask.journal, prepared, at, passphrase: given } as const;
    return runTask(task, { withinMs: 60_000 });
  };
  expect(await prepare(null)).toMatchObject({ kind: 'refused', reason: 'passphrase_missing' });
  expect(await prepare('another passphrase')).toMatchObject({ kind: 'refused', reason: 'wrong_passphrase' });
  const cut = join(ask.folder, 'cut.db.age');
  writeFileSync(cut, readFileSync(copy).subarray(0, -100));
  expect(await prepare(passphrase, cut)).toMatchObject({ kind: 'refused', reason: 'copy_damaged' });
  expect(readdirSync(dir).filter((name) => name.endsWith('.opened'))).toEqual([]);
  expect(await prepare(passphrase)).toEqual({ kind: 'prepared' });
  const opened = join(dir, 'opened.db');
  await decryptFile(copy, opened, passphrase);
  expect(checkBackup(opened, head).report).toMatchObject({ flaw: null, receipts: 20 });
});

const hasAge = spawnSync('age', ['--version']).status === 0 && spawnSync('script', ['--version']).status === 0;

test('the age tool opens what Konter encrypts', async ({ skip }) => {
  skip(!hasAge, 'age or script is not installed: that the age tool opens a backup is NOT tested here');
  const dir = temporaryFolder();
  const [plain, encrypted, opened] = [join(dir, 'plain'), join(dir, 'plain.age'), join(dir, 'opened')];
  writeFileSync(plain, Buffer.alloc(3_000_000, 'a page of receipts '));
  await encryptFile(plain, encrypted, passphrase);
  // age reads a passphrase from a terminal only.
  execFileSync('script', ['-qec', `age --decrypt --output ${opened} ${encrypted}`, '/dev/null'], {
    input: `${passphrase}\n`,
    timeout: 50_000,
  });
  expect(readFileSync(opened).equals(readFileSync(plain))).toBe(true);
  await expect(decryptFile(encrypted, join(dir, 'no'), 'another passphrase')).rejects.toThrow(WrongPassphrase);
});
