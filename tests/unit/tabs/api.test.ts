import { describe, expect, it, vi } from 'vitest';
import { verifyJournal } from '../../../src/main/integrity/verify.ts';
import { tabHandlers } from '../../../src/main/tabs/api.ts';
import type { Result } from '../../../src/shared/contract/errors.ts';
import { appWorld } from '../../support/app-world.ts';
import { counterWorld, lost } from '../../support/counter-world.ts';
import { aJournal, journalPath } from '../../support/database-files.ts';
import { aTcpPrinter } from '../../support/print-queue.ts';
import { decodeEscPos } from '../../support/printer-decoder/escpos.ts';

const saved = (id: string, name: string, customerNo: string) => ({
  id,
  name,
  note: null,
  numbers: [{ customerNo, label: '', productCode: null }],
  consentAt: '2026-03-01T00:00:00.000Z',
  consentBy: 'cashier',
  purgeAt: '2026-03-11',
});

const soon = { timeout: 30_000, interval: 5 };

const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(result.error.code);
  return result.value;
};

/** A counter with two saved customers, in an open shift with 100.000 in the drawer. */
async function tabWorld() {
  const path = journalPath();
  const world = await counterWorld({ db: await aJournal(path) });
  const { db, ports } = world;
  await db.customerBook.save(saved('siti', 'Siti', '081234567890'));
  await db.customerBook.save(saved('budi', 'Budi', '085712345678'));
  await db.shifts.open({ actor: 'cashier', at: '2026-03-10T02:00:00.000Z', counted: 100_000, day: '2026-03-10' });
  const tabs = tabHandlers({
    runtime: () => ({ db, ports }),
    whileOpen: (work) => work(),
    statusChanged: () => {},
    onCash: () => {},
    prints: () => {
      throw new Error('nothing is printed here');
    },
  });
  let customer = 0;
  /** A success of 12.000, some of it on a customer's tab and the rest in cash. */
  const owing = async (customerId: string, amount: number) => {
    world.says.order({ status: 'success', transaction_id: `T-${++customer}` });
    world.pass(1000);
    const tab = { method: 'tab' as const, amount, customerId };
    return world.ordered({
      customerNo: `0812777700${customer}0`,
      payments: amount === 12_000 ? [tab] : [tab, { method: 'cash', amount: 12_000 - amount }],
    });
  };
  return { ...world, path, tabs, owing };
}

