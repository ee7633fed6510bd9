import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openShopDatabase, type ShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { createShop } from '../../src/relay/core/mailbox-service.ts';
import { systemClock, systemRandom } from '../../src/server/system.ts';
import { appWorld, memorySecrets } from '../support/app-world.ts';
import { realRandom, temporaryFolder } from '../support/database-files.ts';
import { beside, counterEnv, startRelay } from '../support/relay.ts';
import { begin, order, sold, stored, updated } from '../support/stored-sales.ts';

const patient = { timeout: 30_000, interval: 50 };
const pin = '1234';

/** A live counter whose mailbox is in a shop at a real relay. */
async function counterInShop() {
  const under = await startRelay();
  const { shops } = await beside(under);
  const shop = await createShop({ store: shops, clock: systemClock, random: systemRandom }, 'Toko');
  await shops.addToShop(shop, under.mailbox);
  const dataDir = temporaryFolder();
  const secrets = memorySecrets();
  const live = join(dataDir, 'live');
  const env = counterEnv(under);
  return {
    live,
    open: () => appWorld({ dataDir, secrets, env }),
    /** writes into the closed journal */
    async write(work: (db: ShopDatabase) => Promise<void>): Promise<void> {
      mkdirSync(live, { recursive: true });
      const db = await openShopDatabase({ path: join(live, 'journal.db'), random: realRandom, kind: 'live' });
      await work(db);
      await db.close();
    },
  };
}

type Opened = Awaited<ReturnType<Awaited<ReturnType<typeof counterInShop>>['open']>>;

/** Until the relay has all of it. */
const shipped = ({ call }: Opened): Promise<void> =>
  vi.waitFor(async () => {
    const { seq } = (await call('journal.chainHead')).value;
    const { state, events, snapshotAt } = (await call('backups.shipped')).value;
    expect({ state, events, isWhole: snapshotAt !== null }).toEqual({ state: 'matches', events: seq, isWhole: true });
  }, patient);

test('a counter whose folder is lost comes back from the relay, doubts what was under way, and ships on', async () => {
  const counter = await counterInShop();
  await counter.write(async (db) => {
    for (const n of [1, 2]) await sold(db, order(n));
    const sale = await stored(db, begin(order(3)));
    await stored(db, updated(sale, { state: 'pending', transactionId: 'P1', transactionIdFrom: 'answer' }));
  });
  const first = await counter.open();
  await first.call('settings.save', { supervisorPin: { next: pin } });
  await shipped(first);
  const receipt = (await first.call('transactions.get', { id: order(2).id })).value.receiptNo;
  await first.app.close();
  rmSync(counter.live, { recursive: true });

  const reopened = await counter.open();
  await vi.waitFor(async () => expect((await reopened.call('backups.shipped')).value.state).toBe('other'), patient);
  expect(await reopened.call('backups.restoreShipped', { pin: '9999' })).toMatchObject({ ok: false });
  expect(await reopened.call('backups.restoreShipped', { pin })).toMatchObject({ ok: true });
  expect((await reopened.call('transactions.get', { id: order(2).id })).value).toMatchObject({
    state: 'success',
    receiptNo: receipt,
  });
  expect((await reopened.call('transactions.get', { id: order(3).id })).value.state).toBe('unknown');
  expect((await reopened.call('status')).value.restored).toMatchObject({ reason: 'copy' });
  expect((await reopened.call('journal.verify')).value.flaw).toBeNull();
  await shipped(reopened);
});

test('an older copy of the folder is noticed by what was shipped, sells nothing before a supervisor decided, and may be restored', async () => {
  const counter = await counterInShop();
  await counter.write((db) => sold(db, order(1)).then(() => undefined));
  const first = await counter.open();
  await first.call('settings.save', { supervisorPin: { next: pin } });
  await shipped(first);
  await first.app.close();
  cpSync(counter.live, `${counter.live}.older`, { recursive: true });
  await counter.write((db) => sold(db, order(2)).then(() => undefined));
  const second = await counter.open();
  await shipped(second);
  const { events } = (await second.call('backups.shipped')).value;
  await second.app.close();
  rmSync(counter.live, { recursive: true });
  cpSync(`${counter.live}.older`, counter.live, { recursive: true });
  rmSync(join(counter.live, 'head.json'), { force: true });

  const older = await counter.open();
  await vi.waitFor(async () => {
    expect((await older.call('status')).value).toMatchObject({ olderBook: true, restored: { reason: 'rolled_back' } });
  }, patient);
  expect(await older.call('pay', { id: 'any' })).toMatchObject({ error: { reason: 'older_book' } });
  // It is reopened once: this doubt is not raised again by itself.
  await vi.waitFor(async () => {
    expect((await older.call('backups.shipped')).value).toMatchObject({ state: 'differs', events });
  }, patient);
  expect((await older.call('journal.verify')).value.flaw).toEqual({ row: `event ${events}`, why: 'shipped_differs' });
  expect(await older.call('backups.restoreShipped', { pin })).toMatchObject({ ok: true });
  expect((await older.call('transactions.get', { id: order(2).id })).value.state).toBe('success');
  await shipped(older);
});

test('a rewritten journal is found by its verification, and what was shipped stays as it is', async () => {
  const counter = await counterInShop();
  await counter.write((db) => sold(db, order(1)).then(() => undefined));
  cpSync(counter.live, `${counter.live}.forged`, { recursive: true });
  const first = await counter.open();
  await first.call('settings.save', { supervisorPin: { next: pin } });
  await shipped(first);
  await first.app.close();
  await counter.write((db) => sold(db, order(2)).then(() => undefined));
  const again = await counter.open();
  await shipped(again);
  const { events } = (await again.call('backups.shipped')).value;
  await again.app.close();

  // The same events but for one, and more of them: the chain is whole.
  rmSync(counter.live, { recursive: true });
  cpSync(`${counter.live}.forged`, counter.live, { recursive: true });
  await counter.write(async (db) => {
    for (const n of [5, 6, 7, 8, 9]) await sold(db, order(n));
  });
  const forged = await counter.open();
  await vi.waitFor(async () => expect((await forged.call('status')).value.olderBook).toBe(true), patient);
  await vi.waitFor(async () => {
    expect((await forged.call('journal.verify')).value.flaw).toEqual({
      row: `event ${events}`,
      why: 'shipped_differs',
    });
  }, patient);
  expect((await forged.call('backups.shipped')).value).toMatchObject({ state: 'differs', events });
});

test('a counter that is in no shop ships nothing', async () => {
  const under = await startRelay();
  const world = await appWorld({
    env: counterEnv(under),
  });
  await vi.waitFor(async () => expect((await world.call('status')).value.relay.state).toBe('listening'), patient);
  expect((await world.call('backups.shipped')).value).toEqual({
    state: 'off',
    events: 0,
    snapshotAt: null,
    lastRowAt: null,
    lost: null,
  });
  expect(await world.call('backups.restoreShipped', {})).toMatchObject({ ok: false });
  expect(await under.sql('SELECT 1 FROM shipped_logs')).toEqual([]);
});
