import { randomBytes } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Database from 'better-sqlite3';
import readWorkbook from 'read-excel-file/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeBackup } from '../../src/main/backup/make-backup.ts';
import { applyRestoreRule } from '../../src/main/backup/prepare-restore.ts';
import { createSealing } from '../../src/main/base/sealing.ts';
import { systemClock, systemRandom } from '../../src/main/base/system/clock-and-random.ts';
import { createNodeTransport } from '../../src/main/base/system/http-transport.ts';
import { TaskAnswer } from '../../src/main/db/database-tasks.ts';
import { connect } from '../../src/main/db/open-database.ts';
import { verifyJournal } from '../../src/main/integrity/verify.ts';
import { createPacking } from '../../src/main/log-shipping/compression.ts';
import { LogShipping } from '../../src/main/log-shipping/shipping-worker.ts';
import { FollowedCounters } from '../../src/main/office/follow-counters.ts';
import { createOfficeClient, createShippedLogClient } from '../../src/main/relay-client/shipped-log-client.ts';
import { databaseTaskHandler } from '../../src/main/runtime/database-task-handler.ts';
import { openShopDatabase, type ShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { newShopKey, readShopKey } from '../../src/main/shop/shop-key.ts';
import type { OfficeCounter } from '../../src/shared/contract/office.ts';
import { erasedNo } from '../../src/shared/domain/erasure.ts';
import { type AppWorld, appWorld, memorySecrets } from '../support/app-world.ts';
import { realRandom, temporaryFolder } from '../support/database-files.ts';
import { recordingLog } from '../support/fake-system.ts';
import { keptThreads } from '../support/kept-threads.ts';
import { eraseNumber } from '../support/large-databases.ts';
import { rowsOf } from '../support/log-rows.ts';
import { relayEnv, startRelay } from '../support/relay.ts';
import { requestAt, snapshotId } from '../support/shipping.ts';
import { askShop, type ShopMailbox, shopAt } from '../support/shop.ts';
import { smallDisk } from '../support/small-disk.ts';
import { begin, event, order, sold, stored, updated } from '../support/stored-sales.ts';
import { botToken, TelegramServer } from '../support/telegram-server.ts';

const patient = { timeout: 20_000, interval: 20 };
const now = { at: '2026-03-03T01:00:00.000Z', actor: 'cashier' };

/** A shop at a real relay, with a key that all its machines have. */
async function aShop() {
  const shop = await shopAt(startRelay, []);
  const keyText = newShopKey(randomBytes(32));
  const key = readShopKey(keyText);
  if (!key) throw new Error('no key');
  const office = await shop.join('Office', 'office');
  const secrets = memorySecrets(new Map([['shopKey', keyText]]));
  const dataDir = temporaryFolder();
  let isKeyKnown = false;
  return {
    ...shop,
    key,
    dataDir,
    /** A counter that ships its journal. @param path of an existing journal */
    async counter(name: string, path = join(temporaryFolder(), 'journal.db')) {
      const at = await shop.join(name);
      if (!isKeyKnown) await askShop(at, 'shop-key', { keyId: key.id });
      isKeyKnown = true;
      const counter = { name, at, path, ...(await openCounter(at, path, key.derive('log'))) };
      return counter;
    },
    office: (more: Parameters<typeof appWorld>[0] = {}) =>
      appWorld({
        role: 'office',
        dataDir,
        secrets,
        env: relayEnv(office),
        ...more,
      }),
  };
}

/** Opens a journal and ships it as a counter does; both end with the test. */
async function openCounter(at: ShopMailbox, path: string, logKey: Uint8Array) {
  const db = await openShopDatabase({ path, random: realRandom });
  const shipping = new LogShipping({
    relayUntil: (signal) =>
      createShippedLogClient({
        transport: createNodeTransport(),
        url: at.relay.url,
        mailbox: at.mailbox,
        token: at.token,
        signal,
      }),
    logKey: () => logKey,
    journalPath: path,
    folder: temporaryFolder(),
    runTask: async (task) => {
      if (task.task !== 'copy') throw new Error('only copies are made');
      return { kind: 'copied', ...(await makeBackup(systemClock, task)) };
    },
    onOlderJournal: () => undefined,
    relayAheadMs: () => 0,
    clock: systemClock,
    random: systemRandom,
    log: recordingLog(),
  });
  const close = async (): Promise<void> => {
    await shipping.stop();
    await db.close();
  };
  onTestFinished(close);
  return { db, shipping, close };
}

type Counter = Awaited<ReturnType<Awaited<ReturnType<typeof aShop>>['counter']>>;

const countersOf = async ({ call }: AppWorld): Promise<OfficeCounter[]> =>
  (await call('office.counters')).value.counters;
const counterOf = async (office: AppWorld, name: string): Promise<OfficeCounter> => {
  const match = (await countersOf(office)).find((counter) => counter.name === name);
  if (!match) throw new Error(`no counter ${name}`);
  return match;
};
const replicaOf = async ({ dataDir }: AppWorld, { id }: OfficeCounter): Promise<string> => {
  const folder = join(dataDir, 'office', id);
  const file = readdirSync(folder).find((name) => /^journal-\d+\.db$/.test(name)) ?? '';
  return join(folder, file);
};

function headOf(path: string): unknown {
  const replica = new Database(path, { readonly: true });
  try {
    return replica.prepare('SELECT head_seq FROM metadata').pluck().get();
  } finally {
    replica.close();
  }
}

/** Until the office has every event of the counters, each of them whole. */
const followed = (office: AppWorld, ...counters: readonly Pick<Counter, 'name' | 'db'>[]): Promise<void> =>
  vi.waitFor(async () => {
    for (const { name, db } of counters) {
      const { seq } = await db.head();
      const counter = await counterOf(office, name);
      expect(counter.state).toBe('following');
      const replica = await replicaOf(office, counter);
      // What is verified is read whole: not before it is there.
      expect(headOf(replica)).toBe(seq);
      expect(verifyJournal(replica)).toMatchObject({ head: { seq }, flaw: null });
    }
  }, patient);

const sellAll = async (db: ShopDatabase, from: number, to: number): Promise<void> => {
  for (let n = from; n <= to; n += 1) await sold(db, order(n));
};

test('an office has what its counters shipped, row by row, and shows what they sell within two seconds', async () => {
  const shop = await aShop();
  const front = await shop.counter('Front');
  const back = await shop.counter('Back');
  await sellAll(front.db, 1, 5);
  await sellAll(back.db, 101, 103);
  const office = await shop.office();
  expect((await office.call('status')).value).toMatchObject({ role: 'office', mode: 'live', missing: [] });
  await followed(office, front, back);
  await front.db.shifts.open({ ...now, counted: 100_000, day: '2026-03-03' });
  const begun = await stored(front.db, begin(order(6)));
  const at = performance.now();
  await stored(front.db, updated(begun, { state: 'pending', transactionId: 'P6', transactionIdFrom: 'answer' }));
  const { id } = await counterOf(office, 'Front');
  await vi.waitFor(
    () =>
      expect(office.events).toContainEqual(
        expect.objectContaining({
          type: 'transaction',
          counter: id,
          transaction: expect.objectContaining({ id: begun.id, state: 'pending' }),
        }),
      ),
    { timeout: 10_000, interval: 5 },
  );
  expect(performance.now() - at).toBeLessThan(2000);
  await followed(office, front);
  for (const counter of [front, back]) {
    const replica = await replicaOf(office, await counterOf(office, counter.name));
    expect(rowsOf(replica)).toEqual(rowsOf(counter.path));
  }
  expect(await counterOf(office, 'Front')).toMatchObject({
    terminal: front.db.terminal,
    unresolved: { count: 1 },
    openShift: 1,
  });
  expect((await office.call('status')).value.unresolved.pending.count).toBe(1);
});

test('pages are to read their lists again once what a new counter sold before is there, which no event names', async () => {
  const shop = await aShop();
  const front = await shop.counter('Front');
  await sellAll(front.db, 1, 1);
  const office = await shop.office();
  await followed(office, front);
  const path = join(temporaryFolder(), 'journal.db');
  const alone = await openShopDatabase({ path, random: realRandom });
  await sellAll(alone, 101, 102);
  await alone.close();
  const before = office.events.length;
  await followed(office, await shop.counter('Back', path));
  const eventsSince = () => office.events.slice(before);
  await vi.waitFor(() => expect(eventsSince()).toContainEqual({ type: 'receipts' }), patient);
  expect(eventsSince().filter(({ type }) => type === 'transaction')).toEqual([]);
});

/** What two counters sold, and their office. */
async function joined() {
  const shop = await aShop();
  const front = await shop.counter('Front');
  const back = await shop.counter('Back');
  await front.db.shifts.open({ ...now, counted: 100_000, day: '2026-03-02' });
  await sellAll(front.db, 1, 4);
  await front.db.shifts.close({ ...now, counted: 90_000 });
  await sellAll(back.db, 101, 103);
  await stored(back.db, begin(order(104, { customerName: 'Budi' })));
  const office = await shop.office();
  await followed(office, front, back);
  const [frontId, backId] = [(await counterOf(office, 'Front')).id, (await counterOf(office, 'Back')).id];
  return { shop, front, back, office, frontId, backId };
}

test('receipts of all counters are one list: searched, paged, opened and narrowed to one counter', async () => {
  const { office, front, back, frontId, backId } = await joined();
  const { call } = office;
  const [mine, other] = [await front.db.search({ limit: 200 }), await back.db.search({ limit: 200 })];
  const all = [...mine.items, ...other.items].toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  const pages: string[] = [];
  const counters: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { value } = await call('transactions.search', { limit: 3, ...(cursor ? { cursor } : {}) });
    pages.push(...value.items.map(({ id }) => id));
    counters.push(...(value.counters ?? []));
    cursor = value.next;
  }
  expect(pages).toEqual(all.map(({ id }) => id));
  expect(counters).toEqual(all.map(({ id }) => (mine.items.some((sale) => sale.id === id) ? frontId : backId)));
  const search = async (query: object) => (await call('transactions.search', query)).value.items.map(({ id }) => id);
  expect(await search({ text: 'budi' })).toEqual([order(104).id]);
  expect(await search({ counter: frontId })).toEqual(mine.items.map(({ id }) => id));
  const receipt = mine.items[0]?.receiptNo ?? '';
  expect(await search({ text: receipt })).toEqual([mine.items[0]?.id]);
  expect((await call('transactions.outline', {})).value.count).toBe(all.length);
  expect((await call('transactions.outline', { counter: backId })).value.count).toBe(other.items.length);
  const id = order(102).id;
  expect((await call('transactions.get', { id })).value).toEqual(await back.db.get(id));
  expect((await call('transactions.timeline', { id })).value).toEqual(await back.db.timeline(id));
  expect((await call('transactions.proof', { id })).ok).toBe(true);
  expect((await call('receipts.preview', { id })).value).toMatchObject({ copy: 1, beyondLimit: false });
  expect(await call('receipts.print', { id })).toMatchObject({ ok: true, value: { copy: 1, via: 'system' } });
  expect(await call('transactions.get', { id: 'nowhere' })).toMatchObject({ ok: false, error: { code: 'not_found' } });
});

