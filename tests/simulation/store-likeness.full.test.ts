import { expect, inject, test } from 'vitest';
import type { ClaimStore } from '../../src/relay/core/claims.ts';
import type { MailboxCredentials, MailboxStore, ShopStore, Store } from '../../src/relay/core/store.ts';
import { mailboxRepository } from '../../src/relay/store/mailbox-repository.ts';
import { openPostgres } from '../../src/relay/store/postgres/engine.ts';
import { shopRepository } from '../../src/relay/store/shop-repository.ts';
import { openSqlite } from '../../src/relay/store/sqlite/engine.ts';
import { createStore } from '../../src/relay/store/store.ts';
import { anyAsk, askedMailbox, newDatabase } from '../support/relay-databases.ts';
import { isSoak } from '../support/soak.ts';
import { type Chance, chanceOf } from './engine/chance.ts';
import { emptyShopDisk, leaveShop, memoryClaims } from './world/memory-claims.ts';
import { emptyRelayDisk, memoryStore } from './world/memory-store.ts';

type RealStore = Store & MailboxStore & ShopStore;

/** Does the work for each seed, over an empty database of the engine under test; PostgreSQL takes a few milliseconds for each step. */
async function forEachSeed(
  name: string,
  seeds: number,
  work: (real: RealStore, chance: Chance, seed: number) => Promise<void>,
): Promise<void> {
  const count = inject('engine') === 'sqlite' || isSoak ? seeds : seeds / 5;
  for (let seed = 1; seed <= count; seed++) {
    const ends: (() => unknown)[] = [];
    try {
      const { database } = await newDatabase((end) => void ends.push(end));
      const opened = await (database.engine === 'sqlite' ? openSqlite(database.path) : openPostgres(database.url));
      ends.push(() => opened.engine.close());
      const real = { ...createStore(opened), ...mailboxRepository(opened.engine), ...shopRepository(opened.engine) };
      await work(real, chanceOf(`${name} ${seed}`), seed);
    } finally {
      for (const end of ends.toReversed()) await end();
    }
  }
}

test('the simulated relay’s store answers everything as the real one does', async () => {
  await forEachSeed('store', 40, async (real, chance, seed) => {
    const memory = memoryStore(emptyRelayDisk());
    await real.createMailbox(askedMailbox);
    await memory.createMailbox(askedMailbox);
    for (let step = 0; step < 60; step++) {
      const operation = anyAsk(chance);
      expect(await operation(memory), `seed ${seed}, step ${step}`).toEqual(await operation(real));
    }
  });
}, 60_000);

test('a secret is rotated in it as in the real one', async () => {
  await forEachSeed('secrets', 20, async (real, chance, seed) => {
    const memory = memoryStore(emptyRelayDisk());
    const mailboxFields = chance.happens(0.8) ? askedMailbox : { ...askedMailbox, ciphertext: null };
    await real.createMailbox(mailboxFields);
    await memory.createMailbox(mailboxFields);
    const moment = (): string => new Date(Date.parse('2026-01-01') + chance.between(0, 20) * 1000).toISOString();
    for (let step = 1; step <= 12; step++) {
      const id = chance.happens(0.9) ? askedMailbox.id : 'unknown';
      const rotation = { ciphertext: `secret ${step}`, now: moment(), oldUntil: moment() };
      const where = `seed ${seed}, step ${step}`;
      expect(await memory.rotateSecret(id, rotation), where).toBe(await real.rotateSecret(id, rotation));
      expect(await memory.directoryVersion(), where).toBe(await real.directoryVersion());
      expect(inAnyOrder(await memory.findMailbox(askedMailbox.id)), where).toEqual(
        inAnyOrder(await real.findMailbox(askedMailbox.id)),
      );
    }
  });
}, 60_000);

const counters = ['m1', 'm2', 'm3'];
const key = 'a'.repeat(16);
const states = ['tentative', 'unresolved', 'unresolved', 'success', 'failed', 'withdrawn'] as const;

