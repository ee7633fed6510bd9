import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { dispatch } from '../../../src/main/api/dispatch.ts';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { DatabaseError, type DatabaseErrorKind } from '../../../src/main/db/database-error.ts';
import { lockDataDir } from '../../../src/main/diagnostics/crash-marker.ts';
import { startErrorText } from '../../../src/main/hosts/browser/run.ts';
import { startupErrorText } from '../../../src/main/hosts/electron/startup-error-dialog.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import english from '../../../src/renderer/i18n/en/errors.json';
import { messageName } from '../../../src/renderer/i18n/error-reasons.ts';
import indonesian from '../../../src/renderer/i18n/id/errors.json';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { startSimulatorServer } from '../../../src/simulator/server.ts';
import { type AppWorld, appWorld, memorySecrets } from '../../support/app-world.ts';
import { silentHandlers } from '../../support/contract-samples.ts';
import { realRandom, temporaryFolder } from '../../support/database-files.ts';
import { fastForward } from '../../support/fake-system.ts';
import { liveUnanswered } from '../../support/provider-answers.ts';
import { counterEnv, secret, startRelay } from '../../support/relay.ts';
import { smallDisk } from '../../support/small-disk.ts';
import { order, sold } from '../../support/stored-sales.ts';

describe('the live counter', () => {
  /** A live counter, the payment service and the relay, each behind real sockets. */
  async function liveWorld() {
    const under = await startRelay();
    const simulator = await startSimulatorServer({ port: 0, seed: 'live', secretKey: secret, pace: 0.1 });
    onTestFinished(() => simulator.close());
    const env = counterEnv(under, simulator.url);
    const world = await appWorld({ env });
    await listens(world);
    return { ...world, simulator: simulator.simulator, env };
  }

  async function listens(world: AppWorld): Promise<void> {
    await vi.waitFor(async () => expect((await world.call('status')).value.relay.state).toBe('listening'), {
      timeout: 30_000,
      interval: 10,
    });
  }

  async function becomes(world: Pick<AppWorld, 'call'>, id: string, state: string): Promise<Transaction> {
    return vi.waitFor(
      async () => {
        const { value } = await world.call('transactions.get', { id });
        expect(value.state).toBe(state);
        return value;
      },
      { timeout: 30_000, interval: 10 },
    );
  }

  const anOrder = { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000 };

  it('an order is sold once, and its webhook settles it', async () => {
    const world = await liveWorld();
    const ordered = await world.call('order', anOrder);
    expect(ordered).toMatchObject({ ok: true, value: { state: 'pending' } });
    const sale = await becomes(world, ordered.value.id, 'success');
    expect(world.simulator.ledger()).toMatchObject([
      { transaction_id: sale.transactionId, customer_no: '081234567890' },
    ]);
    expect(world.simulator.requests().filter(({ path }) => path === '/v1/order')).toHaveLength(1);
    expect(await world.call('receipts.preview', { id: sale.id })).toMatchObject({
      value: { text: expect.stringContaining('BUKTI PEMBAYARAN YANG SAH') },
    });
  });

  it.each([
    ['success', '201'],
    ['failed', '204'],
  ])('a lost answer is found again by its webhook: %s', async (state, digits) => {
    const world = await liveWorld();
    const ordered = await world.call('order', { ...anOrder, customerNo: `0800000000${digits}` });
    expect(ordered).toMatchObject({
      ok: false,
      error: { code: 'outcome_unknown', transaction: { transactionId: null } },
    });
    const sale = await becomes(world, ordered.error.transaction.id, state);
    expect(sale).toMatchObject({ transactionIdFrom: 'webhook' });
    expect(world.simulator.requests().filter(({ path }) => path === '/v1/order')).toHaveLength(1);
  });

  it('a webhook that came while the counter was closed is applied at the next start', async () => {
    const world = await liveWorld();
    const ordered = await world.call('order', { ...anOrder, customerNo: '0800000000103' });
    await world.app.close();
    await world.simulator.idle();
    const second = await appWorld({ dataDir: world.dataDir, env: world.env });
    expect(await becomes(second, ordered.value.id, 'success')).toMatchObject({ id: ordered.value.id });
  });

  it('a bill is inquired and paid', async () => {
    const world = await liveWorld();
    const bill = await world.call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' });
    expect(await world.call('pay', { id: bill.value.id })).toMatchObject({ ok: true, value: { state: 'success' } });
  });

  it('a payment whose answer is lost is unknown, and is not sent again', async () => {
    const world = await liveWorld();
    const bill = await world.call('inquiry', { productCode: 'PLNPOST', customerNo: '99000000201' });
    const { id } = bill.value;
    expect(await world.call('pay', { id })).toMatchObject({ ok: false, error: { code: 'outcome_unknown' } });
    expect(await world.call('pay', { id })).toMatchObject({ ok: false, error: { code: 'in_flight' } });
    expect(world.simulator.requests().filter(({ path }) => path === '/v1/billing/pay')).toHaveLength(1);
  });

  it('a webhook with a wrong signature changes nothing', async () => {
    const world = await liveWorld();
    const ordered = await world.call('order', { ...anOrder, customerNo: '0800000000408' });
    expect(await becomes(world, ordered.value.id, 'success')).toMatchObject({ state: 'success' });
    const { value } = await world.call('transactions.timeline', { id: ordered.value.id });
    const types = value.map(({ type }) => type).filter((type) => type.startsWith('webhook.'));
    expect(types.toSorted()).toEqual(['webhook.applied', 'webhook.unverified']);
  });

  it('no order is sent while the relay is not live', async () => {
    const world = await liveWorld();
    await world.app.close();
    const env = { ...world.env, KONTER_RELAY_TOKEN: 'wrong' };
    const deaf = await appWorld({ dataDir: world.dataDir, env });
    expect(await deaf.call('order', anOrder)).toMatchObject({ ok: false, error: { code: 'relay_unreachable' } });
    expect(world.simulator.ledger()).toEqual([]);
  });

  it('the connection is tried without buying anything', async () => {
    const world = await liveWorld();
    expect(await world.call('settings.test')).toEqual({ ok: true, value: { provider: 'ok', relay: 'ok' } });
    const test = async (productCode: string) => (await world.call('settings.test', { productCode })).value;
    expect(await test('TSEL10')).toMatchObject({ provider: 'ok', productName: expect.stringContaining('Telkomsel') });
    expect((await world.call('settings.get')).value.tested).toMatchObject({ provider: true, product: true });
    expect(await test('NO-SUCH-CODE')).toEqual({ provider: 'no_product', relay: 'ok' });
    expect((await world.call('settings.get')).value.tested).toMatchObject({ provider: true, product: false });
    expect(world.simulator.ledger()).toEqual([]);
  });
});