test('what was paid together at a counter is one batch among the receipts, also where its lines are on two pages', async () => {
  const { office, back, backId } = await joined();
  for (const position of [1, 2, 3]) {
    const line = order(200 + position, { state: 'unsent', flags: ['batch_line'] });
    await stored(back.db, begin(line, { parts: { batchLine: { id: 'b1', position, tendered: 50_000 } } }));
  }
  await followed(office, back);
  const read = async (query: object) => (await office.call('transactions.search', { limit: 2, ...query })).value;
  const first = await read({});
  const second = await read({ cursor: first.next });
  const lines = [1, 2, 3].map((position) => order(200 + position).id);
  for (const { counters, batches } of [first, second]) {
    expect(counters?.[0]).toBe(backId);
    expect(batches?.map((batch) => [batch.id, batch.lines.map(({ id }) => id)])).toEqual([['b1', lines]]);
  }
});

test('books, shifts, tabs and customers are those of all counters, and of one where it is named', async () => {
  const { office, front, back, frontId, backId } = await joined();
  const { call } = office;
  const range = { from: '2026-03-01', to: '2026-03-04' };
  const one = await front.db.books.slices({ ...range, by: 'day' });
  const two = await back.db.books.slices({ ...range, by: 'day' });
  const success = [...one, ...two].reduce((sum, { sums }) => sum + sums.success, 0);
  const by = async (side: 'day' | 'counter' | 'shift', more = {}) =>
    (await call('books.range', { ...range, by: side, ...more })).value;
  expect((await by('day')).total.success).toBe(success);
  expect((await by('day')).lines).toHaveLength(1);
  expect((await by('counter')).lines.map(({ key, name, line }) => [key, name, line.success])).toEqual([
    [frontId, 'Front', 4],
    [backId, 'Back', 3],
  ]);
  expect((await by('counter', { counter: backId })).total.success).toBe(3);
  expect((await by('shift')).lines.map(({ key, name }) => [key, name])).toContainEqual([`${frontId}/1`, 'Front 1']);
  const { shifts, counters } = (await call('shifts.list', {})).value;
  expect([shifts.map(({ number }) => number), counters]).toEqual([[1], [frontId]]);
  expect((await call('shifts.report', { counter: frontId, number: 1 })).value).toMatchObject({ kind: 'z' });
  expect(await call('shifts.report', { number: 1 })).toMatchObject({ error: { fields: ['counter'] } });
  expect((await call('shifts.print', { counter: frontId, number: 1 })).ok).toBe(true);
  expect((await call('tabs.list')).value).toEqual({ tabs: [], owed: 0 });
  expect((await call('customers.find', { text: order(101).customerNo })).value.customers).toMatchObject([{ sales: 1 }]);
});

