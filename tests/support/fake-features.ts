import type { CustomerProcedure } from '../../src/main/customers/api.ts';
import type { SavedCustomer } from '../../src/shared/contract/customers.ts';
import { fail, ok } from '../../src/shared/contract/errors.ts';
import type { KonterEvent } from '../../src/shared/contract/events.ts';
import type { ExportFormat, FileTask } from '../../src/shared/contract/files.ts';
import type { NamedLine } from '../../src/shared/contract/ledger.ts';
import type { ParkedDraft, ParkedSale } from '../../src/shared/contract/parking.ts';
import type { PeopleState } from '../../src/shared/contract/people.ts';
import type { Handlers, HandlersOf } from '../../src/shared/contract/registry.ts';
import type { Tab } from '../../src/shared/contract/tabs.ts';
import type { UpdatesState } from '../../src/shared/contract/updates.ts';
import { type CashServiceEntry, movesOf } from '../../src/shared/domain/cash-service-entry.ts';
import type { CatalogueItem } from '../../src/shared/domain/catalogue.ts';
import type { CatalogueWork } from '../../src/shared/domain/catalogue-jobs.ts';
import { sameCustomerNo } from '../../src/shared/domain/customer-no.ts';
import { sumDrawers } from '../../src/shared/domain/drawer-sums.ts';
import { mayBeErased } from '../../src/shared/domain/erasure.ts';
import { accountMethods, byMethod } from '../../src/shared/domain/payment.ts';
import { emptyOpenTotals, emptyTotals, type ReportRow, toReportRow } from '../../src/shared/domain/sales-report.ts';
import type { CashMove, Shift, ShiftNote, ShiftReport } from '../../src/shared/domain/shift.ts';
import type { Transaction } from '../../src/shared/domain/transaction.ts';
import { fakeProducts } from './fake-sales.ts';

/** A line of that number of successes at 12.000, a third of them with the provider's price. */
export function fakeLine(success: number, blind = false): ReportRow {
  const prices = Math.floor(success / 3);
  const sums = {
    ...emptyTotals(),
    success,
    failed: Math.floor(success / 10),
    turnover: success * 12_000,
    totals: success,
    price: prices * 10_500,
    prices,
    margin: prices * 1500,
    margins: prices,
    taken: success * 12_000,
  };
  return toReportRow(sums, { ...emptyOpenTotals(), pending: 1, amount: 12_000, held: 12_000 }, { blind });
}

const named = (key: string, success: number, blind: boolean, name: string | null = null): NamedLine => ({
  key,
  name,
  line: fakeLine(success, blind),
});

interface MoveInput {
  amount: number;
  reason: string;
  category?: string | null | undefined;
}

type BookProcedures = Extract<keyof Handlers, `books.${string}` | `shifts.${string}`>;

