import { execFile } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { compiledTests } from '../../../scripts/compiled-tests.ts';
import { projectDir } from '../../../scripts/project.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { builtJournal } from '../../support/built-counters.ts';
import { aJournal, journalPath, tamper, threeSales } from '../../support/database-files.ts';
import { amended, order, sold, stored } from '../../support/stored-sales.ts';

test('an untouched journal is whole, and its head is named', async () => {
  const report = verifyJournal(await threeSales());
  expect(report).toMatchObject({ events: 6, sales: 3, receipts: 3, erased: 0, flaw: null, head: { seq: 6 } });
  expect(report.head.hash).toMatch(/^[0-9a-f]{64}$/);
});

test('an empty journal is whole', async () => {
  const path = journalPath();
  await (await aJournal(path)).close();
  expect(verifyJournal(path)).toMatchObject({ events: 0, flaw: null, head: { seq: 0 } });
});

const swap = `
  CREATE TABLE swap AS SELECT * FROM events WHERE seq IN (3, 4);
  DELETE FROM events WHERE seq IN (3, 4);
  INSERT INTO events SELECT 7 - seq, sale_id, type, at, actor, data, digests, encoding, prev, hash FROM swap;`;

test.each([
  ['an edited event', `UPDATE events SET data = '{"status":201}' WHERE seq = 4`, 'event 4', 'event_changed'],
  [
    'an event given to another sale',
    'UPDATE events SET sale_id = (SELECT min(id) FROM transactions) WHERE seq = 5',
    'event 5',
    'event_changed',
  ],
  ['a deleted event', 'DELETE FROM events WHERE seq = 3', 'event 3', 'event_missing'],
  ['the first event deleted', 'DELETE FROM events WHERE seq = 1', 'event 1', 'event_missing'],
  ['reordered events', swap, 'event 3', 'link_broken'],
  ['the end cut off', 'DELETE FROM events WHERE seq = 6', 'event 6', 'end_differs'],
  ['an edited body', `UPDATE event_payloads SET bytes = CAST('{}' AS BLOB) WHERE seq = 2`, 'event 2', 'body_changed'],
  ['another role for a body', `UPDATE event_payloads SET role = 'note' WHERE seq = 2`, 'event 2', 'body_changed'],
  ['a deleted body', 'DELETE FROM event_payloads WHERE seq = 5', 'event 5', 'body_missing'],
  ['an edited sale', `UPDATE transactions SET total = 1 WHERE id LIKE '%2'`, `sale ${order(2).id}`, 'sale_differs'],
  [
    'an edited search key',
    `UPDATE transactions SET customer_key = '1' WHERE id LIKE '%2'`,
    `sale ${order(2).id}`,
    'sale_differs',
  ],
  ['a receipt left out', 'DELETE FROM receipts WHERE number = 2', 'receipt', 'receipt_missing'],
  ['the last receipt left out', 'DELETE FROM receipts WHERE number = 3', `sale ${order(3).id}`, 'receipt_differs'],
  [
    'a receipt given to another sale',
    `UPDATE receipts SET sale_id = 'x' WHERE number = 1`,
    'receipt',
    'receipt_differs',
  ],
])('%s is found', async (_what, sql, row, why) => {
  const path = await threeSales();
  tamper(path, sql);
  const { flaw } = verifyJournal(path);
  expect([flaw?.row.slice(0, row.length), flaw?.why]).toEqual([row, why]);
});

test('a sale that no event made is found', async () => {
  const path = await threeSales();
  const columns = `kind, state, product_code, customer_no, customer_key, refused, flags, prints, day, created_at, updated_at, revision, cash_to_return, cash_to_collect`;
  tamper(
    path,
    `INSERT INTO transactions (id, ${columns}) SELECT '0195f0aa-extra', ${columns} FROM transactions LIMIT 1`,
  );
  expect(verifyJournal(path).flaw).toEqual({ row: 'sale 0195f0aa-extra', why: 'sale_unexplained' });
});

