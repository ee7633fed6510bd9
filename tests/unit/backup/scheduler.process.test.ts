import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import { startSimulatorServer } from '../../../src/simulator/server.ts';
import { appWorld, memorySecrets } from '../../support/app-world.ts';
import { linesOf, startChild } from '../../support/child-process.ts';
import { realRandom, temporaryFolder } from '../../support/database-files.ts';
import { liveUnanswered } from '../../support/provider-answers.ts';
import { soakSize } from '../../support/soak.ts';
import { begin, order, sold, stored } from '../../support/stored-sales.ts';

describe('backups of the counter', () => {
  async function writeSales(dataDir: string, from: number, to: number): Promise<void> {
    mkdirSync(join(dataDir, 'live'), { recursive: true });
    const db = await openShopDatabase({
      path: join(dataDir, 'live/journal.db'),
      random: realRandom,
      kind: 'live',
    });
    for (let n = from; n <= to; n++) await sold(db, order(n));
    await db.close();
  }

  /** A live counter with some sales; its supervisor's PIN is 1234, and that it was set is one event more. */
  async function liveShop(sales = 3) {
    const dataDir = temporaryFolder();
    const secrets = memorySecrets();
    await writeSales(dataDir, 1, sales);
    const open = async () => {
      const world = await appWorld({ dataDir, secrets, env: liveUnanswered });
      return world;
    };
    const shop = await open();
    await shop.call('settings.save', { supervisorPin: { next: '1234' } });
    return { ...shop, open, secrets, live: join(dataDir, 'live'), copies: join(dataDir, 'live/backups') };
  }

  test('a copy made by hand is listed, and the status says when', async () => {
    const shop = await liveShop();
    expect((await shop.call('backups.list')).value).toEqual({ folder: shop.copies, error: null, files: [] });
    const result = await shop.call('backups.make');
    expect(result).toMatchObject({ ok: true, value: { events: 7 } });
    expect((await shop.call('backups.list')).value.files).toEqual([
      { ...result.value, lost: { sales: 0, records: 0 } },
    ]);
    const { backup } = (await shop.call('status')).value;
    expect(backup).toEqual({ lastAt: result.value.madeAt, lastVerifiedAt: result.value.madeAt, error: null });
  });

  test('the program’s end copies what is in no copy yet, and nothing where nothing was sold', async () => {
    const shop = await liveShop();
    await shop.app.close();
    const [first] = readdirSync(shop.copies);
    expect(first).toMatch(/-7-[0-9a-f]{16}\.db$/);
    await (await shop.open()).app.close();
    expect(readdirSync(shop.copies)).toEqual([first]);
    await writeSales(shop.dataDir, 4, 4);
    await (await shop.open()).app.close();
    // Two of one hour: the newer stays.
    expect(readdirSync(shop.copies)).toEqual([expect.stringMatching(/-9-[0-9a-f]{16}\.db$/)]);
  });

  test('a stick that was pulled is shown in the status, harms nothing, and is used when it is back', async () => {
    const stick = temporaryFolder();
    const shop = await liveShop();
    await shop.call('settings.save', { backup: { folder: stick } });
    await vi.waitFor(async () => expect((await shop.call('status')).value.backup.lastAt).not.toBeNull(), 15_000);
    expect(readdirSync(stick)).toEqual([expect.stringMatching(/\.db$/)]);
    // Whatever was still being copied is done with this one.
    await shop.call('backups.make');
    renameSync(stick, `${stick}.pulled`);
    onTestFinished(() => rmSync(`${stick}.pulled`, { recursive: true, force: true }));
    expect(await shop.call('backups.make')).toMatchObject({
      ok: false,
      error: { code: 'internal', reason: 'folder_missing' },
    });
    expect(existsSync(stick)).toBe(false);
    expect((await shop.call('status')).value.backup).toMatchObject({ error: 'folder_missing' });
    expect((await shop.call('backups.list')).value).toMatchObject({ error: 'folder_missing', files: [] });
    expect(await shop.call('transactions.search')).toMatchObject({ ok: true });
    renameSync(`${stick}.pulled`, stick);
    expect(await shop.call('backups.make')).toMatchObject({ ok: true });
    expect((await shop.call('status')).value.backup).toMatchObject({ error: null });
  });

  test('a copy is put back with the PIN only, and selling goes on with a new series', async () => {
    const shop = await liveShop(3);
    const { file } = (await shop.call('backups.make')).value;
    const before = (await shop.call('status')).value.terminal;
    for (const [pin, reason] of [
      [undefined, 'pin_needed'],
      ['9999', 'wrong_pin'],
    ] as const) {
      expect(await shop.call('backups.restore', { file, ...(pin ? { pin } : {}) })).toMatchObject({
        error: { code: 'not_allowed', reason },
      });
    }
    expect(await shop.call('backups.restore', { file, pin: '1234' })).toMatchObject({ ok: true });
    const status = (await shop.call('status')).value;
    expect(status.terminal).not.toBe(before);
    expect(status.restored).toMatchObject({ reason: 'copy' });
    expect(shop.events).toContainEqual({ type: 'reload' });
    expect((await shop.call('transactions.search')).value.items).toHaveLength(3);
    expect(readdirSync(shop.live).filter((name) => name.startsWith('replaced-'))).toHaveLength(1);
    await shop.app.close();
    expect(verifyJournal(join(shop.live, 'journal.db')).flaw).toBeNull();
    // Its own rule is not taken for a rollback at the next start.
    expect((await (await shop.open()).call('status')).value).toMatchObject({
      terminal: status.terminal,
      restored: { reason: 'copy' },
    });
  });

  test('a copy that is not there, or no longer whole, changes nothing', async () => {
    const shop = await liveShop();
    const { file } = (await shop.call('backups.make')).value;
    const gone = file.replace(/-\d+-/, '-99999-');
    expect(await shop.call('backups.restore', { file: gone, pin: '1234' })).toMatchObject({
      error: { code: 'not_found', reason: 'no_such_copy' },
    });
    renameSync(join(shop.copies, file), join(shop.copies, gone));
    expect(await shop.call('backups.restore', { file: gone, pin: '1234' })).toMatchObject({
      error: { code: 'not_allowed', reason: 'copy_damaged' },
    });
    expect((await shop.call('status')).value.restored).toBeNull();
  });

  test('a saved passphrase encrypts the hourly copy, which is put back with that passphrase alone', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const shop = await liveShop(3);
    const later = async (minutes: number, name: RegExp): Promise<string> => {
      const only = [expect.stringMatching(name)];
      await vi.advanceTimersByTimeAsync(minutes * 60_000);
      // The hour to the next copy begins when one has ended, which may be after its file is there and the time is moved already.
      const copied = async (): Promise<void> => {
        await vi.advanceTimersByTimeAsync(60_000);
        expect(readdirSync(shop.copies)).toEqual(only);
      };
      await vi.waitFor(copied, { timeout: 60_000, interval: 200 });
      return readdirSync(shop.copies)[0] ?? '';
    };
    await later(1, /\.db$/);
    const keep = (backupPassphrase: string) => shop.call('settings.save', { secrets: { backupPassphrase } });
    expect(await keep('kopi tubruk tanpa gula')).toMatchObject({ value: { secrets: { backupPassphrase: true } } });
    // Of one hour the newer stays: no plain copy is left beside it.
    const file = await later(62, /\.db\.age$/);
    const bytes = readFileSync(join(shop.copies, file));
    expect([bytes.includes('SQLite'), bytes.includes('0812')]).toEqual([false, false]);

    await keep('another passphrase');
    expect(await shop.call('backups.restore', { file, pin: '1234' })).toMatchObject({
      error: { reason: 'wrong_passphrase' },
    });
    await keep('kopi tubruk tanpa gula');
    expect(await shop.call('backups.restore', { file, pin: '1234' })).toMatchObject({ ok: true });
    expect((await shop.call('transactions.search')).value.items).toHaveLength(3);
    expect((await shop.call('status')).value.restored).toMatchObject({ reason: 'copy' });
  });

  test('practice is neither copied nor put back', async () => {
    const practice = await appWorld();
    const file = 'konter-AB7K-20260302T030405678Z-12-0123456789abcdef.db';
    for (const answer of [
      await practice.call('backups.list'),
      await practice.call('backups.make'),
      await practice.call('backups.restore', { file, pin: '1234' }),
    ]) {
      expect(answer).toMatchObject({ error: { code: 'not_allowed', reason: 'training' } });
    }
  });

  test('an older database put back by hand is noticed at the start', async () => {
    const shop = await liveShop();
    await shop.app.close();
    copyFileSync(join(shop.live, 'journal.db'), join(shop.dataDir, 'older.db'));
    await writeSales(shop.dataDir, 4, 6);
    await (await shop.open()).app.close();
    copyFileSync(join(shop.dataDir, 'older.db'), join(shop.live, 'journal.db'));
    const again = await shop.open();
    expect((await again.call('status')).value.restored).toMatchObject({ reason: 'rolled_back' });
    await again.app.close();
    const once = (await (await shop.open()).call('status')).value;
    expect(once.restored).toMatchObject({ reason: 'rolled_back' });
    expect(verifyJournal(join(shop.live, 'journal.db')).flaw).toBeNull();
  });

  test('an older copy of the whole live folder is noticed before the first sale, which waits for a supervisor', async () => {
    const dataDir = temporaryFolder();
    const options = { dataDir, stateDir: temporaryFolder(), env: liveUnanswered, secrets: memorySecrets() };
    const live = join(dataDir, 'live');
    await writeSales(dataDir, 1, 3);
    const first = await appWorld(options);
    await first.call('settings.save', { supervisorPin: { next: '1234' } });
    await first.app.close();
    cpSync(live, join(dataDir, 'older'), { recursive: true });
    await writeSales(dataDir, 4, 6);
    await (await appWorld(options)).app.close();
    rmSync(live, { recursive: true });
    cpSync(join(dataDir, 'older'), live, { recursive: true });

    const again = await appWorld(options);
    expect((await again.call('status')).value).toMatchObject({ olderBook: true, restored: { reason: 'rolled_back' } });
    const input = { productCode: 'TSEL10', customerNo: '081234567890' };
    const refused = { error: { code: 'not_allowed', reason: 'older_book' } };
    expect(await again.call('order', input)).toMatchObject(refused);
    expect(await again.call('pay', { id: 'any' })).toMatchObject(refused);
    expect(await again.call('safety.accept', { what: 'older_book', pin: '9999' })).toMatchObject({
      error: { code: 'not_allowed', reason: 'wrong_pin' },
    });
    // A new start forgets no question.
    await again.app.close();
    const once = await appWorld(options);
    expect(await once.call('order', input)).toMatchObject(refused);
    expect((await once.call('safety.accept', { what: 'older_book', pin: '1234' })).ok).toBe(true);
    expect((await once.call('status')).value.olderBook).toBe(false);
    expect(await once.call('order', input)).not.toMatchObject(refused);
    await once.app.close();
    expect(verifyJournal(join(live, 'journal.db')).flaw).toBeNull();
    expect((await (await appWorld(options)).call('status')).value.olderBook).toBe(false);
  }, 30_000);

  test('an older copy of the folder is noticed though the program was killed right after a sale', async () => {
    const provider = await startSimulatorServer({ port: 0, seed: 'killed', secretKey: 'a secret', pace: 0.1 });
    onTestFinished(() => provider.close());
    const env = { ...liveUnanswered, KONTER_PROVIDER_URL: provider.url };
    const stateDir = temporaryFolder();
    const options = { stateDir, env, secrets: memorySecrets() };
    const [dataDir, older] = [temporaryFolder(), temporaryFolder()];
    await writeSales(dataDir, 1, 3);
    cpSync(dataDir, older, { recursive: true });
    // It is not closed: nothing is stored of it but what is on the disk beside the sale.
    const { call } = await appWorld({ ...options, dataDir });
    const bill = (await call('inquiry', { productCode: 'PLNPOST', customerNo: '530000000001' })).value;
    expect(await call('pay', { id: bill.id, total: bill.total ?? 0 })).toMatchObject({ ok: true });
    const heads = (): string[] => readdirSync(join(stateDir, 'heads'));
    await vi.waitFor(() => expect(heads()).toEqual([expect.stringMatching(/\.json$/)]), { timeout: 20_000 });
    const putBack = await appWorld({ ...options, dataDir: older });
    expect((await putBack.call('status')).value).toMatchObject({
      olderBook: true,
      restored: { reason: 'rolled_back' },
    });
  });

  test('a copy that a person put back, and a new folder in the old place, are no older book', async () => {
    const dataDir = temporaryFolder();
    const options = { dataDir, stateDir: temporaryFolder(), env: liveUnanswered, secrets: memorySecrets() };
    await writeSales(dataDir, 1, 3);
    const world = await appWorld(options);
    await world.call('settings.save', { supervisorPin: { next: '1234' } });
    const { file } = (await world.call('backups.make')).value;
    const copies = join(dataDir, 'live/backups');
    copyFileSync(join(copies, file), join(dataDir, file));
    await world.app.close();
    await writeSales(dataDir, 4, 6);
    await (await appWorld(options)).app.close();
    const later = await appWorld(options);
    // A newer copy of the same hour has taken its place.
    copyFileSync(join(dataDir, file), join(copies, file));
    expect((await later.call('backups.restore', { file, pin: '1234' })).ok).toBe(true);
    const restored = { olderBook: false, restored: { reason: 'copy' } };
    expect((await later.call('status')).value).toMatchObject(restored);
    await later.app.close();
    const next = await appWorld(options);
    expect((await next.call('status')).value).toMatchObject(restored);
    await next.app.close();
    rmSync(join(dataDir, 'live'), { recursive: true });
    expect((await (await appWorld(options)).call('status')).value).toMatchObject({ olderBook: false, restored: null });
  }, 30_000);

  test('killed at any moment of a restore, the next start finds the old one or the restored one, whole', {
    tags: ['full'],
    timeout: 60_000,
  }, async () => {
    const outcomes = new Set<string | null>();
    // That each step of it may be the last is tested beside prepareRestore.
    for (const afterMs of soakSize({ usual: [0, 100, 600], soak: [0, 100, 250, 400, 600, 1200] })) {
      const dataDir = temporaryFolder();
      await writeSales(dataDir, 1, 40);
      const child = startChild('restoring-counter.ts', dataDir, String(afterMs));
      const ended = once(child, 'exit');
      expect(await linesOf(child, 1)).toEqual(['restoring']);
      await ended;
      const world = await appWorld({ dataDir, env: liveUnanswered });
      const status = (await world.call('status')).value;
      expect((await world.call('transactions.search', { limit: 200 })).value.items).toHaveLength(
        status.restored ? 40 : 41,
      );
      await world.app.close();
      expect(verifyJournal(join(dataDir, 'live/journal.db')).flaw).toBeNull();
      expect(readdirSync(join(dataDir, 'live')).filter((name) => name.startsWith('restoring'))).toEqual([]);
      outcomes.add(status.restored?.reason ?? null);
    }
    expect(outcomes.has(null)).toBe(true);
  });

  test('a sale found in sending is unknown after a restore too, and its number stays locked', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(join(dataDir, 'live'), { recursive: true });
    const db = await openShopDatabase({
      path: join(dataDir, 'live/journal.db'),
      random: realRandom,
      kind: 'live',
    });
    const sale = await stored(db, begin(order(1)));
    await db.close();
    const secrets = memorySecrets();
    const world = await appWorld({ dataDir, env: liveUnanswered, secrets });
    await world.call('settings.save', { supervisorPin: { next: '1234' } });
    const { file } = (await world.call('backups.make')).value;
    await world.call('backups.restore', { file, pin: '1234' });
    expect((await world.call('transactions.get', { id: sale.id })).value.state).toBe('unknown');
    const again = { productCode: sale.productCode, customerNo: sale.customerNo };
    expect(await world.call('order', again)).toMatchObject({ error: { code: 'in_flight' } });
  });
});