test('claims are decided in it as in the real one', async () => {
  await forEachSeed('claims', 30, async (real, chance, seed) => {
    const disk = emptyShopDisk(null);
    const { id, name } = disk.shop;
    await real.createShop({ id, name, createdAt: askedMailbox.createdAt });
    for (const counter of [...counters, 'in no shop']) {
      const mailboxFields = {
        ...askedMailbox,
        id: counter,
        name: counter,
        ...(counter === 'in no shop' ? {} : { shop: id }),
      };
      await real.createMailbox(mailboxFields);
      await memoryStore(emptyRelayDisk(), disk).createMailbox(mailboxFields);
    }
    const memory = memoryClaims(disk);
    let now = Date.parse('2026-01-01');
    for (let step = 0; step < 60; step++) {
      if (step === 40) {
        await real.removeFromShop(id, 'm3');
        leaveShop(disk, 'm3');
      }
      now += chance.pick([0, 1, 20_000, 60_000, -30_000]);
      const operation = anyClaimAsk(chance, now);
      expect(nameless(await operation(memory)), `seed ${seed}, step ${step}`).toEqual(nameless(await operation(real)));
    }
  });
}, 60_000);

/** Without the name of the shop's counters, which is by chance. */
const nameless = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'roster' ? undefined : value)) ?? 'null');

/** Any question or order about claims, the same to whatever store it is put to. */
function anyClaimAsk(chance: Chance, now: number): (store: ClaimStore) => Promise<unknown> {
  const mailbox = chance.pick([...counters, ...counters, 'in no shop']);
  const id = (sale: number): string => `019aa000-0000-7000-8000-${String(sale).padStart(12, '0')}`;
  const digest = (of: number): string => String(of).repeat(64);
  switch (chance.between(0, 9)) {
    case 0:
      return (store) => store.setShopKey(mailbox, { keyId: key }, askedMailbox.createdAt);
    case 1:
      return (store) => store.openClaims(mailbox, now);
    case 2: {
      const settled = { id: id(chance.between(1, 7)), outcome: 'failed' } as const;
      return (store) => store.settleClaim(mailbox, settled, now);
    }
    case 3: {
      const step = chance.pick(['noticed', 'compared', 'compared', 'accepted'] as const);
      const rosters = chance.happens(0.3) ? undefined : [chance.pick(['a', 'b', 'c']).repeat(16)];
      const ids = ['restore 1', 'restore 2', 'roster-restore 1'];
      const posted = step === 'noticed' ? { step, rosters } : { step, id: chance.pick(ids), rosters };
      if (chance.happens(0.3)) return (store) => store.postRestore(mailbox, posted, 'restore 1');
      return (store) => store.countUnresolved();
    }
    case 4: {
      const before = new Date(now - chance.between(0, 400_000)).toISOString();
      return (store) => store.pruneClaims({ before, limit: 100 });
    }
    default: {
      const requests = Array.from({ length: chance.between(1, 3) }, () => {
        const product = chance.between(1, 4);
        const claim = {
          id: id(chance.between(1, 6)),
          version: chance.between(1, 5),
          state: chance.pick(states),
          product: digest(product),
          // Two products are of one number.
          number: digest(Math.max(2, product)),
          day: chance.pick(['2026-01-01', '2026-01-02']),
          isSent: chance.happens(0.2),
          ...(chance.happens(0.5) ? { sealed: chance.pick(['AAAA', 'BBBB']) } : {}),
        };
        return { mailbox, keyId: chance.happens(0.95) ? key : 'b'.repeat(16), claim };
      });
      return (store) => store.recordClaims(requests, now);
    }
  }
}

test('shipped logs and notices are kept in it as in the real one', async () => {
  await forEachSeed('logs', 30, async (real, chance, seed) => {
    const disk = emptyShopDisk(null);
    const { id, name } = disk.shop;
    await real.createShop({ id, name, createdAt: askedMailbox.createdAt });
    const memory = memoryStore(emptyRelayDisk(), disk);
    for (const member of ['m1', 'm2', 'o1'] as const) {
      const role = member === 'o1' ? 'office' : 'counter';
      const mailboxFields = { ...askedMailbox, id: member, name: member, shop: id, role } as const;
      await real.createMailbox(mailboxFields);
      await memory.createMailbox(mailboxFields);
    }
    for (const store of [real, memory]) await store.setShopKey('m1', { keyId: key }, askedMailbox.createdAt);
    for (let step = 0; step < 60; step++) {
      const operation = await anyLogAsk(chance, memory);
      expect(nameless(await operation(memory)), `seed ${seed}, step ${step}`).toEqual(nameless(await operation(real)));
    }
  });
}, 60_000);