test('cash that vanished between two shifts of a counter is named in the list, the report and the paper of its office', async () => {
  const { office, front, frontId } = await joined();
  const at = '2026-03-03T02:00:00.000Z';
  await front.db.shifts.open({ ...now, at, counted: 60_000, day: '2026-03-03', reason: 'diambil pemilik' });
  await followed(office, front);
  const carried = { expected: 90_000, difference: -30_000 };
  const query = { counter: frontId, number: 2 };
  expect((await office.call('shifts.list', {})).value.shifts[0]).toMatchObject({ number: 2, carried });
  expect((await office.call('shifts.report', query)).value).toMatchObject({
    shift: { carried },
    notes: [{ text: 'diambil pemilik' }],
  });
  const paper = (await office.call('shifts.print', query)).value.text.replaceAll(/\s+/g, ' ');
  expect(paper).toContain('SELISIH UANG AWAL -Rp30.000');
});

test('an export has each receipt of all counters once, with the counter that sold it', async () => {
  const folder = temporaryFolder();
  const { shop, front, back, office: first } = await joined();
  await first.app.close();
  const places = {
    place: async (name: string) => join(folder, name),
    paper: async () => ({ kind: 'saved' as const }),
    download: () => null,
    statement: async () => ({ kind: 'cancelled' as const }),
  };
  const office = await shop.office({ fileDialogs: places });
  await followed(office, front, back);
  const written = async (format: 'csv' | 'jsonl' | 'xlsx' | 'pdf'): Promise<string> => {
    const begun = await office.call('exports.start', { format, filter: {} });
    const id = begun.value.task?.id;
    await vi.waitFor(async () => {
      const task = (await office.call('exports.list')).value.tasks.find((each) => each.id === id);
      expect(task).toMatchObject({ state: 'done', rows: 8 });
    }, patient);
    const name = readdirSync(folder).find((each) => each.endsWith(`.${format}`)) ?? '';
    return name === '' ? '' : readFileSync(join(folder, name), 'utf8');
  };
  const csv = (await written('csv')).trim().split('\r\n');
  expect(csv).toHaveLength(9);
  expect(csv[0]?.replace('\uFEFF', '').startsWith('Konter;')).toBe(true);
  expect(csv.slice(1).map((line) => line.split(';')[0])).toEqual([
    'Back',
    'Back',
    'Back',
    'Back',
    'Front',
    'Front',
    'Front',
    'Front',
  ]);
  const lines = (await written('jsonl')).trim().split('\n');
  const parsed = lines.map((line) => JSON.parse(line) as { counter?: string; sale?: { id: string } });
  expect(new Set(parsed.flatMap(({ sale }) => sale?.id ?? [])).size).toBe(8);
  expect(parsed[1]).toMatchObject({ counter: 'Back' });
  await written('xlsx');
  await written('pdf');
  const books = await office.call('exports.books', { format: 'xlsx', from: '2026-03-01', to: '2026-03-04' });
  await vi.waitFor(async () => {
    const { tasks } = (await office.call('exports.list')).value;
    expect(tasks.find(({ id }) => id === books.value.task?.id)).toMatchObject({ state: 'done' });
  }, patient);
  // An office that was named nowhere is of the shop that the relay names.
  const file = readdirSync(folder).find((each) => each.includes('books-')) ?? '';
  const [recap] = await readWorkbook(join(folder, file));
  expect(recap?.data.find(([name]) => name === 'Toko')?.at(-1)).toMatch(/^shop [0-9a-f]{8}$/);
});