/** Canned books, and shifts that open, move and close in memory. */
export function fakeBooks(): Pick<Handlers, BookProcedures> {
  const shifts: Shift[] = [];
  const moves: CashMove[] = [];
  const notes: Array<ShiftNote & { number: number }> = [];
  const current = (): Shift | null => shifts.find(({ closed }) => closed === null) ?? null;
  const isBlind = (pin?: string): boolean => current() !== null && pin === undefined;
  const noneOpen = () => fail('not_allowed', 'No shift is open.', { reason: 'no_shift_open' });
  const report = (shift: Shift, withCash: boolean): ShiftReport => {
    const paidIn = moves.filter(({ direction }) => direction === 'in').reduce((sum, { amount }) => sum + amount, 0);
    const paidOut = moves.filter(({ direction }) => direction === 'out').reduce((sum, { amount }) => sum + amount, 0);
    const taken = 120_000;
    return {
      kind: shift.closed ? 'z' : 'x',
      shift,
      line: fakeLine(10, !withCash),
      cash: withCash
        ? {
            opening: shift.opening,
            taken,
            returned: 0,
            paidIn,
            paidOut,
            servicesIn: 0,
            servicesOut: 0,
            expected: shift.opening + taken + paidIn - paidOut,
          }
        : null,
      methods: {
        ...byMethod(accountMethods, (method) => ({ taken: method === 'qris' ? 35_000 : 0, returned: 0 })),
        tab: { added: 12_000, paid: 5000, paidInCash: 5000, lapsed: 0 },
      },
      services: [],
      purse: null,
      moves,
      notes: notes.filter(({ number }) => number === shift.number),
      clock: null,
      handedOver: [{ id: '0195f0aa-0000-7000-8000-000000999999', state: 'pending', amount: 12_000, cash: 12_000 }],
      toReturn: { cash: 0, other: 0, change: 0 },
      heldApart: 12_000,
      head: { terminal: 'A1', seq: 12, hash: 'f'.repeat(64), at: shift.closed?.at ?? shift.openedAt },
    };
  };
  const move = (direction: 'in' | 'out', { amount, reason, category = null }: MoveInput) => {
    if (!current()) return noneOpen();
    const moved: CashMove = {
      seq: moves.length + 1,
      at: new Date().toISOString(),
      by: 'cashier',
      direction,
      amount,
      category,
      reason,
    };
    moves.push(moved);
    return ok(moved);
  };
  return {
    'books.day': async (input) => {
      const blind = isBlind(input?.pin);
      const hours = ['08', '09', '10', '11', '13', '16', '19'].map((hour, n) => named(hour, 12 + n * 5, blind));
      return ok({
        day: input?.day ?? new Date().toISOString().slice(0, 10),
        total: fakeLine(189, blind),
        hours,
        cashiers: [named('cashier', 189, blind)],
        shifts: [named('1', 120, blind), named('2', 69, blind)],
        filling: null,
      });
    },
    'books.range': async ({ by, pin }) => {
      const blind = isBlind(pin);
      const keys = {
        month: ['2026-03'],
        day: ['2026-03-01', '2026-03-02', '2026-03-03'],
        hour: ['08', '09', '10'],
        product: ['TSEL10', 'PLN50', 'PLNPOST'],
        brand: ['TELKOMSEL', 'PLN', ''],
        cashier: ['cashier'],
        shift: ['1', '2'],
        counter: ['mb-front'],
      }[by];
      const lines = keys.map((key, n) => named(key, 90 - n * 20, blind, by === 'product' ? `Produk ${key}` : null));
      return ok({ lines, next: null, total: fakeLine(210, blind), filling: null });
    },
    'books.drawers': async () => ok(sumDrawers(shifts.map((shift, at) => ({ shift, moves: at === 0 ? moves : [] })))),
    'books.rebuild': async () => ok({}),
    'shifts.current': async () => ok({ shift: current(), required: false }),
    'shifts.open': async ({ counted, count = null }) => {
      if (current()) return fail('not_allowed', 'A shift is already open.', { reason: 'shift_open' });
      const at = new Date().toISOString();
      const number = shifts.length + 1;
      const shift = {
        number,
        day: at.slice(0, 10),
        openedAt: at,
        openedBy: 'cashier',
        opening: counted,
        openingCount: count,
        carried: null,
        closed: null,
      };
      shifts.unshift(shift);
      return ok(shift);
    },
    'shifts.payIn': async (input) => move('in', input),
    'shifts.payOut': async (input) => move('out', input),
    'shifts.report': async (input) => {
      const shift = input?.number === undefined ? current() : shifts.find(({ number }) => number === input.number);
      if (!shift) return noneOpen();
      return ok(report(shift, shift.closed !== null || input?.withCash === true));
    },
    'shifts.close': async ({ counted, count = null }) => {
      const shift = current();
      if (!shift) return noneOpen();
      const expected = report(shift, true).cash?.expected ?? 0;
      const at = new Date().toISOString();
      shift.closed = { at, by: 'cashier', counted, count, expected, difference: counted - expected };
      return ok(report(shift, true));
    },
    'shifts.explain': async ({ number, note }) => {
      const shift = shifts.find((each) => each.number === number && each.closed !== null);
      if (!shift)
        return fail('not_allowed', 'Only the shift that was closed last takes notes.', { reason: 'shift_not_last' });
      notes.push({ number, seq: notes.length + 1, at: new Date().toISOString(), by: 'cashier', text: note });
      return ok(report(shift, true));
    },
    'shifts.list': async () => ok({ shifts }),
    'shifts.print': async () => ok({ via: 'system', url: null, text: 'LAPORAN SEMENTARA (X)' }),
  };
}

const at = '2026-03-02T03:04:05.000Z';