/** Any request about a shipped log, an office or a notice; mostly one that continues what is there. */
async function anyLogAsk(
  chance: Chance,
  present: Pick<Store, 'shippedLog'>,
): Promise<(store: Pick<Store, 'shippedLog' | 'office' | 'notices'>) => Promise<unknown>> {
  const mailbox = chance.pick(['m1', 'm1', 'm2']);
  const { through, head } = await present.shippedLog.read(mailbox);
  const hash = (of: number): string => String(of % 10).repeat(64);
  const uuid = (of: number): string => `019aa000-0000-7000-8000-${String(of).padStart(12, '0')}`;
  const at = new Date(Date.parse('2026-01-01') + chance.between(0, 50) * 1000).toISOString();
  const sealed = Buffer.alloc(chance.between(1, 40), 1);
  const snapshot = uuid(chance.between(1, 3));
  switch (chance.between(0, 10)) {
    case 0:
      return ({ shippedLog }) => shippedLog.read(mailbox);
    case 1: {
      const after = chance.between(0, through);
      return ({ shippedLog }) => shippedLog.batchesAfter(mailbox, after);
    }
    case 2:
    case 3: {
      const index = chance.between(0, 2);
      return ({ shippedLog }) => shippedLog.putPart(mailbox, { snapshot, part: index, sealed, at });
    }
    case 4: {
      const index = chance.between(0, 2);
      return ({ shippedLog }) => shippedLog.readPart(mailbox, { snapshot, part: index });
    }
    case 5: {
      const restart = chance.happens(0.2);
      const upTo = Math.max(0, through - chance.between(-1, 3));
      const committed = {
        id: snapshot,
        through: upTo,
        head: hash(upTo),
        parts: chance.between(1, 2),
        tag: hash(9),
        restart,
      };
      return ({ shippedLog }) => shippedLog.commitSnapshot(mailbox, committed, at);
    }
    case 6: {
      const limit = chance.between(1, 5);
      return ({ shippedLog }) => shippedLog.pruneReplaced(mailbox, limit);
    }
    case 7: {
      const [reader, counter] = [chance.pick(['o1', 'o1', 'm2']), chance.pick(['m1', 'm2', 'o1', 'nobody'])];
      return async ({ office }) => [
        await office.counters(reader),
        await office.refusal(reader, counter),
        await office.officesOf('m1'),
      ];
    }
    case 8: {
      const [poster, after] = [chance.pick(['m1', 'm2', 'o1']), chance.between(0, 4)];
      const topic = chance.pick(['erasure', 'office'] as const);
      const keyId = chance.happens(0.9) ? key : 'b'.repeat(16);
      const notice = { id: uuid(chance.between(1, 6)), topic, keyId, sealed: sealed.toString('base64') };
      return async ({ notices }) => [await notices.post(poster, notice, at), await notices.after('m2', after)];
    }
    default: {
      const first = through + (chance.happens(0.9) ? 1 : chance.between(0, 3));
      const last = first + chance.between(0, 2);
      const previous = chance.happens(0.9) ? (head ?? hash(0)) : hash(chance.between(0, 9));
      const batch = { first, last, previous, head: hash(last), tag: hash(8), sealed, at };
      return ({ shippedLog }) => shippedLog.append(mailbox, batch);
    }
  }
}

/** The interface does not say which secret comes first. */
function inAnyOrder(mailbox: MailboxCredentials | null): MailboxCredentials | null {
  return (
    mailbox && { ...mailbox, secrets: mailbox.secrets.toSorted((a, b) => a.ciphertext.localeCompare(b.ciphertext)) }
  );
}
