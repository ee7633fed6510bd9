import { beforeEach, describe, expect, it } from 'vitest';
import { CustomerDisplayService } from '../../../src/main/display/customer-display.ts';
import type { Batch } from '../../../src/shared/contract/batches.ts';
import { Settings } from '../../../src/shared/contract/settings.ts';
import { DisplayView } from '../../../src/shared/domain/display.ts';
import { erasedNo } from '../../../src/shared/domain/erasure.ts';
import type { Transaction } from '../../../src/shared/domain/transaction.ts';
import { fakeSale } from '../../support/fake-sales.ts';
import { virtualClock } from '../../support/fake-system.ts';
import { qrisPayload } from '../../support/qris.ts';

describe('CustomerDisplay', () => {
  const clearSeconds = 20;
  let settings: Settings;
  let sales: Map<string, Transaction>;
  let batches: Map<string, Batch>;
  let clock: ReturnType<typeof virtualClock>;
  let display: CustomerDisplayService;
  let views: DisplayView[];
  let training: boolean;

  const draft = {
    kind: 'draft',
    product: 'Telkomsel 10.000',
    customerNo: '081234567890',
    total: 12_000,
    tendered: 20_000,
    asking: true,
  } as const;
  const waiting = { state: 'pending', sn: null, receiptNo: null, settledAt: null, revision: 2 } as const;
  const currentSale = () => display.view().sale;
  const settle = () => clock.pass(0);
  function change(sale: Transaction, to: Partial<Transaction>): Transaction {
    const next = { ...sale, ...to, revision: sale.revision + 1 };
    sales.set(next.id, next);
    display.onEvent({ type: 'transaction', transaction: next });
    return next;
  }
  async function showSale(sale: Transaction): Promise<boolean> {
    sales.set(sale.id, sale);
    return display.show({ kind: 'sale', id: sale.id, tendered: null, asking: false });
  }

  beforeEach(() => {
    settings = Settings.parse({ shop: { name: 'Toko Makmur' }, display: { on: true, screen: 'auto', clearSeconds } });
    sales = new Map();
    batches = new Map();
    clock = virtualClock();
    views = [];
    training = true;
    display = new CustomerDisplayService({
      clock,
      settings: () => settings,
      training: () => training,
      find: async (id) => sales.get(id) ?? null,
      findBatch: async (id) => batches.get(id) ?? null,
      proofOf: async (sale) => `KTR1.${sale.receiptNo}`,
    });
    display.subscribe((view) => views.push(DisplayView.parse(view)));
  });

  it('shows the shop while nobody is served, and then what is being sold with the change', async () => {
    expect(display.view()).toEqual({
      language: 'id',
      theme: 'system',
      shop: 'Toko Makmur',
      training: true,
      sale: null,
    });
    await display.show(draft);
    expect(currentSale()).toMatchObject({
      customerNo: '081234567890',
      change: 8000,
      asking: true,
      result: null,
      proof: null,
    });
    expect(views.at(-1)).toEqual(display.view());
  });

  it('says the exact amount where no cash was typed, once the sale is read back', async () => {
    await display.show({ ...draft, tendered: null, asking: false });
    expect(currentSale()).toMatchObject({ tendered: null, change: null });
    await display.show({ ...draft, tendered: null });
    expect(currentSale()).toMatchObject({ tendered: 12_000, change: 0 });
    const tab = { method: 'tab', amount: 2_000 } as const;
    await display.show({ ...draft, tendered: null, payments: [{ method: 'cash', amount: 10_000 }, tab] });
    expect(currentSale()).toMatchObject({ tendered: 10_000, change: 0 });
  });

  it('takes what became of a sale from the book alone, follows it, and brings the proof after a success', async () => {
    const sale = fakeSale({ ...waiting });
    await showSale(sale);
    expect(currentSale()).toMatchObject({ result: 'pending', proof: null });
    change(sale, { state: 'success', sn: '0312345678909999', receiptNo: 'A1-000009' });
    await settle();
    expect(currentSale()).toMatchObject({ result: 'success', proof: 'KTR1.A1-000009' });
    expect(JSON.stringify(views)).not.toContain('0312345678909999');
  });

  it('names what the customer of a failed sale gets, as one sum with its parts, and nothing once it was handed over', async () => {
    const at = '2026-03-02T03:04:05.000Z';
    const failed = { state: 'failed' as const, sn: null, receiptNo: null, sentAt: at, settledAt: at };
    const sale = fakeSale({ ...failed, total: 12_000, tendered: 50_000, change: 38_000 });
    await showSale(sale);
    expect(currentSale()).toMatchObject({
      result: 'failed',
      handBack: { sum: 50_000, refund: 12_000, change: 38_000 },
    });
    const late = change(sale, { settledAt: '2026-03-02T03:14:05.000Z' });
    await settle();
    expect(currentSale()).toMatchObject({ handBack: { sum: 12_000, refund: 12_000, change: 0 } });
    change(late, { cashReturnedAt: '2026-03-02T03:15:00.000Z' });
    await settle();
    expect(currentSale()?.handBack).toBeUndefined();
  });

  it('names of several sales what they come to, one change, and one sum to get where some were not made', async () => {
    await display.show({
      ...draft,
      product: null,
      customerNo: null,
      sales: 3,
      total: 36_000,
      tendered: null,
      asking: false,
    });
    expect(currentSale()).toMatchObject({ product: '3 transaksi', customerNo: null, total: 36_000, change: null });
    const at = '2026-03-02T03:04:05.000Z';
    const line = (position: number, sale: Partial<Transaction>) => ({
      position,
      leftOut: false,
      isWaiting: false,
      sale: fakeSale({
        total: 12_000,
        tendered: 12_000,
        change: 0,
        sentAt: at,
        settledAt: at,
        receiptNo: null,
        ...sale,
      }),
    });
    const success = line(1, { state: 'success', customerNo: '081200000001', receiptNo: 'A1-1' });
    const batch: Batch = {
      id: '0195f0aa-0000-7000-8000-00000000ba7c',
      createdAt: at,
      state: 'running',
      pause: null,
      total: 36_000,
      payments: [{ method: 'cash', amount: 36_000 }],
      tendered: 50_000,
      change: 14_000,
      lines: [success, line(2, { state: 'sending' }), line(3, { state: 'success' })],
      toReturn: [],
    };
    batches.set(batch.id, batch);
    await display.show({ kind: 'batch', id: batch.id });
    expect(currentSale()).toMatchObject({ product: '3 transaksi', result: 'sending', change: 14_000 });
    expect(currentSale()?.handBack).toBeUndefined();
    const over: Batch = {
      ...batch,
      state: 'finished',
      lines: [success, line(2, { state: 'failed' }), line(3, { state: 'success' })],
      toReturn: [{ method: 'cash', amount: 12_000 }],
    };
    display.onEvent({ type: 'batch', batch: over });
    expect(currentSale()).toMatchObject({
      result: 'partly',
      handBack: { sum: 26_000, refund: 12_000, change: 14_000 },
    });
    const waits: Batch = {
      ...over,
      lines: [success, line(2, { state: 'success' }), line(3, { state: 'pending' })],
      toReturn: [],
    };
    display.onEvent({ type: 'batch', batch: waits });
    expect(currentSale()).toMatchObject({ result: 'pending' });
    batches.set(batch.id, { ...waits, lines: [success, line(2, { state: 'success' }), line(3, { state: 'success' })] });
    // A webhook changes the sale, and sends no event of the batch.
    display.onEvent({ type: 'transaction', transaction: waits.lines[2]?.sale ?? fakeSale({}) });
    await settle();
    expect(currentSale()).toMatchObject({ result: 'success', change: 14_000 });
    // Nothing of it says whose numbers these are.
    expect(JSON.stringify(views)).not.toContain('081200000001');
    expect(await display.show({ kind: 'batch', id: '0195f0aa-0000-7000-8000-00000000ba7d' })).toBe(false);
  });

  it('never shows what the shop pays, the provider’s words or a serial number', async () => {
    await showSale(fakeSale({ price: 10_123, message: 'SALDO 1.234.567', sn: 'SN-SECRET', total: 12_000 }));
    await settle();
    expect(JSON.stringify(views)).not.toMatch(/10123|SALDO|SN-SECRET/);
  });

  it('shows a bill’s name while the customer is asked about it, and no longer', async () => {
    const bill = fakeSale({
      kind: 'postpaid',
      state: 'inquired',
      customerName: 'BUDI CONTOH',
      total: 90_000,
      tendered: null,
    });
    sales.set(bill.id, bill);
    await display.show({ kind: 'sale', id: bill.id, tendered: 100_000, asking: true });
    expect(currentSale()).toMatchObject({ customerName: 'BUDI CONTOH', change: 10_000, asking: true, result: null });
    change(bill, { state: 'sending', tendered: 100_000, change: 10_000 });
    await settle();
    expect(currentSale()).toMatchObject({ customerName: null, asking: false, result: 'sending' });
  });

  it('says neither success nor failure of a sale whose outcome is not known', async () => {
    await showSale(fakeSale({ ...waiting, state: 'unknown' }));
    expect(currentSale()).toMatchObject({ result: 'unsure' });
  });

  it('clears a result after the set time, and does not bring it back because somebody looks at it', async () => {
    const sale = fakeSale({ state: 'success' });
    await showSale(sale);
    await clock.pass(clearSeconds * 1000 - 1);
    expect(currentSale()).not.toBeNull();
    await clock.pass(1);
    expect(currentSale()).toBeNull();
    await showSale(sale);
    change(sale, { prints: 1 });
    await settle();
    expect(currentSale()).toBeNull();
  });

  it('keeps a result in sight for the set time however soon the cashier goes on, and gives way to the next customer at once', async () => {
    await showSale(fakeSale({ state: 'success' }));
    await display.show({ kind: 'idle' });
    expect(currentSale()).toMatchObject({ result: 'success' });
    await display.show(draft);
    expect(currentSale()).toMatchObject({ result: null, customerNo: '081234567890' });
    await display.show({ kind: 'idle' });
    expect(currentSale()).toBeNull();
  });

  it('starts the time again when the result comes after the cashier went on, and forgets a wait that lasts', async () => {
    const sale = fakeSale({ ...waiting });
    await showSale(sale);
    await display.show({ kind: 'idle' });
    await clock.pass((clearSeconds - 1) * 1000);
    change(sale, { state: 'failed' });
    await clock.pass((clearSeconds - 1) * 1000);
    expect(currentSale()).toMatchObject({ result: 'failed' });
    await clock.pass(1000);
    expect(currentSale()).toBeNull();

    await showSale(fakeSale({ ...waiting, id: 'another' }));
    await display.show({ kind: 'idle' });
    await clock.pass(clearSeconds * 1000);
    expect(currentSale()).toBeNull();
  });

  it('leaves nobody’s number on show when the cashier is called away', async () => {
    await display.show(draft);
    await clock.pass(3 * 60_000);
    expect(currentSale()).toBeNull();
  });

  it('clears at once when the customer is erased, the display is switched off or the counter is opened again', async () => {
    const sale = fakeSale({ state: 'success' });
    await showSale(sale);
    change(sale, { customerNo: erasedNo });
    expect(currentSale()).toBeNull();

    await display.show(draft);
    display.onEvent({ type: 'reload' });
    expect(currentSale()).toBeNull();

    await display.show(draft);
    settings.display.on = false;
    display.refresh();
    expect(currentSale()).toBeNull();
    await display.show(draft);
    expect(currentSale()).toBeNull();
  });

  it('knows no sale that the book does not have', async () => {
    expect(await display.show({ kind: 'sale', id: 'nothing', tendered: null, asking: false })).toBe(false);
    expect(currentSale()).toBeNull();
  });

  it('shows the newer of what was read and what was published meanwhile', async () => {
    const sale = fakeSale({ ...waiting });
    sales.set(sale.id, sale);
    const showing = display.show({ kind: 'sale', id: sale.id, tendered: null, asking: false });
    display.onEvent({ type: 'transaction', transaction: { ...sale, state: 'success', revision: 3 } });
    await showing;
    expect(currentSale()).toMatchObject({ result: 'success' });
  });

  describe('paid by QRIS', () => {
    const code = qrisPayload();
    const paid = {
      ...draft,
      tendered: null,
      payments: [{ method: 'qris' as const, amount: 12_000 }],
      qrisDue: 12_000,
    };
    const qris = () => currentSale()?.qris;

    beforeEach(() => {
      training = false;
      settings.qris = { code, triedCode: code };
    });

    it('shows the shop’s code with what is due, and nothing once the sale is sent, paid otherwise or left', async () => {
      await display.show(paid);
      expect(qris()).toMatchObject({ merchant: 'TOKO MAKMUR CONTOH', due: 12_000, hasAmount: true, training: false });
      expect(qris()?.code).toContain('540512000');
      await display.show({ ...paid, asking: false });
      expect(qris()).toBeNull();
      await display.show(paid);
      const { qrisDue: _, ...otherwise } = paid;
      await display.show(otherwise);
      expect(qris()).toBeNull();
      await display.show(paid);
      await display.show({ kind: 'idle' });
      expect(currentSale()).toBeNull();
    });

    it('shows that of a bill while it is asked about, until its payment is on its way', async () => {
      const bill = fakeSale({ kind: 'postpaid', state: 'inquired', total: 90_000, tendered: null });
      sales.set(bill.id, bill);
      await display.show({ kind: 'sale', id: bill.id, tendered: null, qrisDue: 50_000, asking: true });
      expect(qris()).toMatchObject({ due: 50_000 });
      change(bill, { state: 'sending' });
      await settle();
      expect(currentSale()).toMatchObject({ result: 'sending', qris: null });
    });

    it('shows the code as it is before a trial payment has arrived, and none where there is none', async () => {
      settings.qris = { code, triedCode: null };
      await display.show(paid);
      expect(qris()).toMatchObject({ code, hasAmount: false });
      settings.qris = { code: null, triedCode: null };
      display.refresh();
      expect(views.at(-1)?.sale?.qris).toBeNull();
    });

    it('follows a code that is replaced meanwhile', async () => {
      await display.show(paid);
      settings.qris = { code: qrisPayload({ '59': 'TOKO LAIN' }), triedCode: null };
      display.refresh();
      expect(views.at(-1)?.sale?.qris).toMatchObject({ merchant: 'TOKO LAIN', hasAmount: false });
    });

    it('never shows the shop’s code in training', async () => {
      training = true;
      await display.show(paid);
      expect(qris()).toMatchObject({ training: true, due: 12_000 });
      expect(JSON.stringify(views)).not.toContain('ID1020000000001');
    });

    it('stays while the customer is busy with the phone', async () => {
      await display.show(paid);
      await clock.pass(9 * 60_000);
      expect(qris()).toMatchObject({ due: 12_000 });
      await clock.pass(60_000);
      expect(currentSale()).toBeNull();
    });
  });
});