test('an office sells nothing, opens no shift, and takes or gives no money', async () => {
  const { office } = await joined();
  const refused = { ok: false, error: { code: 'not_allowed', reason: 'office' } };
  const id = order(104).id;
  expect(await office.call('order', { productCode: 'TSEL10', customerNo: '081234567890' })).toMatchObject(refused);
  expect(await office.call('pay', { id })).toMatchObject(refused);
  expect(await office.call('shifts.open', { counted: 0 })).toMatchObject(refused);
  expect(await office.call('transactions.resolve', { id, outcome: 'failed', note: 'seen there' })).toMatchObject(
    refused,
  );
  expect(await office.call('mode.switch', { mode: 'training' })).toMatchObject(refused);
  expect((await office.call('people.setUp', { name: 'Bu Rina', pin: '482615' })).ok).toBe(true);
});

test('an office goes on with what it has while the relay is away, and reads on where it stopped', async () => {
  const { shop, office, front, frontId } = await joined();
  await office.app.close();
  await sellAll(front.db, 20, 25);
  const away = { KONTER_RELAY_URL: 'http://127.0.0.1:9', KONTER_RELAY_MAILBOX: 'x', KONTER_RELAY_TOKEN: 'y' };
  const offline = await shop.office({ env: away });
  expect((await offline.call('office.counters')).value).toMatchObject({
    relay: 'unreachable',
    counters: [{ id: frontId, state: 'behind' }, { name: 'Back' }],
  });
  expect((await offline.call('transactions.search', { counter: frontId })).value.items).toHaveLength(4);
  await offline.app.close();
  const again = await shop.office();
  await followed(again, front);
  expect((await again.call('transactions.search', { counter: frontId })).value.items).toHaveLength(10);
});

