import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/base/system/clock-and-random.ts';
import { listCustomers, saveCustomer } from '../../../src/main/customers/api.ts';
import { startErasureWorker } from '../../../src/main/customers/erasure-worker.ts';
import { createTaskRunner } from '../../../src/main/db/database-tasks.ts';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { openShopDatabase, type ShopDatabase } from '../../../src/main/runtime/shop-database.ts';
import type { SearchService } from '../../../src/main/search/search-service.ts';
import { erasedNo } from '../../../src/shared/domain/erasure.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { appWorld, memorySecrets } from '../../support/app-world.ts';
import { killHard, linesOf, startChild } from '../../support/child-process.ts';
import { aJournal, realRandom, temporaryFolder } from '../../support/database-files.ts';
import { virtualClock } from '../../support/fake-system.ts';
import { keptThreads } from '../../support/kept-threads.ts';
import { liveUnanswered } from '../../support/provider-answers.ts';
import { startRelay } from '../../support/relay.ts';
import { begin, order, sold, stored, updated } from '../../support/stored-sales.ts';

describe('customers.* and the erasure worker', () => {
  const env = liveUnanswered;
  const number = '081234567890';
  const name = 'BUDI CONTOH';
  const secretsOf = ['81234567890', name, '1234-5678-9012-3456'];
  const input = { customerNo: number, readBack: '0812-3456-7890', reason: 'the customer asked', pin: '1234' };

  /** It starts threads, on a machine that may be busy. */
  const patience = { timeout: 30_000 };

  const quiet = (): void => undefined;
  /** An erasure worker's deps without backups, parked sales and a relay. */
  const quietDeps = {
    copies: () => null,
    listCopies: async () => [],
    clock: systemClock,
    runTask: createTaskRunner(keptThreads),
    log: { info: quiet, warn: quiet, error: quiet },
    publishSale: quiet,
    forgetStatements: async () => undefined,
    parked: { list: async () => [], erase: async () => 0, eraseOlder: async () => undefined },
    eraseAtRelay: async () => null,
    shopDigests: () => [],
    noticeDigest: () => null,
    postNotices: async () => undefined,
    random: realRandom,
  };

  /** The nth sale of the customer, with everything in it that names him. */
  async function soldToHim(db: ShopDatabase, n: number, fields: Partial<Transaction> = {}): Promise<Transaction> {
    const begun = await stored(db, begin(order(n, { customerNo: number, customerName: name })));
    const body = {
      role: 'answer' as const,
      bytes: Buffer.from(`{"customer_no":"${number}","customer_name":"${name}"}`),
    };
    return stored(
      db,
      updated(begun, { state: 'success', sn: `1234-5678-9012-3456-${n}/${name}`, ...fields }, { bodies: [body] }),
    );
  }

  async function liveShop(his = 3) {
    const dataDir = temporaryFolder();
    const live = join(dataDir, 'live');
    mkdirSync(live, { recursive: true });
    const db = await openShopDatabase({ path: join(live, 'journal.db'), random: realRandom, kind: 'live' });
    for (let n = 1; n <= 5; n++) await sold(db, order(n));
    for (let n = 6; n < 6 + his; n++) await soldToHim(db, n);
    await db.close();
    const secrets = memorySecrets();
    const open = (more: Partial<typeof env> = {}) => appWorld({ dataDir, secrets, env: { ...env, ...more } });
    const shop = await open();
    await shop.call('settings.save', { supervisorPin: { next: '1234' } });
    return { ...shop, open, secrets, dataDir, live, path: join(live, 'journal.db') };
  }

  /** The files below a folder, copies left out, that hold any of it. */
  function filesThatHold(folder: string, texts: readonly string[] = secretsOf): string[] {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => !file.includes('backups') && statSync(join(folder, file)).isFile())
      .filter((file) => texts.some((text) => readFileSync(join(folder, file)).includes(text)));
  }

  test('a customer is found by a number in any spelling and by a part of the name, never by a product', async () => {
    const shop = await liveShop();
    const him = { customerNo: number, names: [name], sales: 3, unsettled: 0 };
    for (const text of ['+62 812-3456-7890', '62812 3456 7890', '3456789', 'budi con']) {
      expect((await shop.call('customers.find', { text })).value.customers).toMatchObject([him]);
    }
    expect((await shop.call('customers.find', { text: order(1).productCode })).value.customers).toEqual([]);
  });

  test('everything held on a customer comes as text and as JSON to a supervisor, and its file name names nobody', async () => {
    const shop = await liveShop();
    expect((await shop.call('customers.export', { customerNo: number })).error.reason).toBe('pin_needed');
    const { value } = await shop.call('customers.export', { customerNo: '+62 812 3456 7890', pin: '1234' });
    expect(value.name).not.toMatch(/812|BUDI/);
    for (const text of [number, name, '1234-5678-9012-3456-7/', 'customer_name']) expect(value.text).toContain(text);
    const held: unknown = JSON.parse(value.json);
    expect(held).toMatchObject({ customerNo: number });
    expect(held).toHaveProperty('sales.length', 3);
    expect(held).toHaveProperty('sales.0.events.length', 2);
    expect(value.json).not.toContain(order(1).customerNo);
    expect((await shop.call('customers.export', { customerNo: '089999999999', pin: '1234' })).error.code).toBe(
      'not_found',
    );
  });

  test('erasing takes a read-back and the supervisor, and then leaves the customer in no file of the folder', async () => {
    const shop = await liveShop();
    expect(filesThatHold(shop.dataDir)).not.toEqual([]);
    const wrong = await shop.call('customers.erase', { ...input, readBack: '081234567891' });
    expect(wrong.error.reason).toBe('read_back_differs');
    expect((await shop.call('customers.erase', { ...input, pin: '9999' })).error.reason).toBe('wrong_pin');
    expect(filesThatHold(shop.dataDir)).not.toEqual([]);
    // What a comparison with the provider's statement leaves for its dialog.
    writeFileSync(join(shop.live, 'reconcile.db'), number);

    const draft = { kind: 'order', customerNo: number, productCode: '', step: 'product', text: '', left: {} } as const;
    await shop.call('parking.park', { draft: { ...draft, tendered: null, payment: null, cashFrom: null } });
    expect((await shop.call('parking.list')).value.parked).toHaveLength(1);

    const { value } = await shop.call('customers.erase', input);
    expect((await shop.call('parking.list')).value.parked).toEqual([]);
    expect(value).toEqual({
      sales: 3,
      webhooks: 0,
      saved: 0,
      leftovers: false,
      copies: 0,
      oldCopies: 0,
      unreached: [],
      atRelay: true,
      others: 'none',
    });
    expect(filesThatHold(shop.dataDir)).toEqual([]);
    expect(JSON.stringify(shop.log)).not.toMatch(/81234567890|BUDI/);
    expect((await shop.call('customers.find', { text: number })).value.customers).toEqual([]);
    expect((await shop.call('journal.verify')).value).toMatchObject({ flaw: null, erasedSales: 3 });
    await shop.app.close();
    expect(filesThatHold(shop.dataDir)).toEqual([]);
  });

  test('a sale that is not settled refuses the erasing with words, and nothing is erased', async () => {
    const shop = await liveShop();
    await shop.app.close();
    const db = await openShopDatabase({ path: shop.path, random: realRandom, kind: 'live' });
    const begun = await stored(db, begin(order(20, { customerNo: number })));
    await stored(db, updated(begun, { state: 'unknown' }));
    await db.close();
    const again = await shop.open();
    const refused = await again.call('customers.erase', input);
    expect(refused.error).toMatchObject({
      code: 'not_allowed',
      reason: 'not_settled_yet',
      transaction: { id: begun.id },
    });
    expect((await again.call('customers.find', { text: number })).value.customers[0]?.sales).toBe(4);
  });

  test('a copy made before still holds the customer, is counted, and restores without him', async () => {
    const shop = await liveShop();
    const copy = (await shop.call('backups.make')).value.file;
    expect((await shop.call('customers.erase', input)).value.copies).toBe(1);
    expect(readFileSync(join(shop.live, 'backups', copy)).includes(number)).toBe(true);
    expect((await shop.call('backups.restore', { file: copy, pin: '1234' })).ok).toBe(true);
    await vi.waitFor(async () => {
      expect((await shop.call('customers.find', { text: number })).value.customers).toEqual([]);
      expect(await shop.call('customers.state')).toMatchObject({
        value: { waiting: 0, leftovers: false, erasures: 1 },
      });
    }, patience);
    expect(filesThatHold(shop.dataDir)).toEqual([]);
    await shop.app.close();
    expect(verifyJournal(shop.path)).toMatchObject({ flaw: null, erasedSales: 3 });
  });

  test('a copy put back on a machine that never knew of the erasing is erased again, from the list beside the copies', async () => {
    const shop = await liveShop();
    const copy = (await shop.call('backups.make')).value.file;
    const backup = readFileSync(join(shop.live, 'backups', copy));
    await shop.call('customers.erase', input);
    await shop.app.close();
    // The end makes another copy, and keeps the last of each hour.
    writeFileSync(join(shop.live, 'backups', copy), backup);
    // Another machine: no database, no key; only the folder of copies.
    for (const file of readdirSync(shop.live)) if (file !== 'backups') rmSync(join(shop.live, file));
    shop.secrets.stored.delete('customerKey');
    const reopened = await shop.open();
    expect(await reopened.call('backups.restore', { file: copy, pin: '1234' })).toMatchObject({ ok: true });
    await vi.waitFor(async () => {
      expect(await reopened.call('customers.state')).toMatchObject({
        value: { waiting: 0, leftovers: false, erasures: 1 },
      });
    }, patience);
    expect(filesThatHold(shop.dataDir)).toEqual([]);
  });

  test('a database that a restore replaced is erased with the present one', async () => {
    const shop = await liveShop();
    const copy = (await shop.call('backups.make')).value.file;
    await shop.app.close();
    // Sold after the copy: only the replaced database knows it.
    const db = await openShopDatabase({ path: shop.path, random: realRandom, kind: 'live' });
    await soldToHim(db, 30);
    await db.close();
    const later = await shop.open();
    await later.call('backups.restore', { file: copy, pin: '1234' });
    expect(filesThatHold(shop.dataDir).some((file) => file.includes('replaced-'))).toBe(true);
    expect((await later.call('customers.erase', input)).value).toMatchObject({ sales: 3, unreached: [] });
    expect(filesThatHold(shop.dataDir)).toEqual([]);
  });

  test('killed in the middle of erasing, the next start finishes it', { tags: ['full'] }, async () => {
    const shop = await liveShop(25);
    await shop.app.close();
    const child = startChild('database-child.ts', 'erase', shop.path, number);
    expect(await linesOf(child, 1)).toEqual(['erasing']);
    await killHard(child);
    expect(filesThatHold(shop.dataDir)).not.toEqual([]);
    const again = await shop.open();
    await vi.waitFor(async () => {
      expect(await again.call('customers.state')).toMatchObject({ value: { waiting: 0, leftovers: false } });
    }, patience);
    expect(filesThatHold(shop.dataDir)).toEqual([]);
    expect((await again.call('journal.verify')).value).toMatchObject({ flaw: null, erasedSales: 25 });
  });

  test.each([
    ['erased', null],
    ['masked by their age', 30],
  ])(
    'killed when sales were %s and stood in the index still, the next start waits until they do not',
    async (_what, days) => {
      const folder = temporaryFolder();
      const journalPath = join(folder, 'journal.db');
      const before = await openShopDatabase({ path: journalPath, random: realRandom });
      await soldToHim(before, 1);
      const at = '2026-06-01T00:00:00.000Z';
      if (days === null) await before.customers.begin({ customerNo: number, note: 'asked', at });
      else await before.customers.queueOlder(at);
      expect(await before.customers.eraseNext(at)).toHaveLength(1);
      await before.close();
      const db = await openShopDatabase({ path: journalPath, random: realRandom });
      const forget = vi.fn<SearchService['forget']>(async () => true);
      const worker = startErasureWorker({
        ...quietDeps,
        db,
        journalPath,
        folder,
        searchService: { forget },
        maskAfterDays: () => days,
        clockAheadMs: () => 0,
        today: () => '2026-06-01',
      });
      await vi.waitFor(() => expect(forget).toHaveBeenCalledOnce(), patience);
      await worker.stop(true);
      expect((await db.customers.state()).leftovers).toBe(false);
      await db.close();
    },
  );

  test('masks nothing by its age while this machine’s clock is not known to be right', async () => {
    const folder = temporaryFolder();
    const journalPath = join(folder, 'journal.db');
    const db = await openShopDatabase({ path: journalPath, random: realRandom });
    const { id } = await soldToHim(db, 1);
    const clock = { aheadMs: null as number | null };
    const forget = vi.fn<SearchService['forget']>(async () => true);
    const today = vi.fn<() => string>(() => '2036-06-01');
    const worker = startErasureWorker({
      ...quietDeps,
      db,
      journalPath,
      folder,
      searchService: { forget },
      maskAfterDays: () => 30,
      clockAheadMs: () => clock.aheadMs,
      today,
    });
    const numberNow = async () => (await db.get(id))?.customerNo;
    // The relay was not reached yet.
    await vi.waitFor(() => expect(forget).toHaveBeenCalledOnce(), patience);
    expect(await numberNow()).toBe(number);
    // Its clock is ten years behind.
    clock.aheadMs = -10 * 365 * 24 * 60 * 60_000;
    worker.onRelayLive();
    await worker.erase({ customerNo: '089999999999', note: 'nobody' });
    expect(await numberNow()).toBe(number);
    expect(today).not.toHaveBeenCalled();
    clock.aheadMs = 1000;
    worker.onRelayLive();
    await vi.waitFor(async () => expect(await numberNow()).toBe(erasedNo), patience);
    await worker.stop(true);
    await db.close();
  });

  test('sales older than the owner keeps customers’ data are masked from the next start; off, nothing is', async () => {
    const shop = await liveShop();
    const first = (await shop.call('transactions.search', { text: number })).value.items[0];
    expect(first?.customerNo).toBe(number);
    expect((await shop.call('settings.save', { maskAfterDays: 30 })).error.reason).toBe('pin_needed');
    await shop.call('settings.save', { maskAfterDays: 30, pin: '1234' });
    await shop.app.close();
    const { relay, mailbox, token } = await startRelay();
    const again = await shop.open({
      KONTER_RELAY_URL: relay.url,
      KONTER_RELAY_MAILBOX: mailbox,
      KONTER_RELAY_TOKEN: token,
    });
    // The sales of these tests are of March 2026.
    await vi.waitFor(async () => {
      const { value } = await again.call('transactions.get', { id: first?.id ?? '' });
      expect(value).toMatchObject({ customerNo: erasedNo, receiptNo: first?.receiptNo ?? '' });
    }, patience);
    expect((await again.call('transactions.search', { text: number })).value.items).toEqual([]);
    const byReceipt = await again.call('transactions.search', { text: first?.receiptNo ?? '' });
    expect(byReceipt.value.items.map(({ id }) => id)).toEqual([first?.id]);
    await again.app.close();
    expect(filesThatHold(shop.dataDir)).toEqual([]);
  });
});

