import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { array, assert, asyncProperty, constantFrom, oneof } from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { makeBackup } from '../../../src/main/backup/make-backup.ts';
import { createSealing, type Sealing } from '../../../src/main/base/sealing.ts';
import { systemClock, systemRandom } from '../../../src/main/base/system/clock-and-random.ts';
import type { Head } from '../../../src/main/db/change.ts';
import { headOf, readMeta } from '../../../src/main/db/metadata.ts';
import { schemaVersion } from '../../../src/main/db/migrate.ts';
import { connect } from '../../../src/main/db/open-database.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import type { ReadableLog } from '../../../src/main/log-shipping/index.ts';
import { prepareReadBatch } from '../../../src/main/log-shipping/log-batch.ts';
import { maxReplicaBytes, Replica } from '../../../src/main/office/replica.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { ShippedBatches, ShippedLog } from '../../../src/shared/wire/shipped-log.ts';
import { journalPath, realRandom, temporaryFolder } from '../../support/database-files.ts';
import { eraseNumber } from '../../support/large-databases.ts';
import { rowsOf } from '../../support/log-rows.ts';
import { smallDisk } from '../../support/small-disk.ts';
import { soakSize } from '../../support/soak.ts';
import { begin, order, sold, stored, updated } from '../../support/stored-sales.ts';

const now = { at: '2026-03-03T01:00:00.000Z', actor: 'cashier' };
const logKey = new Uint8Array(32).fill(7);
const aborted = new AbortController().signal;
let snapshots = 0;

/** What the relay has of a journal, made as its counter makes it. */
interface Shipped {
  seal: Sealing;
  log: ShippedLog;
  parts: Map<string, Uint8Array[]>;
  batches: ShippedBatches['batches'];
}

async function shippedOf(db: ShopDatabase, path: string, mailbox = 'mb', key = logKey): Promise<Shipped> {
  const shipped: Shipped = {
    seal: createSealing(key, mailbox, systemRandom),
    log: { through: 0, head: null, tag: null, bytes: 0, snapshot: null },
    parts: new Map(),
    batches: [],
  };
  await shipSnapshot(shipped, db, path);
  return shipped;
}

const ended = (shipped: Shipped, path: string, { seq, hash }: Head): void => {
  const db = connect(path, true);
  const { terminal } = readMeta(db);
  db.close();
  const tag = shipped.seal.tag(terminal, { seq, hash });
  shipped.log = { ...shipped.log, through: seq, head: hash, tag };
};

/** Replaces what was shipped. @param change of the copy before it is sealed */
async function shipSnapshot(
  shipped: Shipped,
  db: ShopDatabase,
  path: string,
  change: (copy: string) => void = () => undefined,
): Promise<void> {
  const folder = temporaryFolder();
  const { file } = await makeBackup(systemClock, { database: path, folder, makeFolder: true, at: now.at });
  const copy = join(folder, file.file);
  change(copy);
  const plain = gzipSync(readFileSync(copy));
  snapshots += 1;
  const id = `0195f0aa-0000-7000-8000-${String(snapshots).padStart(12, '0')}`;
  const half = Math.ceil(plain.length / 2);
  const parts = [plain.subarray(0, half), plain.subarray(half)].map((piece, at) =>
    shipped.seal.seal(['snapshot', id, at], piece),
  );
  shipped.parts.set(id, parts);
  const head = await db.head();
  shipped.batches = [];
  shipped.log = {
    ...shipped.log,
    snapshot: { id, through: head.seq, head: head.hash, parts: parts.length, at: now.at },
  };
  ended(shipped, path, head);
}

/** Ships the events since. */
function shipBatches(shipped: Shipped, path: string): void {
  const db = connect(path, true);
  const read = prepareReadBatch(db);
  for (let batch = read(shipped.log.through); batch !== null; batch = read(shipped.log.through)) {
    const { first, last, previous, head, plain } = batch;
    const sealed = shipped.seal.seal(['batch', first, last, previous, head], plain);
    shipped.batches.push({ first, last, head, sealed: Buffer.from(sealed).toString('base64') });
    ended(shipped, path, { seq: last, hash: head });
  }
  db.close();
}