test('a counter that goes on from an older copy is rebuilt beside what was there', async () => {
  const { shop, office, front } = await joined();
  const older = `${front.path}.older`;
  await front.close();
  copyFileSync(front.path, older);
  const again = await openCounter(front.at, front.path, shop.key.derive('log'));
  await sellAll(again.db, 30, 32);
  await followed(office, { ...front, ...again });
  await again.close();
  copyFileSync(older, front.path);
  const db = connect(front.path, false);
  applyRestoreRule(db, realRandom, { at: now.at, reason: 'copy', behind: null });
  db.close();
  const restored = await openShopDatabase({ path: front.path, random: realRandom });
  await sellAll(restored, 40, 41);
  await restored.close();
  const renewed = await openCounter(front.at, front.path, shop.key.derive('log'));
  await followed(office, { ...front, ...renewed });
  const { value } = await office.call('transactions.search', { counter: (await counterOf(office, 'Front')).id });
  expect(value.items.map(({ id }) => id).slice(0, 2)).toEqual([order(41).id, order(40).id]);
  expect(value.items.some(({ id }) => id === order(31).id)).toBe(false);
  expect(rowsOf(await replicaOf(office, await counterOf(office, 'Front')))).toEqual(rowsOf(front.path));
});

test('a revoked counter stays with what it had shipped', async () => {
  const { shop, office, front, frontId } = await joined();
  await shop.shops.removeFromShop(shop.shop, front.at.mailbox);
  await vi.waitFor(async () => expect((await counterOf(office, 'Front')).state).toBe('revoked'), patient);
  expect((await office.call('transactions.search', { counter: frontId })).value.items).toHaveLength(4);
});

test('a customer who is erased at a counter is erased at the office', async () => {
  const { office, front, frontId } = await joined();
  await eraseNumber(front.db, order(2).customerNo);
  await followed(office, front);
  expect(
    (await office.call('transactions.search', { counter: frontId, text: order(2).customerNo })).value.items,
  ).toEqual([]);
  expect(rowsOf(await replicaOf(office, await counterOf(office, 'Front')))['event_payloads']).toEqual(
    rowsOf(front.path)['event_payloads'],
  );
  await vi.waitFor(
    async () => expect(filesHold(office, await counterOf(office, 'Front'), order(2).customerNo)).toBe(false),
    patient,
  );
});

const pin = '482615';
/** As the office does it; it reaches the counters by a notice. */
const eraseAtOffice = async ({ call }: AppWorld, customerNo: string): Promise<void> => {
  await call('settings.save', { supervisorPin: { next: pin } });
  const erasure = { customerNo, readBack: customerNo, reason: 'the customer asked', pin };
  expect((await call('customers.erase', erasure)).error).toBeUndefined();
};
/** What the office's files of a counter hold of a number, in pages that are free too. */
const filesHold = (office: AppWorld, { id }: OfficeCounter, customerNo: string): boolean => {
  const folder = join(office.dataDir, 'office', id);
  return readdirSync(folder).some((name) => readFileSync(join(folder, name)).includes(customerNo));
};

test('a customer is erased in the replica of a revoked counter, also where it is rebuilt, and a counter that is back is a copy again', async () => {
  const { shop, office, front, back, frontId } = await joined();
  const { customerNo } = order(2);
  await shop.shops.removeFromShop(shop.shop, front.at.mailbox);
  await vi.waitFor(async () => expect((await counterOf(office, 'Front')).state).toBe('revoked'), patient);
  const before = rowsOf(await replicaOf(office, await counterOf(office, 'Back')));
  const lastEventAt = (await counterOf(office, 'Front')).lastEventAt;
  await eraseAtOffice(office, customerNo);
  const isErased = async (at: AppWorld): Promise<void> =>
    vi.waitFor(async () => {
      const { items } = (await at.call('transactions.search', { counter: frontId })).value;
      expect(items.filter((sale) => sale.customerNo === erasedNo).map(({ id }) => id)).toEqual([order(2).id]);
      expect(items).toHaveLength(4);
      expect(filesHold(at, await counterOf(at, 'Front'), customerNo)).toBe(false);
    }, patient);
  await isErased(office);
  const { value } = await office.call('journal.verify');
  expect([value.flaw, value.counters?.map(({ name }) => name)]).toEqual([null, ['Front', 'Back']]);
  expect(rowsOf(await replicaOf(office, await counterOf(office, 'Back')))).toEqual(before);
  expect((await counterOf(office, 'Front')).lastEventAt).toBe(lastEventAt);
  await office.app.close();

  // The relay has the log as it was.
  rmSync(join(shop.dataDir, 'office', frontId), { recursive: true });
  const reopened = await shop.office();
  await followed(reopened, back);
  await isErased(reopened);

  await shop.shops.addToShop(shop.shop, front.at.mailbox);
  // Of now: a counter whose last sale is months old would count as gone.
  const at = new Date().toISOString();
  await stored(front.db, begin(order(20), { event: event('sale.submitted', { at }) }));
  await followed(reopened, front);
  expect(rowsOf(await replicaOf(reopened, await counterOf(reopened, 'Front')))).toEqual(rowsOf(front.path));
});

