import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listBackups, pruneBackups, readBackupName } from '../../../src/main/backup/catalog.ts';
import {
  checkBackup,
  decryptFile,
  encryptFile,
  makeBackup,
  WrongPassphrase,
} from '../../../src/main/backup/make-backup.ts';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { createTaskRunner, TaskError } from '../../../src/main/db/database-tasks.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { aJournal, realRandom, temporaryFolder } from '../../support/database-files.ts';
import { keptThreads } from '../../support/kept-threads.ts';
import { order, sold } from '../../support/stored-sales.ts';

const runTask = createTaskRunner(keptThreads);

describe('makeBackup', () => {
  const at = '2026-03-02T03:04:05.678Z';

  async function shop(sales: number) {
    const dir = temporaryFolder();
    const path = join(dir, 'journal.db');
    const db = await aJournal(path);
    for (let n = 1; n <= sales; n++) await sold(db, order(n));
    return { db, request: { database: path, folder: join(dir, 'copies'), makeFolder: true, at } };
  }

  test('a copy is one whole file with the head of the log in its name', async () => {
    const { db, request } = await shop(5);
    const copy = (await makeBackup(systemClock, request)).file;
    expect(readdirSync(request.folder)).toEqual([copy.file]);
    const { hash } = await db.head();
    expect(readBackupName(copy.file)).toEqual({
      terminal: db.terminal,
      madeAt: at,
      head: { seq: 10, hash: hash.slice(0, 16) },
    });
    expect(verifyJournal(join(request.folder, copy.file))).toMatchObject({ flaw: null, events: 10, receipts: 5 });
    expect(statSync(join(request.folder, copy.file)).mode & 0o077).toBe(0);
    expect(await listBackups(request.folder)).toEqual([copy]);
  });

  test('a copy made in its thread while somebody sells without a pause ends, and is whole', async () => {
    const { db, request } = await shop(300);
    let n = 1000;
    const stop = new AbortController();
    const selling = (async () => {
      while (!stop.signal.aborted) {
        await sold(db, order(n++));
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    const answer = await runTask({ task: 'copy', ...request }, { withinMs: 15_000 });
    stop.abort();
    await selling;
    expect(answer.kind).toBe('copied');
    if (answer.kind !== 'copied') return;
    expect(n).toBeGreaterThan(1001);
    expect(answer.file.events).toBeGreaterThanOrEqual(600);
    expect(answer.file.events).toBeLessThan((await db.head()).seq);
    expect(verifyJournal(join(request.folder, answer.file.file)).flaw).toBeNull();
  });

  test('what was left unfinished is never listed, and the next copy takes it away', async () => {
    const { request } = await shop(1);
    const copy = (await makeBackup(systemClock, request)).file;
    const left = join(request.folder, `${copy.file}.part`);
    writeFileSync(left, 'half');
    writeFileSync(join(request.folder, 'holiday.part'), 'not ours');
    expect(await listBackups(request.folder)).toHaveLength(1);
    await makeBackup(systemClock, { ...request, at: '2026-03-02T04:04:05.678Z' });
    expect(readdirSync(request.folder)).toHaveLength(3);
    expect(readdirSync(request.folder)).toContain('holiday.part');
  });

  test('a journal that is not whole gives no copy', async () => {
    const { db: sales, request } = await shop(3);
    await sales.close();
    const db = new Database(request.database);
    db.exec(`DROP TRIGGER events_never_change; UPDATE events SET actor = 'nobody' WHERE seq = 2`);
    db.close();
    expect(await runTask({ task: 'copy', ...request }, { withinMs: 15_000 })).toMatchObject({
      kind: 'not_copied',
      error: 'copy_damaged',
    });
    expect(readdirSync(request.folder)).toEqual([]);
  });

  test('a picked folder that is not there is not made', async () => {
    const { request } = await shop(1);
    expect(await runTask({ task: 'copy', ...request, makeFolder: false }, { withinMs: 15_000 })).toMatchObject({
      kind: 'not_copied',
      error: 'folder_missing',
    });
    expect(readdirSync(join(request.folder, '..'))).not.toContain('copies');
  });

  test('a copy that was damaged or renamed afterwards is found out', async () => {
    const { request } = await shop(40);
    const { file } = (await makeBackup(systemClock, request)).file;
    const path = join(request.folder, file);
    const head = readBackupName(file)?.head ?? { seq: 0, hash: '' };
    expect(checkBackup(path, head).report.events).toBe(80);
    expect(() => checkBackup(path, { ...head, seq: 79 })).toThrow('its name');
    const bytes = readFileSync(path);
    bytes.fill(0xa5, bytes.length - 9000, bytes.length - 5000);
    writeFileSync(path, bytes);
    expect(() => checkBackup(path, head)).toThrow(/damaged|not whole/);
  });

  test('a thread that takes too long is given up, and leaves nothing that looks like a copy', async () => {
    const { request } = await shop(50);
    const ending = new AbortController();
    const copying = runTask({ task: 'copy', ...request }, { withinMs: 15_000, signal: ending.signal });
    ending.abort();
    await expect(copying).rejects.toThrow(TaskError);
    mkdirSync(request.folder, { recursive: true });
    expect(await listBackups(request.folder)).toEqual([]);
  });

  test('another terminal’s copies are not taken away', async () => {
    const { db, request } = await shop(1);
    const own = (await makeBackup(systemClock, request)).file.file;
    const later = (await makeBackup(systemClock, { ...request, at: '2026-03-02T03:05:05.678Z' })).file.file;
    const others = own.replace(db.terminal, 'ZZZZ');
    renameSync(join(request.folder, own), join(request.folder, others));
    const again = (await makeBackup(systemClock, { ...request, at: '2026-03-02T03:06:05.678Z' })).file.file;
    expect(await pruneBackups(request.folder, db.terminal, (moment) => moment)).toBe(1);
    expect(readdirSync(request.folder).toSorted()).toEqual([again, others].toSorted());
    expect(readdirSync(request.folder)).not.toContain(later);
  });
});

describe('an encrypted backup', () => {
  const at = '2026-03-02T03:04:05.678Z';
  const passphrase = 'kopi tubruk tanpa gula';

  async function shop() {
    const dir = temporaryFolder();
    const path = join(dir, 'journal.db');
    const db = await openShopDatabase({ path, random: realRandom, kind: 'live' });
    onTestFinished(() => db.close());
    for (let n = 1; n <= 20; n++) await sold(db, order(n));
    return { dir, request: { database: path, folder: join(dir, 'copies'), makeFolder: true, at, passphrase } };
  }

  /** Its passphrase is soon tried. */
  async function quickShop() {
    const { dir, request } = await shop();
    return { dir, request: { ...request, workFactor: 2 } };
  }

  test('an encrypted copy shows no customer, was read back, and leaves nothing plain behind', async () => {
    const { dir, request } = await shop();
    const before = readdirSync(dir).toSorted();
    const { file } = await makeBackup(systemClock, request);
    expect(file.file).toMatch(/\.db\.age$/);
    const bytes = readFileSync(join(request.folder, file.file));
    // What a guess at the passphrase costs.
    expect(bytes.toString('latin1', 0, 60)).toMatch(/^age-encryption\.org\/v1\n-> scrypt \S{22} 16\n/);
    expect(bytes.includes('0812')).toBe(false);
    expect(bytes.includes('SQLite')).toBe(false);
    expect(readdirSync(dir).toSorted()).toEqual([...before, 'copies'].toSorted());
    expect(readdirSync(request.folder)).toEqual([file.file]);
  });

  test('encrypted and plain copies are listed and pruned together', async () => {
    const { request } = await quickShop();
    const first = (await makeBackup(systemClock, { ...request, passphrase: null })).file;
    const second = (await makeBackup(systemClock, { ...request, at: '2026-03-02T03:05:05.678Z' })).file;
    expect(await listBackups(request.folder)).toEqual([second, first]);
    expect(await pruneBackups(request.folder, first.terminal, (time) => time.slice(0, 19))).toBe(1);
    expect(await listBackups(request.folder)).toEqual([second]);
  });

  test('a copy is made ready with its passphrase; without, with another, or damaged, it is refused in words', async () => {
    const { dir, request } = await quickShop();
    const { file } = await makeBackup(systemClock, request);
    const copy = join(request.folder, file.file);
    const { head } = readBackupName(file.file) ?? { head: { seq: 0, hash: '' } };
    const prepared = join(dir, 'prepared.db');
    const prepare = (passphrase: string | null, path = copy) => {
      const task = {
        task: 'prepare',
        copy: path,
        head,
        database: request.database,
        prepared,
        at,
        passphrase,
      } as const;
      return runTask(task, { withinMs: 60_000 });
    };
    expect(await prepare(null)).toMatchObject({ kind: 'refused', reason: 'passphrase_missing' });
    expect(await prepare('another passphrase')).toMatchObject({ kind: 'refused', reason: 'wrong_passphrase' });
    const cut = join(request.folder, 'cut.db.age');
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
});
