import { randomBytes } from 'node:crypto';
import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeBackup } from '../../src/main/backup/make-backup.ts';
import { createSealing } from '../../src/main/base/sealing.ts';
import { systemClock, systemRandom } from '../../src/main/base/system/clock-and-random.ts';
import { createNodeTransport } from '../../src/main/base/system/http-transport.ts';
import type { Clock } from '../../src/main/base/system.ts';
import type { Head } from '../../src/main/db/change.ts';
import { readMeta } from '../../src/main/db/metadata.ts';
import { connect } from '../../src/main/db/open-database.ts';
import { verifyJournal } from '../../src/main/integrity/verify.ts';
import { allLedgerTables } from '../../src/main/ledger/ledger-rows.ts';
import { FetchFailed, fetchShipped } from '../../src/main/log-shipping/fetch-shipped.ts';
import { prepareReadBatch } from '../../src/main/log-shipping/log-batch.ts';
import { LogShipping, snapshotEveryMs } from '../../src/main/log-shipping/shipping-worker.ts';
import { createShippedLogClient } from '../../src/main/relay-client/shipped-log-client.ts';
import { openShopDatabase, type ShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { erasedNo } from '../../src/shared/domain/erasure.ts';
import { aJournal, journalPath, realRandom, temporaryFolder } from '../support/database-files.ts';
import { recordingLog } from '../support/fake-system.ts';
import { eraseNumber } from '../support/large-databases.ts';
import { rowsOf } from '../support/log-rows.ts';
import { secret, startRelay } from '../support/relay.ts';
import { newDatabase } from '../support/relay-databases.ts';
import { relayCommandInProcess, relayProcess } from '../support/relay-process.ts';
import { begin, event, order, sold, stored, updated } from '../support/stored-sales.ts';
import { tamper } from '../support/tamper.ts';

const key = randomBytes(32);
const patient = { timeout: 30_000, interval: 20 };

interface Mailbox {
  relay: { url: string };
  mailbox: string;
  token: string;
}

const clientOf = ({ relay, mailbox, token }: Mailbox, signal = new AbortController().signal) =>
  createShippedLogClient({ transport: createNodeTransport(), url: relay.url, mailbox, token, signal });

/** Ships the journal at this path as the counter does; stopped with the test. */
function ship(
  at: Mailbox,
  path: string,
  logKey: Uint8Array = key,
  now: { clock: Clock; aheadMs?: number } = { clock: systemClock },
): LogShipping & { older: Head[]; folder: string; changeKey(to: Uint8Array): void } {
  const older: Head[] = [];
  const folder = temporaryFolder();
  let present = logKey;
  const shipping = new LogShipping({
    relayUntil: (signal) => clientOf(at, signal),
    logKey: () => present,
    journalPath: path,
    folder,
    runTask: async (task) => {
      if (task.task !== 'copy') throw new Error('only copies are made');
      return { kind: 'copied', ...(await makeBackup(systemClock, task)) };
    },
    onOlderJournal: (head) => older.push(head),
    relayAheadMs: () => now.aheadMs ?? 0,
    clock: now.clock,
    random: systemRandom,
    log: recordingLog(),
  });
  onTestFinished(() => shipping.stop());
  const changeKey = (to: Uint8Array): void => {
    present = to;
  };
  return Object.assign(shipping, { older, folder, changeKey });
}

const stateOf = async (at: Mailbox) => {
  const answer = await clientOf(at).read();
  if (answer.kind !== 'answered') throw new Error(answer.kind);
  return answer.value;
};
const shippedAll = (at: Mailbox, db: ShopDatabase) =>
  vi.waitFor(async () => expect(await stateOf(at)).toMatchObject({ head: (await db.head()).hash }), patient);
const hasSnapshot = (at: Mailbox, through: number) =>
  vi.waitFor(async () => expect((await stateOf(at)).snapshot?.through).toBeGreaterThanOrEqual(through), patient);

const fetchFrom = (at: Mailbox, logKey: Uint8Array = key): Promise<string> =>
  fetchShipped({
    relay: clientOf(at),
    seal: createSealing(logKey, at.mailbox, systemRandom),
    folder: temporaryFolder(),
    clock: systemClock,
    random: systemRandom,
  });

/** Restored from the relay it is as it was, and whole. */
async function expectRestored(at: Mailbox, path: string): Promise<void> {
  const fetched = await fetchFrom(at);
  expect(verifyJournal(fetched).flaw).toBeNull();
  expect(rowsOf(fetched)).toEqual(rowsOf(path));
}

const sellAll = async (db: ShopDatabase, from: number, to: number): Promise<void> => {
  for (let n = from; n <= to; n += 1) await sold(db, order(n));
};

test('a lost counter comes back from the relay as it was: sales, receipts, shifts, people, batches and deposit', async () => {
  const at = await startRelay();
  const path = journalPath();
  const db = await aJournal(path);
  const shipping = ship(at, path);
  await sellAll(db, 1, 3);
  await hasSnapshot(at, 1);
  const now = { at: '2026-03-03T01:00:00.000Z', actor: 'cashier' };
  const ani = { id: 'p1', name: 'Ani', role: 'owner', active: true, createdAt: now.at } as const;
  const budi = { ...ani, id: 'p2', name: 'Budi', role: 'cashier' } as const;
  await db.people.add(ani, now.at);
  await db.people.add(budi, now.at);
  await db.people.change('p2', { active: false, name: 'Budi S' }, { at: now.at, newPin: false });
  await db.shifts.open({ ...now, counted: 100_000, day: '2026-03-03' });
  await sellAll(db, 4, 30);
  await db.shifts.close({ ...now, counted: 50_000 });
  await db.shifts.open({ ...now, counted: 50_000, day: '2026-03-04' });
  await db.deposit.record({ id: null, kind: 'corrected', amount: 1_000_000, note: null, at: now.at });
  await db.deposit.record({ id: null, kind: 'paid_in', amount: 500, note: 'transfer', at: now.at });
  for (const position of [1, 2]) {
    const line = order(40 + position, { state: 'unsent', flags: ['batch_line'] });
    await stored(db, begin(line, { parts: { batchLine: { id: 'b1', position, tendered: 50_000 } } }));
  }
  await db.batches.stopped({ id: 'b1', at: now.at });
  const failing = await stored(db, begin(order(50)));
  await stored(db, updated(failing, { state: 'failed' }));
  await stored(db, begin(order(51)));
  // Bytes that are no text, and more than one batch takes.
  const answer = { role: 'answer' as const, bytes: randomBytes(300_000) };
  await db.commit({ sale: null, event: event('webhook.quarantined', { bodies: [answer] }) });
  await shippedAll(at, db);
  expect(await shipping.check()).toMatchObject({ kind: 'matches', shipped: { through: (await db.head()).seq } });
  await shipping.stop();
  // The copies that were shipped are gone.
  expect(readdirSync(join(shipping.folder, 'shipping'))).toEqual([]);
  await db.close();
  await expectRestored(at, path);
});

test('an erased customer stays erased, and the next snapshot replaces what was shipped of them', async () => {
  const at = await startRelay();
  const path = journalPath();
  const sales = await aJournal(path);
  const first = ship(at, path);
  await sellAll(sales, 1, 2);
  await hasSnapshot(at, 1);
  await sellAll(sales, 3, 5);
  await shippedAll(at, sales);
  for (const n of [1, 4]) await eraseNumber(sales, order(n).customerNo);
  await shippedAll(at, sales);
  await first.stop();
  const fetched = await fetchFrom(at);
  expect(verifyJournal(fetched)).toMatchObject({ flaw: null, erasedSales: 2 });
  const db = new Database(fetched, { readonly: true });
  for (const n of [1, 4]) {
    expect(db.prepare('SELECT customer_no FROM transactions WHERE id = ?').pluck().get(order(n).id)).toBe(erasedNo);
  }
  const named = db.prepare('SELECT count(*) FROM event_payloads WHERE instr(bytes, ?) > 0').pluck();
  expect([1, 3, 4].map((n) => Number(named.get(Buffer.from(order(n).customerNo))) > 0)).toEqual([false, true, false]);
  db.close();

  const before = await stateOf(at);
  const old = new Date(Date.now() - 7 * 24 * 60 * 60_000 - 1000).toISOString();
  await at.sql(`UPDATE shipped_logs SET snapshot_at = '${old}'`);
  ship(at, path);
  await hasSnapshot(at, (await sales.head()).seq);
  await vi.waitFor(async () => expect(await at.sql('SELECT 1 FROM shipped_batches')).toEqual([]), patient);
  expect((await stateOf(at)).snapshot?.id).not.toBe(before.snapshot?.id);
  expect(verifyJournal(await fetchFrom(at))).toMatchObject({ flaw: null, erasedSales: 2 });
});

test('a customer who was erased before that was shipped leaves no gap in the receipts', async () => {
  const at = await startRelay();
  const path = journalPath();
  const db = await aJournal(path);
  const first = ship(at, path);
  await sellAll(db, 1, 2);
  await hasSnapshot(at, 1);
  await first.stop();
  const now = { at: '2026-03-03T01:00:00.000Z', actor: 'cashier' };
  await db.shifts.open({ ...now, counted: 0, day: '2026-03-03' });
  await sellAll(db, 3, 6);
  await db.shifts.close({ ...now, counted: 0 });
  await db.shifts.open({ ...now, counted: 0, day: '2026-03-04' });
  for (const n of [3, 4]) await eraseNumber(db, order(n).customerNo);
  ship(at, path);
  await shippedAll(at, db);
  await db.close();
  const fetched = await fetchFrom(at);
  expect(verifyJournal(fetched)).toMatchObject({ flaw: null, erasedSales: 2 });
  for (const table of ['receipts', ...allLedgerTables]) {
    expect(rowsOf(fetched)[table], table).toEqual(rowsOf(path)[table]);
  }
});

test('what was quarantined of an erased customer, and who was saved, does not come back', async () => {
  const at = await startRelay();
  const path = journalPath();
  const sales = await aJournal(path);
  const { customerNo } = order(1);
  const body = Buffer.from(`{"data":{"customer_no":"${customerNo}"}}`);
  await sales.commit({
    sale: null,
    event: event('webhook.quarantined', { bodies: [{ role: 'webhook', bytes: body }] }),
  });
  const numbers = [{ customerNo, label: '', productCode: null }];
  const consent = { consentAt: '2026-03-01T00:00:00.000Z', consentBy: 'Ani', purgeAt: '2999-12-31' };
  await sales.customerBook.save({ id: 'c1', name: 'Siti', note: null, numbers, ...consent });
  const member = { payer: '', productCode: 'PLNPOST' };
  await sales.billGroups.save({ id: 'g1', name: 'RT 05', ...consent }, [
    { ...member, id: 'm1', name: 'Siti', customerNo },
    { ...member, id: 'm2', name: 'Budi', customerNo: '530000000002' },
  ]);
  await sales.billGroups.save({ id: 'g2', name: 'RT 06', ...consent }, [
    { ...member, id: 'm3', name: 'Ani', customerNo: '530000000003' },
  ]);
  ship(at, path);
  await sellAll(sales, 2, 2);
  await hasSnapshot(at, 1);
  await eraseNumber(sales, customerNo);
  await sales.billGroups.forget('g2', '2026-03-02T00:00:00.000Z');
  await shippedAll(at, sales);
  const db = new Database(await fetchFrom(at), { readonly: true });
  const count = (sql: string): unknown => db.prepare(`SELECT count(*) FROM ${sql}`).pluck().get();
  expect(count(`event_payloads WHERE instr(bytes, CAST('${customerNo}' AS BLOB)) > 0`)).toBe(0);
  expect(['customers', 'customer_numbers', 'customer_words'].map(count)).toEqual([0, 0, 0]);
  expect(db.prepare('SELECT id FROM bill_group_members').pluck().all()).toEqual(['m2']);
  expect(db.prepare('SELECT id FROM bill_groups').pluck().all()).toEqual(['g1']);
  db.close();
});

test('while the relay is killed and started again every event is shipped, and none twice', {
  tags: ['full'],
}, async () => {
  const { env, sql } = await newDatabase();
  const creation = await relayCommandInProcess(env, 'mailbox', 'create', 'a shop', '--secret', secret, '--json');
  const { mailbox, token } = JSON.parse(creation.stdout) as { mailbox: string; token: string };
  let relay = await relayProcess(env);
  const port = new URL(relay.url).port;
  const at = { relay: { url: relay.url }, mailbox, token };
  const path = journalPath();
  const db = await aJournal(path);
  ship(at, path);
  for (let kills = 0; kills < 3; kills += 1) {
    const before = (await stateOf(at)).through;
    const selling = sellAll(db, kills * 40 + 1, kills * 40 + 40);
    await vi.waitFor(async () => expect((await stateOf(at)).through).toBeGreaterThan(before), patient);
    relay.process.kill('SIGKILL');
    await selling;
    relay = await relayProcess({ ...env, RELAY_PORT: port });
  }
  await shippedAll(at, db);
  const rows = await sql('SELECT first_seq AS first, last_seq AS last FROM shipped_batches ORDER BY first_seq');
  let next = Number(rows[0]?.['first']);
  for (const { first, last } of rows) {
    expect(Number(first)).toBe(next);
    next = Number(last) + 1;
  }
  await hasSnapshot(at, 1);
  await shippedAll(at, db);
  await db.close();
  await expectRestored(at, path);
});

test('a counter that was killed goes on from what the relay has', async () => {
  const at = await startRelay();
  const path = journalPath();
  const db = await aJournal(path);
  await sellAll(db, 1, 40);
  const first = ship(at, path);
  await vi.waitFor(async () => expect((await stateOf(at)).through).toBeGreaterThan(0), patient);
  await first.stop();
  await sellAll(db, 41, 60);
  ship(at, path);
  await shippedAll(at, db);
  await hasSnapshot(at, 1);
  await db.close();
  await expectRestored(at, path);
});

test.each([
  ['with the next sale', true],
  ['also while nothing is sold', false],
])('a relay that was put back to an older copy gets what it lost again, %s', async (_, thenSells) => {
  const at = await startRelay();
  const path = journalPath();
  const db = await aJournal(path);
  const shipping = ship(at, path);
  await sellAll(db, 1, 2);
  await hasSnapshot(at, 1);
  await shippedAll(at, db);
  const older = (await at.sql('SELECT through, head, tag FROM shipped_logs'))[0];
  for (const n of [3, 4, 5]) {
    await sellAll(db, n, n);
    await shippedAll(at, db);
  }
  await at.sql(`DELETE FROM shipped_batches WHERE last_seq > ${Number(older?.['through'])}`);
  await at.sql(`UPDATE shipped_logs SET through = ${Number(older?.['through'])},
    head = '${String(older?.['head'])}', tag = '${String(older?.['tag'])}'`);
  if (thenSells) await sellAll(db, 6, 6);
  else shipping.compare();
  await shippedAll(at, db);
  expect((await stateOf(at)).through).toBe((await db.head()).seq);
  await db.close();
  await expectRestored(at, path);
});

/** Ten sales that were shipped, and a copy of the file of when there were five. */
async function shippedTen() {
  const at = await startRelay();
  const path = journalPath();
  const older = `${path}.older`;
  const db = await aJournal(path);
  await sellAll(db, 1, 5);
  await db.close();
  copyFileSync(path, older);
  const again = await aJournal(path);
  const shipping = ship(at, path);
  await sellAll(again, 6, 10);
  await shippedAll(at, again);
  await hasSnapshot(at, 1);
  // What the snapshot replaced is deleted after it counts.
  const replaced = 'SELECT 1 FROM shipped_batches WHERE last_seq <= (SELECT snapshot_through FROM shipped_logs)';
  await vi.waitFor(async () => expect(await at.sql(replaced)).toEqual([]), patient);
  await shipping.stop();
  const head = await again.head();
  await again.close();
  return { at, path, older, head };
}

test('a journal that is older than what was shipped, or was rewritten, differs, and what the relay has stays as it is', async () => {
  const { at, path, older, head } = await shippedTen();
  const before = await stateOf(at);
  const rolledBack = ship(at, older);
  expect(await rolledBack.check()).toMatchObject({ kind: 'differs', shipped: { head: head.hash } });
  await vi.waitFor(() => expect(rolledBack.older).toEqual([head]), patient);
  await rolledBack.stop();

  // The older file went on with other sales, further than the shipped one.
  const other = await openShopDatabase({ path: older, random: realRandom });
  await sellAll(other, 20, 40);
  await other.close();
  const rewritten = ship(at, older);
  expect(await rewritten.check()).toMatchObject({ kind: 'differs', shipped: { head: head.hash } });
  await vi.waitFor(() => expect(rewritten.older).toEqual([head]), patient);
  await rewritten.stop();
  expect(await stateOf(at)).toEqual(before);
  expect(await ship(at, path).check()).toMatchObject({ kind: 'matches' });
});

test('an edit of an event that was shipped is found by its hash even where the chain was rebuilt', async () => {
  const { at, path, head } = await shippedTen();
  tamper(path, `UPDATE metadata SET head_hash = x'${'ab'.repeat(32)}'`);
  tamper(path, `UPDATE events SET hash = x'${'ab'.repeat(32)}' WHERE seq = ${head.seq}`);
  expect(await ship(at, path).check()).toMatchObject({ kind: 'differs', shipped: { head: head.hash } });
});

test('with another key nothing is fetched, and another journal neither ships nor believes', async () => {
  const { at } = await shippedTen();
  const before = await stateOf(at);
  const other = randomBytes(32);
  const path = journalPath();
  await sellAll(await aJournal(path), 1, 2);
  const shipping = ship(at, path, other);
  expect(await shipping.check()).toMatchObject({ kind: 'foreign' });
  await expect(fetchFrom(at, other)).rejects.toMatchObject({ reason: 'other_key' });
  await shipping.stop();
  expect(await stateOf(at)).toEqual(before);
});

test('after the shop’s key was changed the log is shipped again under the new one', async () => {
  const { at, path } = await shippedTen();
  const other = randomBytes(32);
  const db = await aJournal(path);
  const { snapshot } = await stateOf(at);
  ship(at, path, other);
  await vi.waitFor(async () => expect((await stateOf(at)).snapshot?.id).not.toBe(snapshot?.id), patient);
  await sellAll(db, 11, 12);
  await shippedAll(at, db);
  await db.close();
  await expect(fetchFrom(at)).rejects.toMatchObject({ reason: 'other_key' });
  const fetched = await fetchFrom(at, other);
  expect(rowsOf(fetched)).toEqual(rowsOf(path));
});

test('a running counter ships its log again as soon as the shop’s key was changed', async () => {
  const at = await startRelay();
  const path = journalPath();
  const db = await aJournal(path);
  const shipping = ship(at, path);
  await sellAll(db, 1, 3);
  await hasSnapshot(at, 1);
  const { snapshot } = await stateOf(at);
  const other = randomBytes(32);
  shipping.changeKey(other);
  await sellAll(db, 4, 5);
  await vi.waitFor(async () => expect((await stateOf(at)).snapshot?.id).not.toBe(snapshot?.id), patient);
  await shippedAll(at, db);
  await shipping.stop();
  await db.close();
  expect(rowsOf(await fetchFrom(at, other))).toEqual(rowsOf(path));
});

test('a batch of the key before that comes late is replaced within seconds', async () => {
  const at = await startRelay();
  const path = journalPath();
  const sales = await aJournal(path);
  const shipping = ship(at, path);
  await sellAll(sales, 1, 3);
  await hasSnapshot(at, 1);
  const other = randomBytes(32);
  const snapshotId = async () => (await stateOf(at)).snapshot?.id;
  const before = await snapshotId();
  shipping.changeKey(other);
  await vi.waitFor(async () => expect(await snapshotId()).not.toBe(before), patient);
  await shippedAll(at, sales);
  const newSnapshot = await snapshotId();
  const db = connect(path, true);
  const seal = createSealing(key, at.mailbox, systemRandom);
  // Sooner than the counter, which looks every half second.
  for (let sale = 4; ; sale++) {
    await sellAll(sales, sale, sale);
    const batch = prepareReadBatch(db)((await stateOf(at)).through);
    if (batch === null) continue;
    const { first, last, previous, head, plain } = batch;
    const tag = seal.tag(readMeta(db).terminal, { seq: last, hash: head });
    const late = { first, last, previous, head, tag };
    await clientOf(at).append(late, seal.seal(['batch', first, last, previous, head], plain));
    if ((await stateOf(at)).tag === tag) break;
  }
  db.close();
  await vi.waitFor(async () => expect(await snapshotId()).not.toBe(newSnapshot), patient);
  await shippedAll(at, sales);
  await shipping.stop();
  await sales.close();
  expect(rowsOf(await fetchFrom(at, other))).toEqual(rowsOf(path));
});

test('a counter whose clock is weeks ahead of the relay’s does not ship one snapshot after the other', async () => {
  const at = await startRelay();
  const path = journalPath();
  const db = await aJournal(path);
  const ahead: Clock = { ...systemClock, now: () => systemClock.now() + 2 * snapshotEveryMs };
  ship(at, path, key, { clock: ahead });
  await sellAll(db, 1, 1);
  await hasSnapshot(at, 1);
  const { snapshot } = await stateOf(at);
  for (const n of [2, 3, 4]) {
    await sellAll(db, n, n);
    await shippedAll(at, db);
  }
  expect((await stateOf(at)).snapshot).toEqual(snapshot);
  await db.close();
});

test('a counter whose clock is months behind the relay’s replaces each week what it shipped all the same', async () => {
  const at = await startRelay();
  const path = journalPath();
  const db = await aJournal(path);
  const aheadMs = 10 * snapshotEveryMs;
  const behind = { clock: { ...systemClock, now: () => systemClock.now() - aheadMs }, aheadMs };
  const first = ship(at, path, key, behind);
  await sellAll(db, 1, 1);
  await hasSnapshot(at, 1);
  await sellAll(db, 2, 2);
  await eraseNumber(db, order(2).customerNo);
  await shippedAll(at, db);
  await first.stop();
  const old = new Date(Date.now() - snapshotEveryMs - 1000).toISOString();
  await at.sql(`UPDATE shipped_logs SET snapshot_at = '${old}'`);
  ship(at, path, key, behind);
  await hasSnapshot(at, (await db.head()).seq);
  await vi.waitFor(async () => expect(await at.sql('SELECT 1 FROM shipped_batches')).toEqual([]), patient);
});

test.each([
  ['the last batch', 'DELETE FROM shipped_batches WHERE last_seq = (SELECT max(last_seq) FROM shipped_batches)'],
  ['a part of the snapshot', 'DELETE FROM shipped_snapshot_parts'],
  ['the end of the log', 'UPDATE shipped_logs SET through = snapshot_through, head = snapshot_head'],
])('a relay that leaves out %s is found out', async (_what, sql) => {
  const at = await startRelay();
  const path = journalPath();
  const db = await aJournal(path);
  ship(at, path);
  await sellAll(db, 1, 2);
  await hasSnapshot(at, 1);
  await shippedAll(at, db);
  for (const n of [3, 4]) {
    await sellAll(db, n, n);
    await shippedAll(at, db);
  }
  await at.sql(sql);
  const folder = temporaryFolder();
  const seal = createSealing(key, at.mailbox, systemRandom);
  const fetching = fetchShipped({ relay: clientOf(at), seal, folder, clock: systemClock, random: systemRandom });
  await expect(fetching).rejects.toBeInstanceOf(FetchFailed);
  expect(readdirSync(join(folder, 'shipping'))).toEqual([]);
});

test('a counter that was restored to an older copy ships its new history in place of the one that it left', async () => {
  const { at, older } = await shippedTen();
  const { applyRestoreRule } = await import('../../src/main/backup/prepare-restore.ts');
  const { connect } = await import('../../src/main/db/open-database.ts');
  const db = connect(older, false);
  applyRestoreRule(db, realRandom, { at: '2026-03-05T01:00:00.000Z', reason: 'copy', behind: null });
  db.close();
  const sales = await aJournal(older);
  ship(at, older);
  await shippedAll(at, sales);
  await sellAll(sales, 30, 31);
  await shippedAll(at, sales);
  expect((await stateOf(at)).through).toBe((await sales.head()).seq);
  await sales.close();
  await expectRestored(at, older);
});