test('the replica of a counter that was given another mailbox is not read twice after an erasure', async () => {
  const { shop, office, front } = await joined();
  await front.close();
  const moved = await shop.counter('Front again', front.path);
  await sellAll(moved.db, 20, 20);
  await followed(office, moved);
  await shop.shops.removeFromShop(shop.shop, front.at.mailbox);
  await vi.waitFor(async () => expect((await counterOf(office, 'Front')).state).toBe('revoked'), patient);
  await eraseAtOffice(office, order(2).customerNo);
  await vi.waitFor(
    async () => expect(filesHold(office, await counterOf(office, 'Front'), order(2).customerNo)).toBe(false),
    patient,
  );
  expect((await office.call('transactions.search', { limit: 200 })).value.items).toHaveLength(9);
});

test('a join that was cut short leaves nothing behind, and a replica that was just replaced is the newer one', async () => {
  const { shop, office, front } = await joined();
  const replica = await replicaOf(office, await counterOf(office, 'Front'));
  const before = rowsOf(replica);
  await office.app.close();
  const folder = join(replica, '..');
  for (const end of ['', '-wal', '-shm']) writeFileSync(join(folder, `journal-9.db.part${end}`), 'half a file');
  cpSync(replica, join(folder, 'journal-2.db'));
  const again = await shop.office();
  await followed(again, front);
  expect(readdirSync(folder).filter((name) => name.startsWith('journal-') && name.endsWith('.db'))).toEqual([
    'journal-2.db',
  ]);
  expect(existsSync(join(folder, 'journal-9.db.part-wal'))).toBe(false);
  expect(rowsOf(join(folder, 'journal-2.db'))).toEqual(before);
});

test('an office opens while the files of one counter cannot be read, says so, follows the others as fast, and shows that one again after', async () => {
  const { shop, office, front, back, frontId } = await joined();
  await office.app.close();
  const folder = join(shop.dataDir, 'office', frontId);
  renameSync(folder, `${folder}-aside`);
  // As of a disk that is not there.
  symlinkSync(join(shop.dataDir, 'no disk', 'folder'), folder);
  const again = await shop.office();
  await followed(again, back);
  await vi.waitFor(async () => expect((await counterOf(again, 'Front')).state).toBe('not_stored'), patient);
  for (let n = 105; n < 112; n += 1) {
    const at = performance.now();
    await sold(back.db, order(n));
    await followed(again, back);
    expect(performance.now() - at).toBeLessThan(2000);
  }
  rmSync(folder);
  renameSync(`${folder}-aside`, folder);
  await followed(again, front, back);
  const { items } = (await again.call('transactions.search', { counter: frontId })).value;
  expect(items).toHaveLength(4);
});

/** Overwrites half of a file, from a quarter on. */
const overwriteMiddle = (path: string): void => {
  const bytes = readFileSync(path);
  bytes.fill(0xa5, bytes.length / 4, (bytes.length * 3) / 4);
  writeFileSync(path, bytes);
};

test.each<[string, (folder: string, journal: string) => void]>([
  [
    'a file is in the place of its folder',
    (folder) => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, 'no folder');
    },
  ],
  [
    'a folder is in the place of its file',
    (_, journal) => {
      rmSync(journal);
      mkdirSync(join(journal, 'inside'), { recursive: true });
    },
  ],
  ['its file is no database', (_, journal) => writeFileSync(journal, 'no database'.repeat(1000))],
  ['its file is empty', (_, journal) => writeFileSync(journal, '')],
  ['its file was cut off', (_, journal) => truncateSync(journal, 3 * 4096)],
  ['the middle of its file is damaged', (_, journal) => overwriteMiddle(journal)],
])('a counter is read again where %s, and the others are followed', async (_, damage) => {
  const { shop, office, front, back, frontId } = await joined();
  const journal = await replicaOf(office, await counterOf(office, 'Front'));
  await office.app.close();
  damage(join(shop.dataDir, 'office', frontId), journal);
  const again = await shop.office();
  await sellAll(back.db, 105, 106);
  await followed(again, back);
  await sellAll(front.db, 5, 6);
  await followed(again, front, back);
  expect((await again.call('transactions.search', {})).value.items).toHaveLength(12);
});

/** A system in which the looks at the counters for alerts are made by the test. */
const lookByHand = () => {
  const looks: Array<() => void> = [];
  const minute = 60_000;
  const every: typeof systemClock.every = (ms, run) => {
    if (ms === minute) looks.push(run);
    return systemClock.every(ms, run);
  };
  return { looks, system: { ...keptThreads, clock: { ...systemClock, every } } };
};