/** The catalogue of the pretended shop: what its provider sells, priced. */
export const fakeItems = (): CatalogueItem[] =>
  fakeProducts.map((product, n) => ({
    productCode: product.productCode,
    productName: product.productName,
    kind: product.kind,
    type: product.type,
    active: product.active,
    description: product.description,
    category: product.category,
    brand: product.brand,
    cutOff: product.cutOff,
    admin: product.admin,
    commission: product.commission,
    logo: null,
    lookedUpAt: at,
    goneAt: null,
    cost: product.kind === 'prepaid' ? 10_500 + n * 1000 : null,
    providerPrice: null,
    costRisen: false,
    sellingPrice: product.kind === 'prepaid' ? 12_000 + n * 1000 : null,
    priceFrom: product.kind === 'prepaid' ? 'entered' : null,
    fee: product.productCode === 'PLNPOST' ? 3000 : null,
    favourite: n < 2,
    group: product.category === 'Data' ? 'Kuota' : null,
    place: null,
    hidden: false,
    usedAt: at,
  }));

/** A catalogue that is kept while the fake lives; lists are done at once. */
export function fakeCatalogue(
  emit: (event: KonterEvent) => void,
): Pick<Handlers, Extract<keyof Handlers, `catalogue.${string}`>> {
  const items = fakeItems();
  const work: CatalogueWork = {
    import: null,
    refresh: { state: 'idle', reason: null, done: 0, total: items.length, finishedAt: at, nextAt: null },
  };
  const publishWork = (): CatalogueWork => {
    emit({ type: 'catalogueWork', work });
    return work;
  };
  return {
    'catalogue.list': async () => ok({ items }),
    'catalogue.save': async ({ changes }) => {
      const changed = changes.flatMap((change) => {
        const item = items.find((one) => one.productCode === change.productCode);
        if (!item) return [];
        Object.assign(item, change, change.sellingPrice === undefined ? {} : { priceFrom: 'entered' });
        return [item];
      });
      if (changed.length < changes.length) {
        return fail('not_found', 'There is no such product in the catalogue.', { reason: 'not_in_catalogue' });
      }
      emit({ type: 'catalogue', items: changed });
      return ok({ items: changed });
    },
    'catalogue.logos': async () => ok({ logos: [] }),
    'catalogue.choose': async () => ok({ via: 'cancelled', file: null, name: null, url: null }),
    'catalogue.previewImport': async () => fail('not_found', 'There is no such file.', { reason: 'file_gone' }),
    'catalogue.import': async (input) => {
      const total = 'text' in input ? input.text.split('\n').length : 3;
      const counts = { done: total, total, added: total - 1, failed: 1 };
      work.import = { state: 'done', reason: null, startedAt: at, ...counts };
      return ok(publishWork());
    },
    'catalogue.work': async () => ok(work),
    'catalogue.failed': async () =>
      ok({ lines: [{ line: 2, text: 'TSEL1O', reason: 'no_such_product', message: 'Produk tidak ada' }], next: null }),
    'catalogue.refresh': async () => ok(publishWork()),
    'catalogue.resume': async () => ok(publishWork()),
    'catalogue.cancel': async () => ok(publishWork()),
    'catalogue.changes': async () =>
      ok({
        changes: [
          {
            seq: 1,
            at,
            productCode: 'OLD5',
            productName: 'Paket lama 5.000',
            what: 'active',
            was: 'true',
            now: 'false',
          },
        ],
        next: null,
      }),
    'catalogue.listOffer': async () => ok({ isOffered: false }),
    'catalogue.compareList': async () => fail('not_configured', 'The payment service has no list of products.'),
    'catalogue.takeList': async () => fail('not_found', 'No list was read.'),
    'catalogue.export': async () => ok({ task: null }),
  };
}

/** Parked sales in memory, without a limit. */
export function fakeParking(
  emit: (event: KonterEvent) => void,
): Pick<Handlers, Extract<keyof Handlers, `parking.${string}`>> {
  let parked: ParkedSale[] = [];
  let count = 0;
  const put = (next: ParkedSale[]): void => {
    parked = next;
    emit({ type: 'parking', parked });
  };
  const parkedSale = (draft: ParkedDraft): ParkedSale => ({
    id: `parked-${++count}`,
    parkedAt: new Date().toISOString(),
    draft,
  });
  return {
    'parking.list': async () => ok({ parked }),
    async 'parking.park'({ draft }) {
      const sale = parkedSale(draft);
      put([...parked, sale]);
      return ok(sale);
    },
    async 'parking.take'({ id, instead }) {
      const taken = parked.find((sale) => sale.id === id);
      if (!taken) return fail('not_found', 'It is not parked.', { reason: 'not_parked' });
      put([...parked.filter((sale) => sale !== taken), ...(instead ? [parkedSale(instead)] : [])]);
      return ok(taken);
    },
  };
}