describe('faults of the disk', () => {
  const env = liveUnanswered;
  test.each<[DatabaseErrorKind, string]>([
    ['full', 'disk_full'],
    ['read_only', 'read_only'],
    ['corrupt', 'corrupt'],
    ['locked', 'database_locked'],
    ['newer', 'newer'],
    ['closed', 'closing'],
    ['other', 'disk_failed'],
  ])('a journal that is %s is reported with a reason that has words in both languages', async (kind, reason) => {
    const failing = { ...silentHandlers(), status: () => Promise.reject(new DatabaseError(kind, 'made to fail')) };
    expect(await dispatch(failing, 'status', {})).toMatchObject({ ok: false, error: { code: 'internal', reason } });
    expect([english, indonesian].every(({ errors }) => messageName('why', reason) in errors.why)).toBe(true);
    expect(startupErrorText(new DatabaseError(kind, 'made to fail')).split('\n').length).toBeGreaterThan(2);
  });

  test('a data folder that may not be written is named in words at the start', async () => {
    // Nobody may make a folder there, root neither.
    const error = await lockDataDir('/sys/konter', systemClock).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(startErrorText(error)).toBe('The data folder is not writable. (/sys/konter)');
    expect(startupErrorText(error)).toContain('Folder data tidak bisa ditulisi.');
  });

  test('on a disk that is really full nothing is sent, and room lets selling go on by itself', async (context) => {
    const disk = smallDisk(24);
    if (!disk) return context.skip('this user may not mount a small disk: what a full one does is NOT tested here');
    const shop = await appWorld({ dataDir: disk.folder });
    await vi.waitFor(async () => expect((await shop.call('status')).value.relay.state).toBe('listening'), 10_000);
    disk.fill(0);
    const input = { productCode: 'TSEL10', customerNo: '081234567890', allowCutOff: true };
    expect(await shop.call('order', input)).toMatchObject({
      ok: false,
      error: { code: 'internal', reason: 'disk_full' },
    });
    disk.makeRoom();
    expect((await shop.call('transactions.search')).value.items).toEqual([]);
    expect(await shop.call('order', input)).toMatchObject({ ok: true });
  });

  /** As a program that keeps folders alike on two computers does: beside it, and then in its place. */
  function replace(path: string): void {
    copyFileSync(path, `${path}.new`);
    renameSync(`${path}.new`, path);
  }

  test.skipIf(process.platform === 'win32').each([
    ['the database was removed', 'journal.db', rmSync],
    ['another file took its place', 'journal.db', replace],
    ['its log of writes was removed', 'journal.db-wal', rmSync],
  ])('where %s while it is open nothing is sent', async (_what, name, happens) => {
    const { call, dataDir } = await appWorld();
    await vi.waitFor(async () => expect((await call('status')).value.relay.state).toBe('listening'), 10_000);
    const input = { productCode: 'TSEL10', customerNo: '081234567890', allowCutOff: true };
    expect(await call('order', input)).toMatchObject({ ok: true });
    happens(join(dataDir, 'training', name));
    const other = await call('order', { ...input, customerNo: '081234567891' });
    expect(other).toMatchObject({ ok: false, error: { code: 'internal', reason: 'disk_failed' } });
    expect((await call('transactions.search', { text: '081234567891' })).value.items).toEqual([]);
  });

  async function shopWithCopy() {
    const dataDir = temporaryFolder();
    const live = join(dataDir, 'live');
    mkdirSync(live);
    const db = await openShopDatabase({ path: join(live, 'journal.db'), random: realRandom, kind: 'live' });
    for (let n = 1; n <= 30; n++) await sold(db, order(n));
    await db.close();
    const secrets = memorySecrets();
    const world = await appWorld({ dataDir, env, secrets });
    await world.call('settings.save', { supervisorPin: { next: '1234' } });
    await world.app.close();
    return { dataDir, live, secrets };
  }

  test('a damaged database is not opened and stays as it is; moved away, a backup takes its place', async () => {
    const { dataDir, live, secrets } = await shopWithCopy();
    const path = join(live, 'journal.db');
    writeFileSync(path, Buffer.alloc(8192, 0xa5), { flag: 'r+' });
    await expect(appWorld({ dataDir, env, secrets })).rejects.toMatchObject({ name: 'DatabaseError', kind: 'corrupt' });

    renameSync(path, join(live, 'damaged.db'));
    for (const companion of ['-wal', '-shm']) rmSync(path + companion, { force: true });
    const world = await appWorld({ dataDir, env, secrets });
    const [copy] = (await world.call('backups.list')).value.files;
    expect(await world.call('backups.restore', { file: copy?.file ?? '', pin: '1234' })).toMatchObject({ ok: true });
    expect((await world.call('transactions.search')).value.items).toHaveLength(30);
    expect((await world.call('status')).value.restored?.reason).toBe('copy');
  });

  test('a database that was cut short is not opened, or fails in words where it is read', async () => {
    const { dataDir, live } = await shopWithCopy();
    truncateSync(join(live, 'journal.db'), 40_960);
    const result = await appWorld({ dataDir, env }).then(
      async ({ call }): Promise<unknown> => (await call('transactions.search')).error.reason,
      (fault: unknown) => (fault instanceof DatabaseError ? fault.kind : fault),
    );
    expect(result).toBe('corrupt');
  });

  test('a database of a newer version is not opened and not touched', async () => {
    const { dataDir, live } = await shopWithCopy();
    const db = new Database(join(live, 'journal.db'));
    db.pragma('user_version = 900');
    db.close();
    await expect(appWorld({ dataDir, env })).rejects.toMatchObject({ name: 'DatabaseError', kind: 'newer' });
    expect(readdirSync(live).filter((name) => name.startsWith('replaced'))).toEqual([]);
  });
});