describe('customers’ tabs', () => {
  it('list who owes what, the largest debt first, with what is not settled apart', async () => {
    const world = await tabWorld();
    await world.owing('siti', 5000);
    await world.owing('budi', 12_000);
    world.say('order', lost);
    await world.ordered({ payments: [{ method: 'tab', amount: 12_000, customerId: 'siti' }] });
    expect(valueOf(await world.tabs['tabs.list'](undefined))).toMatchObject({
      owed: 17_000,
      tabs: [
        { customerId: 'siti', name: 'Siti', numbers: ['081234567890'], owed: 5000, unsettled: 12_000, sales: 2 },
        { customerId: 'budi', name: 'Budi', owed: 12_000, unsettled: 0, sales: 1 },
      ],
    });
    const { sales } = valueOf(await world.tabs['tabs.get']({ customerId: 'siti' }));
    expect(sales.map(({ state }) => state)).toEqual(['success', 'unknown']);
    expect((await world.db.openMoney('2026-03-10T00:00:00.000Z')).onTab).toEqual({ count: 3, amount: 29_000 });
  });

  it('are paid in part or whole, the oldest sale first; cash goes into the drawer and the rest counts by its method', async () => {
    const world = await tabWorld();
    const first = await world.owing('siti', 5000);
    const second = await world.owing('siti', 12_000);
    const settle = (amount: number, method: 'cash' | 'qris') =>
      world.tabs['tabs.settle']({
        customerId: 'siti',
        amount,
        method,
        ...(method === 'qris' ? { reference: 'QR-9' } : {}),
      });
    expect(valueOf(await settle(8000, 'cash'))).toMatchObject({
      tab: { owed: 9000, sales: 1 },
      sales: [
        { id: first.id, tabPayments: [{ method: 'cash', amount: 5000, reference: null }] },
        { id: second.id, tabPayments: [{ method: 'cash', amount: 3000, reference: null }] },
      ],
    });
    expect(valueOf(await settle(9000, 'qris'))).toMatchObject({
      tab: null,
      sales: [{ tabPayments: [{ amount: 3000 }, { method: 'qris', amount: 9000, reference: 'QR-9' }] }],
    });
    const report = await world.db.shifts.close({
      actor: 'cashier',
      at: '2026-03-10T09:00:00.000Z',
      counted: 115_000,
    });
    expect(report).toMatchObject({
      cash: { opening: 100_000, taken: 15_000, returned: 0, expected: 115_000 },
      methods: {
        qris: { taken: 9000, returned: 0 },
        tab: { added: 17_000, paid: 17_000, paidInCash: 8000, lapsed: 0 },
      },
      line: { cash: { taken: 7000 }, qris: { taken: 0 }, tab: { taken: 17_000, paid: 17_000, left: 0 } },
    });
    expect(verifyJournal(world.path).flaw).toBeNull();
  });

  it('take no more than is owed, and nothing while a shift is needed and none is open', async () => {
    const world = await tabWorld();
    const input = { customerId: 'siti', amount: 5001, method: 'cash' as const };
    expect(await world.tabs['tabs.settle'](input)).toMatchObject({ error: { reason: 'nothing_owed' } });
    const { id } = await world.owing('siti', 5000);
    expect(await world.tabs['tabs.settle'](input)).toMatchObject({
      error: { code: 'invalid_input', reason: 'more_than_owed', fields: ['amount'] },
    });
    world.rules.shiftsRequired = true;
    await world.db.shifts.close({ actor: 'cashier', at: '2026-03-10T09:00:00.000Z', counted: 107_000 });
    expect(await world.tabs['tabs.settle']({ ...input, amount: 5000 })).toMatchObject({
      error: { code: 'not_allowed', reason: 'shift_needed' },
    });
    expect(await world.stored(id)).toMatchObject({ tabPayments: [] });
  });

  it('take the same payment once, where its answer was lost and the page asks again', async () => {
    const world = await tabWorld();
    const { id } = await world.owing('siti', 12_000);
    const input = { customerId: 'siti', amount: 5000, method: 'cash' as const, owed: 12_000 };
    const both = await Promise.all([world.tabs['tabs.settle'](input), world.tabs['tabs.settle'](input)]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await world.tabs['tabs.settle'](input)).toMatchObject({
      error: { code: 'not_allowed', reason: 'tab_changed' },
    });
    expect(await world.stored(id)).toMatchObject({ tabPayments: [{ amount: 5000 }] });
    expect(valueOf(await world.tabs['tabs.settle']({ ...input, owed: 7000 }))).toMatchObject({ tab: { owed: 2000 } });
  });

  it('find a settlement also where a later one seems to be earlier, since the clock was set back', async () => {
    const world = await tabWorld();
    await world.owing('siti', 12_000);
    await world.owing('siti', 12_000);
    const settle = (amount: number) => world.tabs['tabs.settle']({ customerId: 'siti', amount, method: 'cash' });
    const { settlement } = valueOf(await settle(15_000));
    world.pass(-24 * 60 * 60_000);
    valueOf(await settle(5000));
    const which = { customerId: 'siti', at: settlement.at };
    expect(await world.db.tabs.settlement(which)).toMatchObject({ amount: 15_000, sales: 2, left: 4000 });
    expect((await world.db.tabs.of('siti'))?.lastPaidAt).toBe(settlement.at);
    await world.db.close();
    expect(verifyJournal(world.path).flaw).toBeNull();
  });

  it('say when they were last paid, and by which settlements', async () => {
    const world = await tabWorld();
    await world.owing('siti', 5000);
    await world.owing('siti', 12_000);
    const settle = (amount: number, method: 'cash' | 'transfer') =>
      world.tabs['tabs.settle']({ customerId: 'siti', amount, method });
    expect(valueOf(await world.tabs['tabs.list']({})).tabs).toMatchObject([{ lastPaidAt: null }]);
    // Two of one millisecond are two, and the sale that the first paid for good is still known.
    const { settlement: first } = valueOf(await settle(8000, 'cash'));
    const { settlement: second } = valueOf(await settle(1000, 'cash'));
    world.pass(60_000);
    const { settlement: third } = valueOf(await settle(2000, 'transfer'));
    expect(Date.parse(second.at)).toBe(Date.parse(first.at) + 1);
    expect(first).toEqual({ at: first.at, method: 'cash', amount: 8000, reference: null, sales: 2 });
    const { tab, settlements } = valueOf(await world.tabs['tabs.get']({ customerId: 'siti' }));
    expect(tab).toMatchObject({ owed: 6000, sales: 1, lastPaidAt: third.at });
    expect(settlements).toEqual([third, second, first]);
    expect(await world.db.tabs.settlement({ customerId: 'siti', at: first.at })).toEqual({
      ...first,
      name: 'Siti',
      left: 6000,
      unsettled: 0,
    });
    expect(await world.db.tabs.settlement({ customerId: 'budi', at: first.at })).toBeNull();
    expect(verifyJournal(world.path).flaw).toBeNull();
  });

  it('are listed at once, however many customers owe', async () => {
    const world = await tabWorld();
    for (let n = 0; n < 40; n += 1) {
      await world.db.customerBook.save(saved(`many-${n}`, `Pelanggan ${n}`, `0813000000${10 + n}`));
    }
    for (let n = 0; n < 40; n += 1) await world.owing(`many-${n}`, 1000 + n);
    const { tabs } = valueOf(await world.tabs['tabs.list']({}));
    expect(tabs).toHaveLength(40);
    expect(tabs[0]).toMatchObject({ customerId: 'many-39', numbers: ['081300000049'], owed: 1039 });
  });

  it('are paid once, however many presses come at the same moment', async () => {
    const world = await tabWorld();
    await world.owing('siti', 5000);
    await world.owing('siti', 12_000);
    const press = () => world.tabs['tabs.settle']({ customerId: 'siti', amount: 17_000, method: 'cash' });
    const answers = await Promise.all([press(), press(), press()]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await world.db.openMoney('2026-03-10T00:00:00.000Z')).onTab.amount).toBe(0);
  });

  it('lapse when a success is corrected to a failure, and what was paid of them is to be returned', async () => {
    const world = await tabWorld();
    const { id } = await world.owing('siti', 12_000);
    await world.tabs['tabs.settle']({ customerId: 'siti', amount: 5000, method: 'cash' });
    await world.counter.correct({ id, outcome: 'failed', note: 'Gagal di dasbor' });
    expect(await world.tabs['tabs.get']({ customerId: 'siti' })).toMatchObject({ error: { reason: 'nothing_owed' } });
    expect(await world.counter.cashReturned({ id })).toMatchObject({
      ok: true,
      value: { returns: [{ method: 'cash', amount: 5000 }] },
    });
    // Its answer may be lost, and it is said again.
    expect((await world.counter.cashReturned({ id })).ok).toBe(true);
    expect(verifyJournal(world.path).flaw).toBeNull();
  });

  it('keep their customer in the book until they are paid', async () => {
    const world = await tabWorld();
    const { db } = world;
    const { customerNo } = await world.owing('siti', 5000);
    const at = '2026-03-10T03:00:00.000Z';
    expect(await db.customerBook.forget('siti', at)).toBe('tab_open');
    expect(await db.customers.begin({ customerNo: '081234567890', note: 'minta', at })).toEqual({
      kind: 'tab_open',
    });
    expect(await db.customers.begin({ customerNo, note: 'minta', at })).toMatchObject({ kind: 'unsettled' });
    await db.customerBook.purge('2026-03-12');
    expect([await db.customerBook.get('siti'), await db.customerBook.get('budi')]).toMatchObject([
      { name: 'Siti' },
      null,
    ]);
    await world.tabs['tabs.settle']({ customerId: 'siti', amount: 5000, method: 'transfer', reference: 'BCA 12' });
    expect(await db.customerBook.forget('siti', at)).toBe('forgotten');
    expect(await db.customers.begin({ customerNo, note: 'minta', at })).toMatchObject({ kind: 'begun', sales: 1 });
    const [erased] = await db.customers.eraseNext(at);
    expect(erased).toMatchObject({
      payments: [{ method: 'tab', customerId: null }, { method: 'cash' }],
      tabPayments: [{ method: 'transfer', amount: 5000, reference: null }],
    });
    expect(verifyJournal(world.path).flaw).toBeNull();
  });
});