test('erased bodies are counted and the chain still holds', async () => {
  const path = await threeSales();
  const journal = await aJournal(path);
  const at = '2026-03-05T00:00:00.000Z';
  await journal.customers.begin({ customerNo: order(2).customerNo, note: 'asked', at });
  while ((await journal.customers.eraseNext(at)).length > 0);
  await journal.close();
  const { flaw, erased, erasedSales } = verifyJournal(path);
  expect({ flaw, erasedSales }).toEqual({ flaw: null, erasedSales: 1 });
  expect(erased).toBeGreaterThan(1);
});

test('what was taken out of the log without a word, to change its sale unseen, is found', async () => {
  const path = await threeSales();
  const db = new Database(path);
  // No trigger stands against it: this is how a customer is erased.
  db.exec(`UPDATE event_payloads SET salt = NULL, bytes = NULL WHERE seq = 4;
    UPDATE transactions SET sn = 'X' WHERE id = '${order(2).id}'`);
  db.close();
  expect(verifyJournal(path).flaw).toEqual({ row: 'event 4', why: 'body_missing' });
});

test('a journal can be verified while it is written', async () => {
  const path = journalPath();
  const journal = await aJournal(path);
  const sale = await sold(journal, order(1));
  expect(verifyJournal(path)).toMatchObject({ flaw: null, events: 2 });
  await stored(journal, amended(sale, { prints: 1 }));
  expect(verifyJournal(path)).toMatchObject({ flaw: null, events: 3 });
});

async function command(
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<{ code: number; stdout: string }> {
  const run = promisify(execFile);
  const all = [builtJournal, ...(args[0] === 'rebuild-books' ? args : ['verify', ...args])];
  return run(join(projectDir, 'node_modules/node/bin/node'), all, {
    env: { PATH: process.env.PATH, ...compiledTests, ...env },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (failed: { code: number; stdout: string }) => failed,
  );
}

test('the command says it in words and in its exit code', async () => {
  const path = await threeSales();
  expect(await command([path])).toMatchObject({ code: 0, stdout: expect.stringContaining('The journal is whole.') });
  expect(await command([`${path}.none`])).toMatchObject({ code: 2 });
  expect(await command([path, 'and another'])).toMatchObject({ code: 2 });
  tamper(path, 'DELETE FROM events WHERE seq = 3');
  const bad = { code: 1, stdout: expect.stringContaining('NOT RIGHT: event 3 is missing') };
  expect(await command([path])).toMatchObject(bad);
});

test('a command makes the books anew, and touches no file that is none of ours', async () => {
  const path = await threeSales();
  tamper(path, 'UPDATE ledger_by_hour SET turnover = 7');
  expect(await command([path])).toMatchObject({ code: 1, stdout: expect.stringContaining('rebuild-books') });
  expect(await command(['rebuild-books', path])).toMatchObject({ code: 0 });
  expect(await command([path])).toMatchObject({ code: 0 });
  expect(await command(['rebuild-books', `${path}.none`])).toMatchObject({ code: 2 });
});

test('the command takes the keys from the environment, and never without the one in use', async () => {
  const path = await threeSales();
  const keys = { KONTER_SECRET_KEY: 'present', KONTER_RETIRED_KEYS: '["before"]' };
  const told = await command([path, '--keys-from-env'], keys);
  expect(told).toMatchObject({ code: 0, stdout: expect.stringContaining('0 signed with retired key 1') });
  expect(told.stdout).not.toContain('before');
  expect(await command([path, '--keys-from-env'])).toMatchObject({ code: 2 });
  expect(await command([path, '--keys-from-env'], { ...keys, KONTER_RETIRED_KEYS: 'before' })).toMatchObject({
    code: 2,
  });
});

test('a head on paper tells a database that was rolled back, whole as it is', async () => {
  const path = await threeSales();
  const older = `${path}.older`;
  copyFileSync(path, older);
  const journal = await aJournal(path);
  await sold(journal, order(4));
  await journal.close();
  const { seq, hash } = verifyJournal(path).head;
  const printed = `${seq} ${hash.replaceAll(/(.{4})/g, '$1 ')}`;
  expect(await command([path, '--head', printed])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Event 8 has that code.'),
  });
  expect(verifyJournal(older).flaw).toBeNull();
  expect(await command([older, '--head', printed])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('NOT RIGHT: event 8 is not there with that code'),
  });
  expect(await command([path, '--head', `${seq} abcd`])).toMatchObject({ code: 2 });
});