/** An honest relay. */
const relayOf = (shipped: Shipped, lie: Partial<ReadableLog> = {}): ReadableLog => ({
  mailbox: 'mb',
  batchesAfter: async (after) => ({
    kind: 'answered',
    value: { batches: shipped.batches.filter(({ last }) => last > after), more: false },
  }),
  readPart: async (id, index) => {
    const value = shipped.parts.get(id)?.[index];
    return value ? { kind: 'answered', value } : { kind: 'refused', reason: null };
  },
  ...lie,
});

function aReplica(folder = temporaryFolder()) {
  const changed: string[] = [];
  const replica = new Replica({
    folder,
    clock: systemClock,
    random: systemRandom,
    applied: (sales) => changed.push(...sales.map(({ id }) => id)),
    replaced: async () => undefined,
  });
  onTestFinished(() => replica.close());
  return { folder, replica, changed };
}

const catchUp = (replica: Replica, shipped: Shipped, relay = relayOf(shipped)) =>
  replica.catchUp(shipped.log, { relay, seal: shipped.seal, signal: aborted });

async function aCounter() {
  const path = journalPath();
  const db = await openShopDatabase({ path, random: realRandom });
  onTestFinished(() => db.close());
  return { path, db };
}

const fileOf = (replica: Replica): string => replica.file()?.path ?? 'none';

test('whatever a counter does, and whenever its office reads, the replica is the journal row by row', async () => {
  const step = oneof(
    constantFrom('sell', 'fail', 'pend', 'correct', 'shift', 'erase', 'person', 'service'),
    constantFrom('snapshot', 'read', 'reopen'),
  );
  await assert(
    asyncProperty(array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const { path, db } = await aCounter();
      await sold(db, order(99));
      const shipped = await shippedOf(db, path);
      let { replica, folder } = aReplica();
      let n = 0;
      const results: string[] = [];
      for (const action of steps) {
        n += 1;
        if (action === 'sell') await sold(db, order(n));
        if (action === 'pend') await stored(db, begin(order(n)));
        if (action === 'fail') await stored(db, updated(await stored(db, begin(order(n))), { state: 'failed' }));
        if (action === 'correct') {
          const sale = await sold(db, order(n));
          const data = { day: '2026-03-03' };
          const disputed = await stored(
            db,
            updated(sale, { state: 'disputed' }, { type: 'sale.manually_disputed', data }),
          );
          await stored(db, updated(disputed, { state: 'failed' }, { type: 'sale.manually_corrected', data }));
        }
        if (action === 'shift') {
          const open = await db.shifts.current();
          if (open) await db.shifts.close({ ...now, counted: 5000, purse: { name: 'BRILink', counted: 7000 } });
          else await db.shifts.open({ ...now, counted: 1000, day: '2026-03-03' });
        }
        if (action === 'erase') {
          await sold(db, order(n));
          await eraseNumber(db, order(n).customerNo);
        }
        if (action === 'person') {
          const person = { id: `p${n}`, name: `P${n}`, role: 'cashier', active: true, createdAt: now.at } as const;
          await db.people.add(person, now.at);
        }
        if (action === 'service') {
          const act = { ...now, day: '2026-03-03', needsShift: false };
          const id = (at: number): string => `01890a5d-ac96-774b-bcce-${String(n * 10 + at).padStart(12, '0')}`;
          const terms = { kind: 'withdrawal', amount: 50_000, fee: 3000, feeSide: 'cash' } as const;
          await db.cashServices.record({ ...act, id: id(1), terms, note: `R${n}`, allowSameReference: false });
          await db.cashServices.reverse({ ...act, id: id(2), of: id(1), reason: 'salah ketik' });
        }
        shipBatches(shipped, path);
        if (action === 'snapshot') await shipSnapshot(shipped, db, path);
        if (action === 'reopen') {
          replica.close();
          ({ replica } = aReplica(folder));
        }
        if (action === 'read') results.push(await catchUp(replica, shipped));
      }
      results.push(await catchUp(replica, shipped));
      expect(new Set(results)).toEqual(new Set(['followed']));
      expect(verifyJournal(fileOf(replica)).flaw).toBeNull();
      const [mine, theirs] = [rowsOf(fileOf(replica)), rowsOf(path)];
      // The key of an erased customer is of the machine that made it.
      for (const rows of [mine, theirs]) for (const row of rows['transactions'] ?? []) delete (row as Row).customer_key;
      expect(mine).toEqual(theirs);
    }),
    { numRuns: soakSize({ usual: 10, soak: 25 }) },
  );
});