describe('a name that was not saved', () => {
  it('owes a sale at once, and is gone once the tab is paid', async () => {
    const world = await appWorld();
    const { value: customer } = await world.call('customers.addDebtor', { name: 'Joko' });
    const sold = await world.call('order', {
      productCode: 'TSEL10',
      customerNo: '081234567890',
      sellingPrice: 12_000,
      payments: [{ method: 'tab', amount: 12_000, customerId: customer.id }],
    });
    const isSuccess = async () =>
      expect((await world.call('transactions.get', { id: sold.value.id })).value.state).toBe('success');
    await vi.waitFor(isSuccess, soon);
    expect((await world.call('tabs.list')).value.tabs).toMatchObject([{ name: 'Joko', owed: 12_000, numbers: [] }]);
    const slip = await world.call('receipts.preview', { id: sold.value.id });
    expect(slip.value.text.replaceAll(/\s+/g, ' ')).toContain('BELUM LUNAS Masih utang Rp12.000 atas nama Joko.');
  });

  it('stays while it owes, and goes by itself afterwards: nobody agreed to more', async () => {
    const world = await tabWorld();
    const { db } = world;
    const entry = { ...saved('joko', 'Joko', ''), numbers: [], consentBy: null };
    expect(await db.customerBook.addNewName(entry)).toBe(true);
    expect(await db.customerBook.addNewName({ ...entry, id: 'other', name: 'JOKO' })).toBe(false);
    await world.owing('joko', 12_000);
    await db.customerBook.purge(entry.purgeAt);
    expect(await db.customerBook.get('joko')).toMatchObject({ name: 'Joko', consentBy: null, numbers: [] });
    await world.tabs['tabs.settle']({ customerId: 'joko', amount: 12_000, method: 'cash' });
    await db.customerBook.purge(entry.purgeAt);
    expect(await db.customerBook.get('joko')).toBeNull();
  });
});