/** Cash services that are recorded and listed while the fake lives; none is printed or taken back. */
export function fakeCashServices(): Pick<Handlers, Extract<keyof Handlers, `cashServices.${string}`>> {
  const entries: CashServiceEntry[] = [];
  const missing = () => fail('not_found', 'There is no such cash service.');
  return {
    async 'cashServices.record'(input) {
      const at = new Date().toISOString();
      const note = 'reference' in input ? input.reference : input.reason;
      const fee = 'fee' in input ? input.fee : 0;
      const { id, kind, amount } = input;
      const fixed = { seq: entries.length + 1, day: at.slice(0, 10), shift: null, by: 'cashier', reverses: null };
      const entry: CashServiceEntry = {
        id,
        at,
        kind,
        amount,
        fee,
        note,
        ...fixed,
        ...movesOf(input),
        reversedBy: null,
      };
      entries.unshift(entry);
      return ok(entry);
    },
    'cashServices.reverse': async () => missing(),
    'cashServices.list': async ({ text = '' }) =>
      ok({ entries: entries.filter(({ note }) => note?.includes(text)), next: null }),
    async 'cashServices.get'({ id }) {
      const entry = entries.find((each) => each.id === id);
      return entry ? ok({ entry, doc: { language: 'id', blocks: [] }, text: '' }) : missing();
    },
    'cashServices.print': async () => missing(),
    'cashServices.sums': async () => ok({ sums: [] }),
  };
}

/** Two customers who owe, and may pay of it. */
export function fakeTabs(): Pick<Handlers, Extract<keyof Handlers, `tabs.${string}`>> {
  const tab = (customerId: string, name: string, number: string, owed: number): Tab => ({
    customerId,
    name,
    numbers: [number],
    owed,
    unsettled: 0,
    sales: 1,
    since: '2026-03-02T01:00:00.000Z',
    lastPaidAt: null,
  });
  const tabs = new Map([
    ['customer-1', tab('customer-1', 'Siti Aminah', '081234567890', 62_000)],
    ['customer-2', tab('customer-2', 'Budi Santoso', '085712345678', 12_000)],
  ]);
  const nothingOwed = () => fail('not_allowed', 'This customer owes nothing.', { reason: 'nothing_owed' });
  return {
    'tabs.list': async () =>
      ok({ tabs: [...tabs.values()], owed: [...tabs.values()].reduce((sum, { owed }) => sum + owed, 0) }),
    async 'tabs.get'({ customerId }) {
      const tab = tabs.get(customerId);
      return tab ? ok({ tab, sales: [], settlements: [] }) : nothingOwed();
    },
    async 'tabs.settle'({ customerId, amount, method, reference = null }) {
      const tab = tabs.get(customerId);
      if (!tab) return nothingOwed();
      if (amount > tab.owed) {
        return fail('invalid_input', 'This is more.', { reason: 'more_than_owed', fields: ['amount'] });
      }
      const at = '2026-03-09T01:00:00.000Z';
      const left = { ...tab, owed: tab.owed - amount, lastPaidAt: at };
      if (left.owed === 0) tabs.delete(customerId);
      else tabs.set(customerId, left);
      const settlement = { at, method, amount, reference, sales: 1 };
      return ok({ tab: left.owed === 0 ? null : left, sales: [], settlement });
    },
    'tabs.print': async () => ok({ via: 'system', url: null, text: 'BUKTI BAYAR UTANG' }),
  };
}