interface Row {
  customer_key?: unknown;
}

async function followed() {
  const counter = await aCounter();
  await sold(counter.db, order(1));
  const shipped = await shippedOf(counter.db, counter.path);
  const { replica, folder, changed } = aReplica();
  expect(await catchUp(replica, shipped)).toBe('followed');
  await sold(counter.db, order(2));
  shipBatches(shipped, counter.path);
  return { ...counter, shipped, replica, folder, changed };
}

test('a batch changes the replica once, also where the relay gives it again', async () => {
  const { path, shipped, replica, changed } = await followed();
  const twice = relayOf(shipped, {
    batchesAfter: async () => ({
      kind: 'answered',
      value: { batches: [...shipped.batches, ...shipped.batches], more: true },
    }),
  });
  expect(await catchUp(replica, shipped, twice)).toBe('followed');
  expect(await catchUp(replica, shipped, twice)).toBe('followed');
  expect(new Set(changed)).toEqual(new Set([order(2).id]));
  expect(rowsOf(fileOf(replica))).toEqual(rowsOf(path));
});

test('batches of another counter are refused, and what was there stays readable', async () => {
  const { shipped, replica } = await followed();
  const other = await aCounter();
  await sold(other.db, order(50));
  const foreign = await shippedOf(other.db, other.path, 'other');
  await sold(other.db, order(51));
  await sold(other.db, order(52));
  shipBatches(foreign, other.path);
  const before = rowsOf(fileOf(replica));
  const lie = relayOf(shipped, {
    batchesAfter: async () => ({ kind: 'answered', value: { batches: foreign.batches, more: false } }),
  });
  expect(await catchUp(replica, shipped, lie)).toBe('damaged');
  expect(rowsOf(fileOf(replica))).toEqual(before);
  expect(await catchUp(replica, shipped)).toBe('followed');
});

test('of batches that are applied together those before a damaged one stay, and the rest comes when it is whole', async () => {
  const { db, path, shipped, replica } = await followed();
  for (const number of [60, 61, 62]) {
    await sold(db, order(number));
    shipBatches(shipped, path);
  }
  const cut = shipped.batches.map((batch, at) =>
    at === shipped.batches.length - 1 ? { ...batch, sealed: 'AAAA' } : batch,
  );
  const damaging = relayOf(shipped, {
    batchesAfter: async (after) => ({
      kind: 'answered',
      value: { batches: cut.filter(({ last }) => last > after), more: false },
    }),
  });
  expect(await catchUp(replica, shipped, damaging)).toBe('damaged');
  const ids = JSON.stringify(rowsOf(fileOf(replica)));
  expect([60, 61, 62].map((number) => ids.includes(order(number).id))).toEqual([true, true, false]);
  expect(await catchUp(replica, shipped)).toBe('followed');
  expect(rowsOf(fileOf(replica))).toEqual(rowsOf(path));
});

test('a relay that leaves out the last batch, or the whole snapshot of another counter, is found out', async () => {
  const { shipped } = await followed();
  const { replica } = aReplica();
  const less = relayOf(shipped, {
    batchesAfter: async () => ({ kind: 'answered', value: { batches: [], more: false } }),
  });
  expect(await catchUp(replica, shipped, less)).toBe('damaged');
  const other = await aCounter();
  const foreign = await shippedOf(other.db, other.path, 'other');
  const parts = foreign.parts.get(foreign.log.snapshot?.id ?? '') ?? [];
  const { replica: next } = aReplica();
  const swapped = relayOf(shipped, {
    readPart: async (_, index) => ({ kind: 'answered', value: parts[index] ?? new Uint8Array() }),
  });
  expect(await catchUp(next, shipped, swapped)).toBe('other_key');
  expect(replica.file()).toBeNull();
});

test('with another key nothing is read, and what was there stays', async () => {
  const { shipped, replica } = await followed();
  const before = rowsOf(fileOf(replica));
  const other = { ...shipped, seal: createSealing(new Uint8Array(32).fill(9), 'mb', systemRandom) };
  expect(await catchUp(replica, other)).toBe('other_key');
  expect(rowsOf(fileOf(replica))).toEqual(before);
});

