import { systemClock } from '../../src/main/base/system/clock-and-random.ts';
import { CustomerDisplayService, type DisplayHost, displayHandlers } from '../../src/main/display/customer-display.ts';
import type { HostPrinter } from '../../src/main/printing/transports/transport.ts';
import type { App } from '../../src/main/runtime/create-app.ts';
import type { BackupFile } from '../../src/shared/contract/backups.ts';
import { fail, ok, type Result } from '../../src/shared/contract/errors.ts';
import type { KonterEvent, Status } from '../../src/shared/contract/events.ts';
import type { JournalHead, VerifyReport } from '../../src/shared/contract/journal.ts';
import type { Handlers } from '../../src/shared/contract/registry.ts';
import { Settings, type SettingsView } from '../../src/shared/contract/settings.ts';
import { changeToHandBack } from '../../src/shared/domain/cash.ts';
import type { PrintJob } from '../../src/shared/domain/print-job.ts';
import type { Transaction, TransactionState } from '../../src/shared/domain/transaction.ts';
import {
  fakeBatches,
  fakeBillGroups,
  fakeBooks,
  fakeCashServices,
  fakeCatalogue,
  fakeCustomers,
  fakeFiles,
  fakeParking,
  fakePeople,
  fakeTabs,
  fakeUpdates,
} from './fake-features.ts';
import { fakeMorning, fakeProducts, fakeSale } from './fake-sales.ts';

export interface FakeApp extends App {
  /** the book, newest first */
  sales: Transaction[];
  /** stores a sale and publishes it */
  publish(sale: Transaction): void;
  emit(event: KonterEvent): void;
  /** how often each procedure was served */
  served: Map<string, number>;
}

/**
 * The counter without a counter: canned sales behind the real contract, for tests of hosts and for looking at the UI.
 * An order is pending and succeeds `settleMs` later; a number that ends in 9 fails, one that ends in 8 loses its answer.
 */