/** Customers of canned sales; the PIN is 1234, and an erasure changes nothing. */
export function fakeCustomers(sales: () => readonly Transaction[]): Pick<Handlers, CustomerProcedure> {
  const of = (customerNo: string): Transaction[] =>
    sales().filter((sale) => sameCustomerNo(sale.customerNo, customerNo));
  const book = new Map<string, SavedCustomer>();
  return {
    async 'customers.save'({ id = `book-${book.size + 1}`, name, note, numbers, purgeAt }) {
      const saved: SavedCustomer = {
        id,
        name,
        note: note || null,
        numbers: numbers.map((number) => ({ ...number, productCode: number.productCode ?? null })),
        consentAt: new Date().toISOString(),
        consentBy: 'cashier',
        purgeAt,
        masked: false,
      };
      book.set(id, saved);
      return ok(saved);
    },
    async 'customers.addDebtor'({ name }) {
      const id = `book-${book.size + 1}`;
      const consentAt = new Date().toISOString();
      const purgeAt = consentAt.slice(0, 10);
      const saved = { id, name, note: null, numbers: [], consentAt, consentBy: null, purgeAt, masked: false };
      book.set(id, saved);
      return ok(saved);
    },
    async 'customers.list'(input) {
      const text = input?.text?.toLowerCase() ?? '';
      const customers = [...book.values()].filter(({ name }) => name.toLowerCase().startsWith(text));
      return ok({ customers, next: null, total: book.size });
    },
    async 'customers.suggest'({ text }) {
      const suggestions = [...book.values()].flatMap(({ id, name, numbers }) =>
        numbers
          .filter(({ customerNo }) => text !== '' && customerNo.startsWith(text))
          .map(({ customerNo, label, productCode }) => ({ id, name, customerNo, label, productCode })),
      );
      return ok({ suggestions: suggestions.slice(0, 8) });
    },
    'customers.forget': async ({ id }) => (book.delete(id) ? ok({}) : fail('not_found', 'There is no such customer.')),
    async 'customers.find'({ text }) {
      const meant = sales().filter(
        (sale) =>
          sale.customerNo.includes(text.replace(/\D/g, '') || '-') ||
          sale.customerName?.toLowerCase().includes(text.toLowerCase()),
      );
      const customers = [...new Set(meant.map(({ customerNo }) => customerNo))].map((customerNo) => ({
        customerNo,
        names: [...new Set(of(customerNo).flatMap(({ customerName }) => customerName ?? []))],
        sales: of(customerNo).length,
        unsettled: of(customerNo).filter((sale) => !mayBeErased(sale)).length,
        lastAt: of(customerNo)[0]?.createdAt ?? '',
      }));
      return ok({ customers });
    },
    'customers.export': async ({ customerNo }) =>
      ok({ name: 'konter-customer-2026-03-02', text: `all of ${customerNo}\n`, json: JSON.stringify(of(customerNo)) }),
    'customers.affected': async () => ok({ count: 0, name: 'affected-2026-03-02', csv: '', notice: 'DRAF' }),
    'customers.printNotice': async () => ok({ via: 'system', url: null, text: 'DATA PELANGGAN DI TOKO INI' }),
    async 'customers.erase'({ customerNo, readBack, pin }) {
      const ownSales = of(customerNo);
      const transaction = ownSales.find((sale) => !mayBeErased(sale));
      if (!sameCustomerNo(customerNo, readBack)) {
        return fail('invalid_input', 'Another number.', { reason: 'read_back_differs', fields: ['readBack'] });
      }
      if (pin !== '1234') return fail('not_allowed', 'Only a supervisor.', { reason: 'wrong_pin' });
      if (transaction) return fail('not_allowed', 'Not settled.', { reason: 'not_settled_yet', transaction });
      const others = {
        webhooks: 0,
        saved: 0,
        leftovers: false,
        copies: 3,
        oldCopies: 1,
        unreached: [],
        atRelay: false,
        others: 'posted' as const,
      };
      return ok({ sales: ownSales.length, ...others });
    },
    'customers.state': async () => ok({ waiting: 0, leftovers: false, atRelay: false, erasures: 0, toOthers: 0 }),
  };
}