describe('a debt that a correction makes, of a name that is gone', () => {
  it('is put on a name again, once', async () => {
    const world = await tabWorld();
    const { db } = world;
    const entry = { ...saved('joko', 'Joko', ''), numbers: [], consentBy: null };
    await db.customerBook.save({ ...saved('siti', 'Siti', '081234567890'), purgeAt: '2027-03-11' });
    await db.customerBook.addNewName(entry);
    world.says.order({ status: 'failed', transaction_id: 'T-1', message: 'Nomor salah' });
    const { id } = await world.ordered({ payments: [{ method: 'tab', amount: 12_000, customerId: 'joko' }] });
    await db.customerBook.purge(entry.purgeAt);
    expect(await db.customerBook.nameTab(entry)).toBe('not_found');
    await world.counter.correct({ id, outcome: 'success', sn: 'SN-5', note: 'the dashboard shows it' });
    const list = async () => valueOf(await world.tabs['tabs.list'](undefined)).tabs;
    expect(await list()).toMatchObject([{ customerId: 'joko', name: null, owed: 12_000 }]);
    expect(await db.customerBook.nameTab({ ...entry, name: 'SITI' })).toBe('name_taken');
    expect(await db.customerBook.nameTab(entry)).toBe('named');
    expect(await list()).toMatchObject([{ customerId: 'joko', name: 'Joko', owed: 12_000 }]);
    expect(await db.customerBook.nameTab({ ...entry, name: 'Other' })).toBe('not_found');
    await db.customerBook.purge(entry.purgeAt);
    expect(await db.customerBook.get('joko')).toMatchObject({ name: 'Joko', consentBy: null });
  });

  it('has a name written for it at the counter', async () => {
    const world = await appWorld();
    expect(await world.call('customers.addDebtor', { name: 'Joko', id: 'nobody' })).toMatchObject({
      error: { code: 'not_found' },
    });
    expect(await world.call('customers.addDebtor', { name: 'Joko' })).toMatchObject({ value: { name: 'Joko' } });
  });
});

