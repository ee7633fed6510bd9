import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openShopDatabase, type ShopDatabase } from '../../src/main/runtime/shop-database.ts';
import { newShopKey, readShopKey } from '../../src/main/shop/shop-key.ts';
import { erasedNo } from '../../src/shared/domain/erasure.ts';
import { type AppWorld, appWorld, memorySecrets, pinOf, staffed } from '../support/app-world.ts';
import { realRandom, temporaryFolder } from '../support/database-files.ts';
import { goodProduct } from '../support/provider-answers.ts';
import { relayEnv, secret, startRelay } from '../support/relay.ts';
import { askShop, type ShopMailbox, shopAt } from '../support/shop.ts';
import { begin, order, stored, updated } from '../support/stored-sales.ts';

const patient = { timeout: 30_000, interval: 50 };
const number = '081234567890';
const erasure = { customerNo: number, readBack: number, reason: 'the customer asked', pin: '1234' };
const at = '2026-03-03T01:00:00.000Z';

/** A shop at a real relay, with a key that all its machines have. */
async function aShop() {
  const shop = await shopAt(startRelay, []);
  const keyText = newShopKey(randomBytes(32));
  const keyId = readShopKey(keyText)?.id ?? '';
  /** The app of one machine. @param fill what is in its journal before */
  const machine = async (
    of: ShopMailbox,
    role: 'counter' | 'office',
    fill: (db: ShopDatabase) => Promise<unknown> = async () => undefined,
  ) => {
    const dataDir = temporaryFolder();
    const live = join(dataDir, 'live');
    mkdirSync(live, { recursive: true });
    if (role === 'office') mkdirSync(join(dataDir, 'office'));
    const db = await openShopDatabase({ path: join(live, 'journal.db'), random: realRandom, kind: 'live' });
    await fill(db);
    await db.close();
    const secrets = memorySecrets(new Map([['shopKey', keyText]]));
    const env = {
      ...relayEnv(of),
      ...(role === 'counter' ? { KONTER_PROVIDER_URL: 'http://127.0.0.1:9/v1', KONTER_SECRET_KEY: secret } : {}),
    };
    const open = (): Promise<AppWorld> => appWorld({ dataDir, secrets, env, ...(role === 'office' ? { role } : {}) });
    return { open, dataDir, secrets };
  };
  const mailboxes = {
    front: await shop.join('Front'),
    back: await shop.join('Back'),
    office: await shop.join('Office', 'office'),
  };
  await askShop(mailboxes.front, 'shop-key', { keyId });
  return { ...shop, machine, mailboxes };
}

const soldTo = async (db: ShopDatabase, n: number): Promise<void> => {
  const sale = await stored(db, begin(order(n, { customerNo: number })));
  await stored(db, updated(sale, { state: 'success', sn: `SN-${n}` }));
};
const withPin = ({ call }: AppWorld) => call('settings.save', { supervisorPin: { next: '1234' } });
const numbersIn = async ({ call }: AppWorld) =>
  (await call('transactions.search', {})).value.items.map(({ customerNo }) => customerNo);
const isListening = ({ call }: AppWorld) =>
  vi.waitFor(async () => expect((await call('status')).value.relay.state).toBe('listening'), patient);

test('a customer who is erased at one counter is erased at the others, one that is off included, and by the office too', async () => {
  const { machine, mailboxes } = await aShop();
  const front = await (await machine(mailboxes.front, 'counter', (db) => soldTo(db, 1))).open();
  const off = await machine(mailboxes.back, 'counter', (db) => soldTo(db, 2));
  await withPin(front);
  await isListening(front);
  expect((await front.call('customers.erase', erasure)).value).toMatchObject({ sales: 1, others: 'posted' });
  const back = await off.open();
  await vi.waitFor(async () => expect(await numbersIn(back)).toEqual([erasedNo]), patient);
  expect((await back.call('customers.state')).value).toMatchObject({ waiting: 0, erasures: 1, toOthers: 0 });
  expect((await back.call('journal.verify')).value.flaw).toBeNull();

  const office = await (await machine(mailboxes.office, 'office')).open();
  await withPin(office);
  await isListening(office);
  const other = { ...erasure, customerNo: '081200000001', readBack: '081200000001' };
  expect((await office.call('customers.erase', other)).value).toMatchObject({ sales: 0, others: 'posted' });
  await vi.waitFor(
    async () => expect((await front.call('customers.state')).value).toMatchObject({ toOthers: 0 }),
    patient,
  );
  expect(JSON.stringify([front.log.lines, back.log.lines, office.log.lines])).not.toContain('81234567890');
}, 90_000);