test('a counter with a newer program is said to be so, and its older replica stays', async () => {
  const { path, db, shipped, replica } = await followed();
  await shipSnapshot(shipped, db, path, (copy) => {
    const db = connect(copy, false);
    db.pragma(`user_version = ${schemaVersion + 1}`);
    db.close();
  });
  const before = fileOf(replica);
  expect(await catchUp(aReplica().replica, shipped)).toBe('newer');
  expect(await catchUp(replica, shipped)).toBe('newer');
  expect(fileOf(replica)).toBe(before);
});

test('batches that the relay has dropped are read from the next snapshot, beside the replica', async () => {
  const { path, db, shipped, replica, folder } = await followed();
  await sold(db, order(3));
  shipBatches(shipped, path);
  await shipSnapshot(shipped, db, path);
  expect(await catchUp(replica, shipped)).toBe('followed');
  expect(rowsOf(fileOf(replica))).toEqual(rowsOf(path));
  expect(readdirSync(folder).filter((name) => name.endsWith('.db'))).toEqual(['journal-2.db']);
});

test('a line that fails in the middle of a join leaves nothing, and the next one is whole', async () => {
  const { path, shipped } = await followed();
  const { replica, folder } = aReplica();
  const broken = relayOf(shipped, {
    readPart: async (id, index) =>
      index === 1
        ? { kind: 'silent' }
        : { kind: 'answered', value: shipped.parts.get(id)?.[index] ?? new Uint8Array() },
  });
  expect(await catchUp(replica, shipped, broken)).toBe('silent');
  expect(readdirSync(folder)).toEqual([]);
  expect(await catchUp(replica, shipped)).toBe('followed');
  expect(rowsOf(fileOf(replica))).toEqual(rowsOf(path));
});

test('a folder that takes nothing more leaves the replica as it was', async () => {
  const { path, db, shipped, replica, folder } = await followed();
  await shipSnapshot(shipped, db, path);
  const before = rowsOf(fileOf(replica));
  // No file can be made under that name.
  mkdirSync(join(folder, 'journal-2.db.part'));
  shipped.batches = [];
  expect(await catchUp(replica, shipped)).toBe('not_stored');
  expect(rowsOf(fileOf(replica))).toEqual(before);
});

test('a folder that cannot be opened is opened once it can be, with what it holds', async () => {
  const { path, shipped, replica, folder } = await followed();
  replica.close();
  const aside = `${folder}-aside`;
  renameSync(folder, aside);
  symlinkSync(`${folder} of no disk/inside`, folder);
  const { replica: later } = aReplica(folder);
  expect(await catchUp(later, shipped)).toBe('not_stored');
  expect(later.file()).toBeNull();
  rmSync(folder);
  renameSync(aside, folder);
  const silent = relayOf(shipped, { readPart: async () => ({ kind: 'silent' }) });
  expect(await catchUp(later, shipped, silent)).toBe('followed');
  expect(rowsOf(fileOf(later))).toEqual(rowsOf(path));
});

test('a full disk ends a join without a trace, and the next one with room is whole', { tags: ['full'] }, async ({
  skip,
}) => {
  const disk = smallDisk(8);
  if (!disk) return skip('this user may not mount a disk');
  const { path, shipped } = await followed();
  const { replica, folder } = aReplica(join(disk.folder, 'replica'));
  disk.fill(60_000);
  expect(await catchUp(replica, shipped)).toBe('not_stored');
  expect(readdirSync(folder)).toEqual([]);
  disk.makeRoom();
  expect(await catchUp(replica, shipped)).toBe('followed');
  expect(rowsOf(fileOf(replica))).toEqual(rowsOf(path));
});

test('a counter that has shipped more than an office takes of one is not followed any further, and stays readable', async () => {
  const { shipped, replica } = await followed();
  // It takes no room on the disk.
  truncateSync(fileOf(replica), maxReplicaBytes + 1);
  expect(await catchUp(replica, shipped)).toBe('too_large');
  expect(readMeta(connect(fileOf(replica), true)).headSeq).toBeGreaterThan(0);
});

test('an older copy of the relay takes nothing away', async () => {
  const { path, db, shipped, replica } = await followed();
  expect(await catchUp(replica, shipped)).toBe('followed');
  const older = { ...shipped, log: shipped.log };
  await sold(db, order(3));
  shipBatches(shipped, path);
  expect(await catchUp(replica, shipped)).toBe('followed');
  expect(await catchUp(replica, older)).toBe('followed');
  expect(headOf(connect(fileOf(replica), true))).toEqual(await db.head());
});