describe('the proof of a settlement', () => {
  /** A counter in training whose customer Siti owes 12.000. */
  async function owingCounter(options: Parameters<typeof appWorld>[0] = {}) {
    const world = await appWorld(options);
    const { value: customer } = await world.call('customers.save', {
      name: 'Siti',
      numbers: [{ customerNo: '081234567890', label: '' }],
      purgeAt: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
      consent: true,
    });
    const sold = await world.call('order', {
      productCode: 'TSEL10',
      customerNo: '081234567890',
      sellingPrice: 12_000,
      payments: [{ method: 'tab', amount: 12_000, customerId: customer.id }],
    });
    await vi.waitFor(
      async () => expect((await world.call('transactions.get', { id: sold.value.id })).value.state).toBe('success'),
      soon,
    );
    const settle = async (amount: number) =>
      (await world.call('tabs.settle', { customerId: customer.id, amount, method: 'cash' })).value.settlement;
    return { ...world, customerId: customer.id, saleId: sold.value.id, settle };
  }

  it('says what was paid and what is left, and is found again when nothing is', async () => {
    const world = await owingCounter();
    const { customerId } = world;
    const settlement = await world.settle(5000);
    const print = await world.call('tabs.print', { customerId, at: settlement.at });
    expect(print.value).toMatchObject({ via: 'system', url: null });
    for (const words of ['LATIHAN', 'BUKTI BAYAR UTANG', 'Siti', 'Tunai', 'Rp5.000', 'Sisa utang', 'Rp7.000']) {
      expect(print.value.text).toContain(words);
    }
    expect(world.printed).toMatchObject([{ saleId: null, html: expect.stringContaining('BUKTI BAYAR UTANG') }]);
    const rest = await world.settle(7000);
    expect((await world.call('tabs.print', { customerId, at: rest.at })).value.text).toContain('LUNAS');
    expect(await world.call('tabs.print', { customerId, at: '2026-01-01T00:00:00.000Z' })).toMatchObject({
      error: { code: 'not_found' },
    });
  });

  it('waits for the printer as every slip, is printed again, opens the drawer, and goes with its customer', async () => {
    const printer = await aTcpPrinter();
    const world = await owingCounter();
    const transport = { kind: 'tcp' as const, host: '127.0.0.1', port: printer.port };
    const till = { id: 'till', name: 'Kasir', transport, columns: 32 as const, drawer: 'with_cash' as const };
    expect((await world.call('settings.save', { printers: [till], defaultPrinter: 'till' })).ok).toBe(true);
    const { customerId } = world;
    const { at } = await world.settle(12_000);
    const papers = () => printer.jobs.flatMap(({ bytes }) => decodeEscPos(bytes));
    await vi.waitFor(() => expect(papers().map(({ type }) => type)).toContain('drawer'), soon);
    printer.behaviour.answers = 'paper_out';
    await world.call('tabs.print', { customerId, at });
    const jobs = async () => (await world.call('prints.list', {})).value.jobs;
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ kind: 'settlement', state: 'blocked' }]), soon);
    expect(await jobs()).toMatchObject([{ tabCustomer: customerId, tabPaidAt: at, saleId: null, copy: null }]);
    expect((await world.call('customers.forget', { id: customerId })).ok).toBe(true);
    expect(await jobs()).toMatchObject([{ state: 'failed', reason: 'sale_changed' }]);
    const [job] = await jobs();
    printer.behaviour.answers = 'ready';
    expect((await world.call('prints.reprint', { id: job?.id ?? '' })).value.job).toMatchObject({ kind: 'settlement' });
    const printed = () => printer.jobs.map(({ bytes }) => bytes.toString('latin1')).join('');
    await vi.waitFor(() => expect(printed()).toContain('BUKTI BAYAR UTANG'), soon);
    expect(printed()).not.toContain('Siti');
  });

  it('makes a receipt that waited say what is so when it is printed: the tab is settled by then', async () => {
    const printer = await aTcpPrinter({ answers: 'paper_out' });
    const world = await owingCounter({ env: { KONTER_PRINTER: `tcp://127.0.0.1:${printer.port}?columns=32` } });
    const { saleId } = world;
    await world.call('receipts.print', { id: saleId });
    const jobs = async () => (await world.call('prints.list', { saleId })).value.jobs;
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'blocked' }]), soon);
    expect((await world.call('receipts.preview', { id: saleId })).value.text).toContain('BELUM LUNAS');
    await world.settle(12_000);
    printer.behaviour.answers = 'ready';
    await world.call('printers.tryNow');
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'confirmed', copy: 1 }]), soon);
    const paper = printer.jobs.map(({ bytes }) => bytes.toString('latin1')).join('');
    expect(paper).toContain('0812-3456-7890');
    expect(paper).not.toContain('BELUM LUNAS');
    expect(paper).not.toContain('Siti');
  });

  it('leaves a receipt that waited, and named its customer, to be printed as the original without the name', async () => {
    const printer = await aTcpPrinter({ answers: 'paper_out' });
    const world = await owingCounter({ env: { KONTER_PRINTER: `tcp://127.0.0.1:${printer.port}?columns=32` } });
    const { customerId, saleId } = world;
    expect((await world.call('receipts.print', { id: saleId })).value.copy).toBe(1);
    const jobs = async () => (await world.call('prints.list', { saleId })).value.jobs;
    await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ state: 'blocked' }]), soon);
    await world.settle(12_000);
    expect((await world.call('customers.forget', { id: customerId })).ok).toBe(true);
    await world.call('printers.tryNow');
    await vi.waitFor(
      async () => expect(await jobs()).toMatchObject([{ state: 'failed', reason: 'sale_changed' }]),
      soon,
    );
    expect((await world.call('transactions.get', { id: saleId })).value.prints).toBe(0);
    expect((await world.call('receipts.preview', { id: saleId })).value).toMatchObject({ copy: 1 });
    expect(printer.jobs).toEqual([]);
  });
});