test('an erasure that the relay did not get is posted after a restart', async () => {
  const { machine, mailboxes, under } = await aShop();
  const one = await machine(mailboxes.front, 'counter', (db) => soldTo(db, 1));
  const front = await one.open();
  await withPin(front);
  await isListening(front);
  await under.sql(`ALTER TABLE shop_notices RENAME TO notices_away`);
  expect((await front.call('customers.erase', erasure)).value).toMatchObject({ sales: 1, others: 'waiting' });
  await front.app.close();
  await under.sql(`ALTER TABLE notices_away RENAME TO shop_notices`);
  const again = await one.open();
  await vi.waitFor(async () => expect((await again.call('customers.state')).value.toOthers).toBe(0), patient);
  const back = await (await machine(mailboxes.back, 'counter', (db) => soldTo(db, 2))).open();
  await vi.waitFor(async () => expect(await numbersIn(back)).toEqual([erasedNo]), patient);
}, 90_000);

test('an erasure that a counter had not read before the shop’s key was changed reaches it with the next key', async () => {
  const { machine, mailboxes, under, shops, shop } = await aShop();
  const one = await machine(mailboxes.front, 'counter', (db) => soldTo(db, 1));
  const off = await machine(mailboxes.back, 'counter', (db) => soldTo(db, 2));
  const before = await off.open();
  await isListening(before);
  await before.app.close();
  const front = await one.open();
  await withPin(front);
  await isListening(front);
  expect((await front.call('customers.erase', erasure)).value).toMatchObject({ sales: 1, others: 'posted' });
  await front.app.close();
  await shops.rotateShopKey(shop, null);
  expect(await under.sql('SELECT 1 FROM shop_notices')).toEqual([]);

  const keyBefore = one.secrets.stored.get('shopKey');
  const renewing = await one.open();
  await vi.waitFor(() => {
    expect(one.secrets.stored.get('shopKey')).not.toBe(keyBefore);
    expect(one.secrets.stored.has('offeredShopKey')).toBe(false);
  }, patient);
  // The relay's next page comes at once to who asks again.
  await renewing.app.close();
  const again = await one.open();
  await vi.waitFor(async () => expect(await under.sql('SELECT 1 FROM shop_notices')).toHaveLength(1), patient);
  await off.secrets.write({ shopKey: await one.secrets.read('shopKey') });
  const back = await off.open();
  await vi.waitFor(async () => expect(await numbersIn(back)).toEqual([erasedNo]), patient);
  expect(await under.sql('SELECT 1 FROM shop_notices')).toHaveLength(1);
  expect(JSON.stringify([again.log.lines, back.log.lines])).not.toContain('81234567890');
}, 90_000);

test('what the office publishes reaches a counter that has accepted it, and its people sign in there with their PIN', async () => {
  const { machine, mailboxes } = await aShop();
  const office = await (
    await machine(mailboxes.office, 'office', async ({ catalogue }) => {
      await catalogue.updateProduct(goodProduct, at);
      await catalogue.save([{ productCode: 'TSEL10', sellingPrice: 12_000 }], at);
    })
  ).open();
  const { ids } = await staffed(office);
  await isListening(office);
  const front = await (await machine(mailboxes.front, 'counter')).open();
  await withPin(front);
  await isListening(front);
  expect((await front.call('office.publish', { pin: '1234' })).error.reason).toBe('no_office');

  const published = await office.call('office.publish', { pin: pinOf.owner });
  expect(published.error).toBeUndefined();
  expect(published.value).toMatchObject({ version: 1, isChanged: false });
  const { fingerprint } = published.value;
  await vi.waitFor(async () => expect((await front.call('office.ofCounter')).value.offered).toBe(fingerprint), patient);
  expect((await front.call('catalogue.list')).value.items).toEqual([]);
  expect((await front.call('office.accept', { fingerprint, pin: '9999' })).error.reason).toBe('wrong_pin');
  expect((await front.call('office.accept', { fingerprint: 'AAAA', pin: '1234' })).error.code).toBe('invalid_input');
  expect((await front.call('office.accept', { fingerprint, pin: '1234' })).value).toMatchObject({
    accepted: fingerprint,
  });
  await vi.waitFor(async () => expect((await front.call('people.state')).value.people).toHaveLength(4), patient);
  expect((await front.call('people.signIn', { id: ids.cashier, pin: pinOf.other })).ok).toBe(false);
  expect((await front.call('people.signIn', { id: ids.owner, pin: pinOf.owner })).ok).toBe(true);
  expect((await front.call('catalogue.list')).value.items).toMatchObject([
    { productCode: 'TSEL10', sellingPrice: 12_000 },
  ]);
  expect((await front.call('office.ofCounter')).value).toMatchObject({ version: 1, offered: null, refused: [] });

  await office.call('catalogue.save', { changes: [{ productCode: 'TSEL10', sellingPrice: 12_500 }] });
  expect((await office.call('office.published')).value.isChanged).toBe(true);
  await office.call('office.publish', { pin: pinOf.owner });
  await vi.waitFor(
    async () => expect((await front.call('catalogue.list')).value.items[0]?.sellingPrice).toBe(12_500),
    patient,
  );
}, 90_000);