export function fakeApp(
  options: { displayHost?: DisplayHost; printer?: HostPrinter; settleMs?: number; empty?: boolean } = {},
): FakeApp {
  const listeners = new Set<(event: KonterEvent) => void>();
  const served = new Map<string, number>();
  const sales = options.empty === true ? [] : fakeMorning(Date.now());
  const timers = new Set<NodeJS.Timeout>();
  const emit = (event: KonterEvent): void => listeners.forEach((listener) => listener(event));
  const publish = (sale: Transaction): void => {
    const at = sales.findIndex((other) => other.id === sale.id);
    if (at >= 0) sales[at] = sale;
    else sales.unshift(sale);
    emit({ type: 'transaction', transaction: sale });
    emit({ type: 'status', status: statusOf(sales) });
  };
  const changed = (sale: Transaction, change: Partial<Transaction>): Transaction => {
    const next = { ...sale, ...change, revision: sale.revision + 1, updatedAt: new Date().toISOString() };
    publish(next);
    return next;
  };
  const saleOf = (id: string): Transaction | undefined => sales.find((sale) => sale.id === id);
  const missing = (): Result<never> => fail('not_found', 'There is no such sale.');
  const noOffice = async (): Promise<Result<never>> =>
    fail('not_allowed', 'This is no office.', { reason: 'no_office' });
  const view = fakeSettings();

  const display = new CustomerDisplayService({
    clock: systemClock,
    settings: () => view.settings,
    training: () => true,
    find: async (id) => saleOf(id) ?? null,
    findBatch: async () => null,
    proofOf: async ({ receiptNo }) => `KTR1.TRAINING.${receiptNo}`,
  });
  listeners.add((event) => display.onEvent(event));

  const handlers: Handlers = {
    ...fakeParking(emit),
    ...fakeBillGroups(),
    'deposit.get': async () => ok({ estimate: null, entries: [] }),
    'deposit.reported': async () => ok({ isOffered: false, last: null }),
    'deposit.readBalance': async () => fail('not_configured', 'The payment service names no balance.'),
    'deposit.record': async ({ amount }) => ok({ balance: amount, correctedAt: null }),
    product: async ({ productCode }) => {
      const product = fakeProducts.find((each) => each.productCode === productCode);
      return product ? ok(product) : fail('not_found', 'The provider knows no such product.');
    },
    inquiry: async ({ productCode, customerNo }) => {
      const model = fakeMorning(Date.now()).find((sale) => sale.state === 'inquired');
      const sale = fakeSale({ ...model, ...fresh(), productCode, customerNo, revision: 1 });
      publish(sale);
      return ok(sale);
    },
    pay: async ({ id, tendered }) => {
      const sale = saleOf(id);
      if (!sale) return missing();
      const done = { state: 'success', sn: 'PLN0000000000009', settledAt: new Date().toISOString() } as const;
      const total = sale.total ?? 0;
      return ok(
        changed(sale, {
          ...done,
          tendered: tendered ?? null,
          change: tendered === undefined ? null : tendered - total,
          receiptNo: 'A1-000777',
        }),
      );
    },
    'meters.name': async () => ok(null),
    'orders.check': async () => ok(null),
    order: async (input) => {
      const product = fakeProducts.find((each) => each.productCode === input.productCode);
      if (!product) return fail('not_found', 'The provider knows no such product.');
      if (!product.active) return fail('product_inactive', 'The product is not sold now.');
      const inFlight = sales.find(
        (sale) =>
          sale.productCode === input.productCode && sale.customerNo === input.customerNo && sale.state === 'pending',
      );
      if (inFlight) return fail('in_flight', 'The same sale is still open.', { other: inFlight });
      const total = input.sellingPrice ?? null;
      const sale = fakeSale({
        ...fresh(),
        state: 'pending',
        productCode: product.productCode,
        productName: product.productName,
        brand: product.brand,
        category: product.category,
        customerNo: input.customerNo,
        total,
        tendered: input.tendered ?? null,
        change: input.tendered === undefined || total === null ? null : input.tendered - total,
        sn: null,
        receiptNo: null,
        settledAt: null,
        revision: 2,
      });
      if (input.customerNo.endsWith('8')) {
        const lost = { ...sale, state: 'unknown', transactionId: null, transactionIdFrom: null } as const;
        publish(lost);
        return fail('outcome_unknown', 'The answer was lost.', { transaction: lost });
      }
      publish(sale);
      const timer = setTimeout(() => {
        timers.delete(timer);
        const settledAt = new Date().toISOString();
        if (input.customerNo.endsWith('9')) changed(sale, { state: 'failed', message: 'Gagal', settledAt });
        else changed(sale, { state: 'success', sn: '0312345678909999', receiptNo: 'A1-000778', settledAt });
      }, options.settleMs ?? 2500);
      timers.add(timer);
      return ok(sale);
    },
    ...fakeBatches(),
    'transactions.get': async ({ id }) => {
      const sale = saleOf(id);
      return sale ? ok(sale) : missing();
    },
    'transactions.search': async (input) => {
      const text = input?.text?.toLowerCase() ?? '';
      const matching = sales.filter(
        (sale) =>
          [sale.customerNo, sale.customerName, sale.sn, sale.transactionId, sale.receiptNo, sale.productName].some(
            (field) => (field ?? '').toLowerCase().includes(text),
          ) &&
          (input?.states?.includes(sale.state) ?? true) &&
          (input?.kinds?.includes(sale.kind) ?? true),
      );
      const start = Number(input?.cursor ?? 0);
      const end = start + (input?.limit ?? 50);
      return ok({ items: matching.slice(start, end), next: end < matching.length ? String(end) : null });
    },
    'transactions.outline': async (input) => {
      const listed = sales.filter(
        (sale) => (input?.states?.includes(sale.state) ?? true) && (input?.kinds?.includes(sale.kind) ?? true),
      );
      const places = listed.flatMap(({ day }, at) => ((at + 1) % 200 === 0 ? [{ cursor: String(at + 1), day }] : []));
      return ok({ count: listed.length, places });
    },
    'transactions.timeline': async ({ id }) => {
      const sale = saleOf(id);
      if (!sale) return missing();
      const event = {
        transactionId: id,
        at: sale.createdAt,
        actor: 'cashier',
        data: {},
        bodies: [],
        hash: 'f'.repeat(64),
      };
      return ok([{ ...event, seq: 1, type: 'sale.submitted' }]);
    },
    'transactions.resolve': async ({ id, outcome, sn }) => {
      const sale = saleOf(id);
      if (!sale) return missing();
      return ok(changed(sale, { state: outcome, sn: sn ?? null, flags: [...sale.flags, 'resolved_by_hand'] }));
    },
    'transactions.cashReturned': async ({ id }) => {
      const sale = saleOf(id);
      return sale ? ok(changed(sale, { cashReturnedAt: new Date().toISOString() })) : missing();
    },
    'transactions.correct': async ({ id, outcome, sn }) => {
      const sale = saleOf(id);
      if (!sale) return missing();
      return ok(changed(sale, { state: outcome, sn: sn ?? sale.sn, flags: [...sale.flags, 'resolved_by_hand'] }));
    },
    'transactions.cashCollected': async ({ id }) => {
      const sale = saleOf(id);
      return sale ? ok(changed(sale, { cashReturnedAt: null })) : missing();
    },
    'transactions.evidence': async ({ id }) =>
      saleOf(id)
        ? ok({ finding: 'bill_gone', at: new Date().toISOString(), message: 'Tagihan sudah lunas', price: null })
        : missing(),
    'transactions.proof': async ({ id }) =>
      saleOf(id)
        ? ok([{ seq: 3, at: new Date().toISOString(), type: 'webhook.applied', verdict: 'genuine', key: 'present' }])
        : missing(),
    'webhooks.quarantined': async () => ok([]),
    'webhooks.discard': async () => ok(null),
    'webhooks.unverified': async () => ok([]),
    'webhooks.allowOrders': async () => ok(null),
    'shop.addCounter': async ({ connectionCode }) => ok({ connectionCode }),
    'shop.readBack': async () => ok({ saleId: null, counter: null }),
    'shop.leave': async () => ok(null),
    'shop.stopWaiting': async () => ok({ isStopped: false }),
    'shop.openClaims': async () => ok([]),
    'shop.settleClaim': async () => ok(null),
    'office.counters': noOffice,
    'office.published': noOffice,
    'office.publish': noOffice,
    'alerts.get': noOffice,
    'alerts.save': noOffice,
    'alerts.try': noOffice,
    'alerts.chats': noOffice,
    'office.ofCounter': noOffice,
    'office.accept': noOffice,
    'receipts.preview': async ({ id }) => {
      const sale = saleOf(id);
      return sale ? ok(slipOf(sale)) : missing();
    },
    'receipts.print': async ({ id, paper }) => {
      const sale = saleOf(id);
      if (!sale) return missing();
      const copy = sale.prints + 1;
      const job = { saleId: id, copy, html: slipOf(sale).html, paper: paper ?? '58' } as const;
      const printed = await options.printer?.print(job, null);
      changed(sale, { prints: copy });
      return ok({
        copy,
        via: printed?.kind === 'page' ? 'page' : 'system',
        url: printed?.kind === 'page' ? printed.url : null,
      });
    },
    'receipts.share': async ({ id, as }) =>
      saleOf(id) ? ok({ as, copy: 1, via: 'text', name: null, url: null, text: 'struk' }) : missing(),
    'proof.verify': async () => ok({ verdict: 'unreadable', reason: 'not_a_proof' }),
    'proof.terminals': async () => ok({ signing: null, known: [] }),
    'proof.addTerminal': async () => ok({ signing: null, known: [] }),
    'proof.removeTerminal': async () => ok({ signing: null, known: [] }),
    'prints.list': async () => ok({ jobs: [fakePrint()] }),
    'prints.reprint': async ({ id }) => ok({ job: fakePrint({ again: id }) }),
    'prints.giveUp': async ({ id }) => ok({ job: fakePrint({ id, state: 'failed', decided: 'given_up' }) }),
    'prints.confirmPrinted': async ({ id }) => ok({ job: fakePrint({ id, state: 'confirmed', decided: 'printed' }) }),
    'printers.find': async () =>
      ok({ found: [{ transport: { kind: 'device', path: '/dev/usb/lp0' }, name: '/dev/usb/lp0' }] }),
    'printers.test': async ({ printer }) => ok({ job: fakePrint({ kind: 'test', printer }) }),
    'printers.ruler': async ({ printer }) => ok({ job: fakePrint({ kind: 'ruler', printer }) }),
    'printers.openDrawer': async () => ok({}),
    'printers.tryNow': async () => ok({}),
    'journal.chainHead': async () => ok(fakeHead()),
    'journal.verify': async () => ok(fakeReport(sales.length)),
    'journal.printHead': async () => ok({ head: fakeHead(), via: 'system', url: null, text: 'ffff' }),
    ...fakeBooks(),
    ...fakeFiles(emit),
    ...fakeCustomers(() => sales),
    ...fakeTabs(),
    ...fakeCashServices(),
    ...displayHandlers({ display, displayHost: options.displayHost ?? null }),
    ...fakeCatalogue(emit),
    'backups.list': async () =>
      ok({ folder: '/copies', error: null, files: [{ ...fakeBackup, lost: { sales: 2, records: 3 } }] }),
    'backups.make': async () => ok(fakeBackup),
    'safety.accept': async () => ok({}),
    'backups.restore': async () => {
      emit({ type: 'reload' });
      return ok({});
    },
    'backups.shipped': async () => ok({ state: 'off', events: 0, snapshotAt: null, lastRowAt: null, lost: null }),
    'backups.restoreShipped': async () => ok({}),
    'settings.get': async () => ok(view),
    'settings.save': async (change) => {
      view.settings = Settings.parse({
        ...view.settings,
        ...change,
        provider: { ...view.settings.provider, ...change.provider },
        relay: { ...view.settings.relay, ...change.relay },
      });
      display.refresh();
      return ok(view);
    },
    'settings.test': async () => ok({ provider: 'ok', relay: 'ok' }),
    'settings.tryRelay': async () => ok({ outcome: 'ok', tookMs: 40 }),
    ...fakeUpdates(emit),
    'diagnostics.get': async () => ok({ text: 'Konter 0.0.0 (fake)' }),
    'mode.switch': async () => {
      emit({ type: 'reload' });
      return ok({});
    },
    'drills.list': async () => ok({ done: [] }),
    'drills.done': async (done) => ok({ done: [{ ...done, at: new Date().toISOString(), by: null }] }),
    'drills.webhook': async () => ok({}),
    'drills.paper': async () => ok({}),
    ...fakePeople(),
    status: async () => ok(statusOf(sales)),
  };

  return {
    handlers: counted(handlers, served),
    sales,
    served,
    publish,
    emit,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    follow(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    pageFeed: (sendToPage) => ({ onEvent: sendToPage, holds: () => false }),
    mode: () => 'training',
    display,
    wake: () => {},
    sending: () => 0,
    answered: async () => {},
    close: async () => timers.forEach((timer) => clearTimeout(timer)),
  };
}

function counted(handlers: Handlers, served: Map<string, number>): Handlers {
  return new Proxy(handlers, {
    get: (all, name, self) => {
      if (typeof name === 'string') served.set(name, (served.get(name) ?? 0) + 1);
      return Reflect.get(all, name, self);
    },
  });
}

export function fakePrint(fields: Partial<PrintJob> = {}): PrintJob {
  const at = new Date().toISOString();
  return {
    id: '0195f0ab-0000-7000-8000-0000000000aa',
    kind: 'receipt',
    saleId: null,
    receiptNo: null,
    printer: 'till',
    copy: null,
    state: 'queued',
    reason: null,
    askedBy: 'cashier',
    again: null,
    decided: null,
    createdAt: at,
    updatedAt: at,
    ...fields,
  };
}

const fakeBackup: BackupFile = {
  file: 'konter-A1-20260302T030405000Z-12-0123456789abcdef.db',
  terminal: 'A1',
  madeAt: '2026-03-02T03:04:05.000Z',
  events: 12,
  bytes: 65_536,
};

function fakeHead(): JournalHead {
  const at = new Date().toISOString();
  return { terminal: 'A1', seq: 12, hash: 'f'.repeat(64), day: at.slice(0, 10), at };
}

function fakeReport(sales: number): VerifyReport {
  const { terminal, seq, hash } = fakeHead();
  const counts = { events: seq, sales, receipts: 0, erased: 0, erasedSales: 0 };
  return { terminal, ...counts, head: { seq, hash }, flaw: null, webhooks: null };
}

let freshSales = 0;
function fresh(): Pick<Transaction, 'id' | 'createdAt' | 'updatedAt' | 'sentAt'> {
  freshSales += 1;
  const now = new Date().toISOString();
  return {
    id: `0195f0ab-0000-7000-8000-${String(freshSales).padStart(12, '0')}`,
    createdAt: now,
    updatedAt: now,
    sentAt: now,
  };
}

export function fakeSettings(): SettingsView {
  const settings = Settings.parse({
    shop: { name: 'Konter Contoh', address: 'Jl. Contoh 1', phone: '', footer: 'Terima kasih' },
  });
  const secrets = {
    providerHeaders: false,
    secretKey: true,
    relayToken: true,
    backupPassphrase: false,
    supervisorPin: false,
    secondPin: false,
  };
  const tested = { relay: false, provider: false, product: false };
  return { settings, secrets, tested, retiring: [], locked: [], mode: 'training', desktop: false };
}

export function statusOf(sales: readonly Transaction[]): Status {
  const tally = (...states: TransactionState[]): { count: number; amount: number } => {
    const those = sales.filter((sale) => states.includes(sale.state));
    return { count: those.length, amount: those.reduce((sum, sale) => sum + (sale.total ?? 0), 0) };
  };
  const now = new Date().toISOString();
  return {
    mode: 'training',
    version: '0.0.0',
    terminal: 'A1',
    missing: [],
    provider: { state: 'reachable', at: now },
    relay: { state: 'listening', lastPolledAt: now },
    unresolved: {
      sending: tally('sending'),
      pending: tally('pending'),
      unknown: tally('unknown'),
      disputed: tally('disputed'),
    },
    overdue: { count: 0, amount: 0 },
    cashHeld: tally('pending', 'unknown', 'disputed'),
    cashToReturn: tally('failed'),
    moneyToReturn: tally('failed'),
    changeToReturn: changeToHandBack(sales),
    cashToCollect: { count: 0, amount: 0 },
    moneyToCollect: { count: 0, amount: 0 },
    onTab: { count: 0, amount: 0 },
    quarantined: 0,
    oldestUnresolvedAt: null,
    notWritten: { count: 0, reason: null },
    backup: { lastAt: null, lastVerifiedAt: null, error: null },
    restored: null,
    prints: { waiting: 0, blocked: null, unknown: 0 },
    clockAheadMs: null,
    olderBook: false,
    supervisorPinSet: false,
    now,
  };
}

function slipOf(
  sale: Transaction,
): Awaited<ReturnType<Handlers['receipts.preview']>> extends Result<infer T> ? T : never {
  const html = `<!doctype html><html lang="id"><head><meta charset="utf-8"><title>struk</title><style>body{font:12px monospace;width:48mm}</style></head><body><h1>Konter Contoh</h1><p>${sale.productName ?? ''}</p><p>SN ${sale.sn ?? 'menyusul'}</p></body></html>`;
  return {
    copy: sale.state === 'success' ? sale.prints + 1 : null,
    beyondLimit: false,
    doc: {
      language: 'id',
      blocks: [
        { type: 'title', text: 'Konter Contoh' },
        { type: 'notice', text: 'LATIHAN - BUKAN BUKTI SAH' },
        { type: 'pair', label: 'Produk', value: sale.productName ?? '' },
        { type: 'pair', label: 'Nomor', value: sale.customerNo },
        {
          type: 'sn',
          label: 'SN',
          groups: (sale.sn ?? '').match(/.{1,4}/g) ?? [],
          token: sale.productCode === 'PLN50',
        },
        { type: 'amount', label: 'Total', value: String(sale.total ?? 0), strong: true },
        { type: 'gap' },
        { type: 'centred', text: 'Terima kasih' },
      ],
    },
    html,
    text: `Konter Contoh\n${sale.productName ?? ''}\nSN ${sale.sn ?? 'menyusul'}`,
  };
}