/** Overwrites the root pages of a table and its indexes in a closed database: the other tables stay readable. */
const overwriteTable = (path: string, table: string): void => {
  const db = new Database(path);
  db.pragma('wal_checkpoint(TRUNCATE)');
  const pageSize = Number(db.pragma('page_size', { simple: true }));
  const pages = db.prepare('SELECT rootpage FROM sqlite_schema WHERE tbl_name = ? AND rootpage > 0').pluck().all(table);
  db.close();
  const bytes = readFileSync(path);
  for (const page of pages.map(Number)) bytes.fill(0xa5, (page - 1) * pageSize, page * pageSize);
  writeFileSync(path, bytes);
};

test.each([
  ['transactions', 'not_stored'],
  ['shifts', 'not_stored'],
  // The state reads none of it.
  ['deposit', 'following'],
] as const)(
  'where %s of one replica cannot be read, its counter is %s, and the others are shown and alerted of',
  async (table, state) => {
    const bot = new TelegramServer();
    const url = await bot.listen();
    onTestFinished(bot.close);
    const { looks, system } = lookByHand();
    const { shop, office, back } = await joined();
    await office.call('alerts.save', { bot: { token: botToken, chat: '42', url } });
    const replica = await replicaOf(office, await counterOf(office, 'Front'));
    await office.app.close();
    overwriteTable(replica, table);
    const again = await shop.office({ system });
    await followed(again, back);
    await vi.waitFor(async () => expect((await counterOf(again, 'Front')).state).toBe(state), patient);
    expect((await counterOf(again, 'Back')).unresolved.count).toBe(1);
    expect((await again.call('status')).value.unresolved.sending.count).toBe(1);
    looks.at(-1)?.();
    await vi.waitFor(() => expect(bot.messages).toHaveLength(1), patient);
    expect(bot.messages[0]?.text.split('\n').slice(1)).toEqual([
      'Back: 1 penjualan belum selesai lebih dari 15 menit.',
    ]);
  },
);

test('two counters that sell from copies of one journal are found, and nothing is overwritten', async () => {
  const { shop, office, front } = await joined();
  await front.close();
  const copy = join(temporaryFolder(), 'journal.db');
  copyFileSync(front.path, copy);
  const renewed = await openCounter(front.at, front.path, shop.key.derive('log'));
  const twin = await shop.counter('Twin', copy);
  // A copy that has nothing of its own is not counted twice.
  await followed(office, twin);
  const all = await office.call('transactions.search', { limit: 200 });
  expect(all.value.items).toHaveLength(8);
  await sellAll(renewed.db, 50, 50);
  await sellAll(twin.db, 60, 60);
  await followed(office, { ...front, ...renewed }, twin);
  const [one, other] = [await counterOf(office, 'Front'), await counterOf(office, 'Twin')];
  expect([one.sameSeries, other.sameSeries]).toEqual([other.id, one.id]);
  const [mine, theirs] = [await renewed.db.get(order(50).id), await twin.db.get(order(60).id)];
  expect(mine?.receiptNo).toBe(theirs?.receiptNo);
  const ids = (await office.call('transactions.search', { limit: 200 })).value.items.map(({ id }) => id);
  expect(ids).toHaveLength(new Set(ids).size);
  expect(ids).toEqual(expect.arrayContaining([order(50).id, order(60).id]));
});

/** Ships zeros in the place of a counter's database, as a thief may who has its token and the shop's key. */
async function shipZeros(at: ShopMailbox, logKey: Uint8Array, bytes: number): Promise<void> {
  const seal = createSealing(logKey, at.mailbox, systemRandom);
  const id = snapshotId(1);
  const packed = await buffer(Readable.from(zeros(bytes)).pipe(createPacking()));
  const head = { seq: 1000, hash: 'ab'.repeat(32) };
  expect(
    await requestAt(at, 'snapshot/upload', { snapshot: id, part: 0 }, seal.seal(['snapshot', id, 0], packed)),
  ).toMatchObject({ status: 200 });
  const tag = seal.tag('AAAA', head);
  const snapshot = { id, through: head.seq, head: head.hash, parts: 1, tag, restart: true };
  expect(await requestAt(at, 'snapshot/commit', {}, snapshot)).toMatchObject({ status: 200 });
}

function* zeros(bytes: number): Generator<Buffer> {
  const piece = Buffer.alloc(1024 * 1024);
  for (let left = bytes; left > 0; left -= piece.length) yield piece;
}

test('a stolen counter cannot fill the disk of the office, which says so and follows the others', async ({ skip }) => {
  const disk = smallDisk(48);
  if (!disk) return skip('this user may not mount a disk');
  const shop = await aShop();
  const back = await shop.counter('Back');
  await sellAll(back.db, 101, 103);
  const stolen = await shop.join('Stolen');
  await shipZeros(stolen, shop.key.derive('log'), 400 * 1024 * 1024);
  let least = Number.POSITIVE_INFINITY;
  const watching = setInterval(() => {
    const { bavail, bsize } = statfsSync(disk.folder);
    least = Math.min(least, bavail * bsize);
  }, 1);
  onTestFinished(() => clearInterval(watching));
  const office = await shop.office({ dataDir: join(disk.folder, 'data') });
  await vi.waitFor(async () => expect((await counterOf(office, 'Stolen')).state).toBe('not_stored'), patient);
  await sellAll(back.db, 104, 105);
  await followed(office, back);
  expect(least).toBeGreaterThan(2 * 1024 * 1024);
});