/** Files that are done at once, for looking at the UI. */
export function fakeFiles(
  emit: (event: KonterEvent) => void,
): Pick<Handlers, Extract<keyof Handlers, `exports.${string}` | `reconcile.${string}`>> {
  const tasks: FileTask[] = [];
  const startExport = (format: ExportFormat) => {
    const task: FileTask = {
      id: `task-${tasks.length + 1}`,
      kind: 'export',
      format,
      state: 'done',
      done: 12,
      total: 12,
      rows: 12,
      reason: null,
      name: `konter-A1.${format}`,
      folder: '/exports',
      startedAt: '2026-03-02T03:04:05.000Z',
      fetch: false,
    };
    tasks.unshift(task);
    emit({ type: 'task', task });
    return ok({ task });
  };
  return {
    'exports.start': async ({ format }) => startExport(format),
    'exports.books': async ({ format }) => startExport(format),
    'exports.list': async () => ok({ tasks }),
    'exports.cancel': async ({ id }) => {
      const task = tasks.find((one) => one.id === id);
      return task ? ok({ task }) : fail('not_found', 'There is no such task.');
    },
    'exports.files': async () => ok({ files: [] }),
    'exports.delete': async () => fail('not_found', 'This file is not listed.', { reason: 'file_gone' }),
    'exports.fetch': async ({ id }) =>
      tasks.some((one) => one.id === id)
        ? ok({ via: 'file', url: null, name: 'konter-A1.csv' })
        : fail('not_found', 'There is no such file.'),
    'reconcile.choose': async () => ok({ via: 'cancelled', file: null, name: null, url: null }),
    'reconcile.look': async () => fail('not_found', 'There is no such file.', { reason: 'file_gone' }),
    'reconcile.start': async () => fail('not_found', 'There is no such file.', { reason: 'file_gone' }),
    'reconcile.result': async () => fail('not_found', 'Nothing was compared yet.'),
    'reconcile.export': async () => ok({ task: null }),
  };
}

type BatchProcedures = Extract<keyof Handlers, `batches.${string}`>;

/** A counter that never made a batch. */
export function fakeBatches(): Pick<Handlers, BatchProcedures> {
  const none = async () => fail('not_found', 'There is no such batch.');
  return {
    'batches.check': async ({ lines }) =>
      ok(lines.map((_, at) => ({ position: at + 1, error: null, productName: null }))),
    'batches.create': none,
    'batches.get': none,
    'batches.open': async () => ok(null),
    'batches.resume': none,
    'batches.stop': none,
    'batches.giveBack': none,
  };
}

type PeopleProcedures = Extract<keyof Handlers, `people.${string}`>;

/** A counter where no person is set up. */
export function fakePeople(): Pick<Handlers, PeopleProcedures> {
  const state: PeopleState = {
    exist: false,
    present: null,
    may: ['sell', 'payBills', 'seeReceipts'],
    last: null,
    why: null,
    people: [],
    mayChange: true,
  };
  return {
    'people.state': async () => ok(state),
    'people.signIn': async () => ok({ state, wrongBefore: 0 }),
    'people.lock': async () => ok(state),
    'people.extendSession': async () => ok({}),
    'people.setUp': async () => ok(state),
    'people.list': async () => ok({ people: [] }),
    'people.add': async () => ok({ people: [] }),
    'people.change': async () => ok({ people: [] }),
    'people.log': async () => ok({ events: [] }),
    'people.changes': async () => ok({ changes: [] }),
  };
}

type UpdateProcedures = 'updates.state' | 'updates.check' | 'updates.install' | 'about.notices';

/** A counter for which a newer release waits until somebody asks. */
export function fakeUpdates(emit: (event: KonterEvent) => void): Pick<Handlers, UpdateProcedures> {
  const state: UpdatesState = {
    version: '0.0.0',
    hindrance: null,
    checkedAt: '2026-03-10T03:00:00.000Z',
    problem: null,
    phase: 'waiting',
    release: { version: '0.1.0', releasedAt: '2026-03-09T03:00:00.000Z', notes: null },
    percent: 100,
    waitsFor: 'asking',
  };
  return {
    'updates.state': async () => ok(state),
    'updates.check': async () => ok(state),
    'updates.install': async () => {
      emit({ type: 'updates', updates: { ...state, phase: 'installing', waitsFor: null } });
      return ok({ ...state, phase: 'installing', waitsFor: null });
    },
    'about.notices': async () => ok({ text: 'Konter is made with the work of others.' }),
  };
}

/** A counter without groups of bills. */
export function fakeBillGroups(): HandlersOf<'billGroups'> {
  const none = async () => fail('not_found', 'There is no such group.');
  return {
    'billGroups.list': async () => ok({ groups: [] }),
    'billGroups.get': none,
    'billGroups.save': none,
    'billGroups.forget': none,
    'billGroups.inquire': none,
    'billGroups.stop': async () => ok({}),
    'billGroups.print': none,
    'billGroups.export': async () => ok({ task: null }),
    'billGroups.choose': async () => ok({ via: 'cancelled', file: null, name: null, url: null }),
    'billGroups.readFile': async () => fail('not_found', 'There is no such file.', { reason: 'file_gone' }),
  };
}