describe('saved customers', () => {
  const dayMs = 24 * 60 * 60_000;
  const inDays = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
  const budi = {
    name: 'Budi Contoh',
    note: 'pagar hijau',
    numbers: [
      { customerNo: '+62 812-3456-7890', label: 'rumah', productCode: 'TSEL10' },
      { customerNo: '530000000001', label: 'listrik' },
    ],
    purgeAt: inDays(365),
    consent: true as const,
  };

  test('a customer who agrees is remembered, suggested, taken out with what is held, and forgotten', async () => {
    const { call } = await appWorld();
    const saved = await call('customers.save', budi);
    expect(saved).toMatchObject({ ok: true, value: { name: 'Budi Contoh', consentBy: 'cashier', masked: false } });
    expect(saved.value.numbers.map(({ customerNo }) => customerNo)).toEqual(['081234567890', '530000000001']);
    expect((await call('customers.suggest', { text: '0812' })).value.suggestions).toEqual([
      { id: saved.value.id, name: 'Budi Contoh', customerNo: '081234567890', label: 'rumah', productCode: 'TSEL10' },
    ]);
    expect((await call('customers.list', { text: 'bud' })).value).toMatchObject({ total: 1, next: null });

    const held = await call('customers.export', { customerNo: '081234567890' });
    for (const text of ['Budi Contoh', 'pagar hijau', '530000000001', saved.value.purgeAt]) {
      expect(held.value.text).toContain(text);
      expect(held.value.json).toContain(text);
    }

    expect(await call('customers.forget', { id: saved.value.id })).toMatchObject({ ok: true });
    expect(await call('customers.forget', { id: saved.value.id })).toMatchObject({ error: { code: 'not_found' } });
    expect((await call('customers.list')).value).toMatchObject({ customers: [], total: 0 });
  });

  test('nobody is remembered without having agreed, for longer than three years, or with a number twice', async () => {
    const { call } = await appWorld();
    // What a page could send, whatever its types say.
    const { consent: _, ...silent } = budi;
    expect(await call('customers.save', silent as typeof budi)).toMatchObject({ error: { code: 'invalid_input' } });
    for (const purgeAt of [inDays(-1), inDays(4 * 366)]) {
      expect(await call('customers.save', { ...budi, purgeAt })).toMatchObject({
        error: { code: 'invalid_input', reason: 'purge_day' },
      });
    }
    const twice = [
      { customerNo: '081234567890', label: 'rumah' },
      { customerNo: '0812 3456 7890', label: 'lain' },
    ];
    expect(await call('customers.save', { ...budi, numbers: twice })).toMatchObject({
      error: { reason: 'number_twice', fields: ['numbers.1.customerNo'] },
    });
    expect(await call('customers.save', { ...budi, id: 'nobody' })).toMatchObject({ error: { code: 'not_found' } });
    expect((await call('customers.list')).value.total).toBe(0);
  });

  test('a new name for a tab is written down without consent, once, and completed later', async () => {
    const { call } = await appWorld();
    await call('customers.save', budi);
    const sri = await call('customers.addDebtor', { name: ' Bu Sri ' });
    expect(sri.value).toMatchObject({ name: 'Bu Sri', numbers: [], note: null, consentBy: null, masked: false });
    // Its sale may be made at midnight of the shop, which is seven hours ahead.
    const leftMs = Date.parse(sri.value.purgeAt) - 7 * 3_600_000 - Date.now();
    expect(leftMs).toBeGreaterThan(24 * 3_600_000);
    for (const name of ['bu sri', 'BUDI CONTOH']) {
      expect(await call('customers.addDebtor', { name })).toMatchObject({
        error: { code: 'invalid_input', reason: 'name_taken', fields: ['name'] },
      });
    }
    expect(await call('customers.addDebtor', { name: '0812' })).toMatchObject({ error: { code: 'invalid_input' } });
    expect((await call('customers.list', { text: 'sri' })).value).toMatchObject({ customers: [sri.value], total: 2 });
    const { numbers, purgeAt, consent } = budi;
    const agreed = await call('customers.save', { id: sri.value.id, name: 'Bu Sri', numbers, purgeAt, consent });
    expect(agreed.value).toMatchObject({ id: sri.value.id, consentBy: 'cashier', purgeAt });
  });

  test('a person who may not see customers gets their numbers masked, and changes none of them', async () => {
    const { customerBook } = await aJournal();
    const rules = () => ({ timeZone: 'Asia/Jakarta' }) as never;
    const ports = { clock: virtualClock(Date.now()), random: realRandom, rules };
    const seller = { name: 'Sari', seesCustomers: false };
    const numbers = [{ customerNo: '081234567890', label: 'rumah' }];
    const saved = await saveCustomer(customerBook, ports, { ...budi, numbers }, seller);
    expect(saved).toMatchObject({ ok: true, value: { consentBy: 'Sari', masked: true, note: null } });
    const { customers } = await listCustomers(customerBook, {}, seller);
    expect(JSON.stringify(customers)).not.toContain('081234567890');
    const id = customers[0]?.id ?? '';
    expect(await saveCustomer(customerBook, ports, { ...budi, numbers, id }, seller)).toMatchObject({
      error: { code: 'not_allowed' },
    });
  });

  test('what was agreed to until a day goes on that day by itself, also when the counter was closed meanwhile', async () => {
    const { call, app, dataDir } = await appWorld();
    await call('customers.save', { ...budi, purgeAt: inDays(2) });
    await app.close();
    const { openShopDatabase } = await import('../../../src/main/runtime/shop-database.ts');
    const db = await openShopDatabase({ path: `${dataDir}/training/journal.db`, random: realRandom });
    const [entry] = (await db.customerBook.list({ text: '', after: null, limit: 1 })).entries;
    if (!entry) throw new Error('the entry is kept until its day');
    await db.customerBook.save({ ...entry, purgeAt: inDays(-1) });
    await db.close();

    const again = await appWorld({ dataDir });
    await expect.poll(async () => (await again.call('customers.list')).value.total).toBe(0);
  });

  test('the customer’s display follows a sale of the counter to its result, by what the book says', async () => {
    const { call, app } = await appWorld();
    await call('settings.save', { display: { on: true, screen: 'auto', clearSeconds: 20 } });
    const order = await call('order', { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000 });
    expect(
      await call('display.show', { kind: 'sale', id: order.value.id, tendered: null, asking: false }),
    ).toMatchObject({
      ok: true,
    });
    await expect.poll(() => app.display.view().sale?.proof, { timeout: 30_000 }).toContain('TRAINING');
    expect(app.display.view()).toMatchObject({
      training: true,
      sale: { result: 'success', customerNo: '081234567890' },
    });
    expect((await call('display.preview')).value).toMatchObject({ via: 'none', open: false, screens: [] });
    expect(await call('display.link')).toMatchObject({ error: { code: 'not_found' } });
  });
});