describe('the mode at the start', () => {
  async function folderWithLiveSale() {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'live'));
    const db = await openShopDatabase({ path: join(dataDir, 'live', 'journal.db'), random: realRandom });
    const sale = await sold(db, order(1));
    await db.close();
    return { dataDir, sale };
  }

  it('a folder with nothing in it starts training, and touches nothing live', async () => {
    const { app, dataDir } = await appWorld();
    expect(app.mode()).toBe('training');
    expect(existsSync(join(dataDir, 'live'))).toBe(false);
  });

  it.each([
    ['KONTER_PROVIDER_URL', 'http://127.0.0.1:9/v1'],
    ['KONTER_PROVIDER_HEADERS', '{"X-Shop":"a"}'],
    ['KONTER_SECRET_KEY', 'k'],
    ['KONTER_RELAY_URL', 'http://127.0.0.1:9'],
    ['KONTER_RELAY_MAILBOX', 'm'],
    ['KONTER_RELAY_TOKEN', 't'],
  ])('one live setting in the environment, %s, starts live', async (name, value) => {
    const { app } = await appWorld({ env: { [name]: value } });
    expect(app.mode()).toBe('live');
  });

  it('a time zone alone is no live setting', async () => {
    const { app } = await appWorld({ env: { KONTER_TIME_ZONE: 'Asia/Makassar', KONTER_SECRET_KEY: '' } });
    expect(app.mode()).toBe('training');
  });

  it('a saved live secret starts live', async () => {
    const secrets = memorySecrets(new Map([['secretKey', 'k']]));
    expect((await appWorld({ secrets })).app.mode()).toBe('live');
  });

  it('a saved live address starts live', async () => {
    const dataDir = temporaryFolder();
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ provider: { url: 'https://provider.example/v1' } }));
    expect((await appWorld({ dataDir })).app.mode()).toBe('live');
  });

  it('a shop whose live settings have gone missing stays live, sells nothing, and still shows its receipts', async () => {
    const { dataDir, sale } = await folderWithLiveSale();
    const { app, call, printed } = await appWorld({ dataDir });
    expect(app.mode()).toBe('live');
    const notConfigured = { ok: false, error: { code: 'not_configured' } };
    const input = { productCode: 'TSEL10', customerNo: '081234567890' };
    expect(await call('order', input)).toMatchObject(notConfigured);
    expect(await call('inquiry', input)).toMatchObject(notConfigured);
    expect(await call('product', { productCode: 'TSEL10' })).toMatchObject(notConfigured);
    expect(await call('pay', { id: sale.id })).toMatchObject(notConfigured);
    expect(await call('transactions.search', {})).toMatchObject({ ok: true, value: { items: [{ id: sale.id }] } });
    expect(await call('receipts.preview', { id: sale.id })).toMatchObject({ ok: true });
    expect(await call('receipts.print', { id: sale.id })).toMatchObject({ ok: true, value: { copy: 1 } });
    expect(printed).toHaveLength(1);
    expect(await call('status')).toMatchObject({
      ok: true,
      value: {
        mode: 'live',
        missing: ['providerUrl', 'secretKey', 'relayUrl', 'relayMailbox', 'relayToken'],
        provider: { state: 'not_configured' },
        relay: { state: 'not_configured' },
      },
    });
  });

  it('settings that cannot be read are kept beside, and a shop with live sales stays live', async () => {
    const { dataDir } = await folderWithLiveSale();
    writeFileSync(join(dataDir, 'settings.json'), '{"provider":');
    const { app } = await appWorld({ dataDir });
    expect(app.mode()).toBe('live');
    expect(existsSync(join(dataDir, 'settings.json.unreadable'))).toBe(true);
  });

  it('settings that were changed by hand in an editor that puts a mark in front count', async () => {
    const { dataDir } = await folderWithLiveSale();
    writeFileSync(join(dataDir, 'settings.json'), '\uFEFF{"billFee":3000}');
    const { call } = await appWorld({ dataDir });
    expect((await call('settings.get')).value.settings.billFee).toBe(3000);
    expect(existsSync(join(dataDir, 'settings.json.unreadable'))).toBe(false);
  });

  it('a second copy on the same folder is refused as locked, once it has waited', async () => {
    const { dataDir, call } = await appWorld();
    const second = fastForward(() => appWorld({ dataDir }));
    await expect(second).rejects.toMatchObject({ name: 'DatabaseError', kind: 'locked' });
    expect(await call('status')).toMatchObject({ ok: true });
  });

  it('a copy that is still stopping is waited for', async () => {
    const { app, dataDir } = await appWorld();
    const second = appWorld({ dataDir });
    await app.close();
    expect((await second).app.mode()).toBe('training');
  });
});