test('what a counter sells while its replica is rewritten after an erasure is applied once it is, and only once', async () => {
  const shop = await aShop();
  const front = await shop.counter('Front');
  await sellAll(front.db, 1, 4);
  const { relay, mailbox, token } = await shop.join('Second office', 'office');
  const rewriting = { begun: Promise.withResolvers<void>(), may: Promise.withResolvers<void>() };
  const runTask = databaseTaskHandler({ clock: systemClock, random: systemRandom });
  const applied: string[] = [];
  const counters = await FollowedCounters.open({
    relay: createOfficeClient({ transport: createNodeTransport(), url: relay.url, mailbox, token }),
    logKey: () => shop.key.derive('log'),
    folder: temporaryFolder(),
    clock: systemClock,
    random: systemRandom,
    log: recordingLog(),
    changed: () => undefined,
    applied: (_, sales) => applied.push(...sales.map(({ id, revision }) => `${id} ${revision}`)),
    erased: () => undefined,
    replaced: async () => undefined,
    erasures: {
      list: async () => [],
      digests: () => [],
      aheadMs: () => 0,
      open: () => Promise.reject(new Error('nothing is erased here')),
      async runTask(task) {
        rewriting.begun.resolve();
        await rewriting.may.promise;
        return TaskAnswer.parse(await runTask(task, { throwIfCancelled: () => undefined, progress: () => undefined }));
      },
    },
  });
  onTestFinished(() => counters.stop());
  const replica = () => counters.all()[0]?.file();
  const isWhole = (): Promise<void> =>
    vi.waitFor(async () => {
      const file = replica();
      if (!file) throw new Error('there is no replica');
      expect(headOf(file.path)).toBe((await front.db.head()).seq);
    }, patient);
  await isWhole();
  const before = applied.length;
  await eraseNumber(front.db, order(2).customerNo);
  await rewriting.begun.promise;
  await sellAll(front.db, 5, 30);
  const { seq } = await front.db.head();
  await vi.waitFor(async () => expect((await shop.store.shippedLog.read(front.at.mailbox)).through).toBe(seq), patient);
  rewriting.may.resolve();
  await isWhole();
  await vi.waitFor(
    () => expect(replica()?.db.prepare('SELECT vacuum_pending FROM erasure_state').pluck().get()).toBe(0),
    patient,
  );
  const [mine, theirs] = [rowsOf(replica()?.path ?? ''), rowsOf(front.path)];
  // The key of an erased customer is of the machine that made it.
  const keyless = (rows: typeof mine): unknown =>
    JSON.parse(JSON.stringify(rows, (name, value: unknown) => (name === 'customer_key' ? undefined : value)));
  expect(keyless(mine)).toEqual(keyless(theirs));
  const since = applied.slice(before);
  expect(since.length).toBe(new Set(since).size);
  for (let n = 5; n <= 30; n += 1) expect(since.some((one) => one.startsWith(order(n).id))).toBe(true);
});

test('what is unresolved and short at a counter reaches the owner’s phone, once, also after a new start', async () => {
  const bot = new TelegramServer();
  const url = await bot.listen();
  onTestFinished(bot.close);
  const { looks, system } = lookByHand();
  const look = (): void => looks.at(-1)?.();
  const shop = await aShop();
  const front = await shop.counter('Front');
  await stored(front.db, begin(order(1)));
  const office = await shop.office({ system });
  await followed(office, front);
  await office.call('alerts.save', { bot: { token: botToken, chat: '42', url } });
  const closeShort = async (counted: number): Promise<void> => {
    const at = new Date().toISOString();
    await front.db.shifts.open({ ...now, at, counted, day: '2026-03-03' });
    await front.db.shifts.close({ ...now, at, counted: counted - 10_000 });
  };
  await closeShort(100_000);
  await followed(office, front);
  look();
  await vi.waitFor(() => expect(bot.messages).toHaveLength(1), patient);
  expect(bot.messages[0]?.text.split('\n').slice(1)).toEqual([
    'Front: 1 penjualan belum selesai lebih dari 15 menit.',
    'Front: uang laci kurang di shift 1.',
  ]);
  await office.app.close();
  const again = await shop.office({ system });
  await closeShort(90_000);
  await followed(again, front);
  look();
  await vi.waitFor(() => expect(bot.messages).toHaveLength(2), patient);
  expect(bot.messages[1]?.text.split('\n').slice(1)).toEqual(['Front: uang laci kurang di shift 2.']);
});
