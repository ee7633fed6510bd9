import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ok } from '../../src/shared/contract/errors.ts';
import { procedureNames } from '../../src/shared/contract/procedure-names.ts';
import type { Handlers, ProcedureName, RawInput } from '../../src/shared/contract/registry.ts';
import { statementMapping } from './statements.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
const otherId = '01890a5d-ac96-774b-bcce-b302099a8058';

const parkedOrder: RawInput<'parking.park'>['draft'] = {
  kind: 'order',
  customerNo: '081234567890',
  productCode: 'TSEL10',
  step: 'tendered',
  text: '20000',
  left: {},
  tendered: 20_000,
  payment: { first: 'cash', part: 5000, second: 'qris', customerId: null, references: {} },
  cashFrom: null,
};

/** For each procedure, inputs that a page may send. */
const mappedStatement = {
  ...statementMapping({
    transactionId: 'ID',
    customerNo: 'Nomor',
    amount: 'Jumlah',
    refund: null,
    direction: null,
    status: null,
    time: null,
    timeOfDay: null,
  }),
  statuses: { 2: 'failed' as const },
};

const listMapping = {
  sheet: null,
  separator: ';' as const,
  headingRow: 1,
  decimal: 'comma' as const,
  columns: { productCode: 'Kode', cost: 'Modal', sellingPrice: 'Harga', group: null },
  unit: null,
};

const memberMapping = {
  sheet: null,
  separator: ';' as const,
  headingRow: 1,
  decimal: 'comma' as const,
  columns: { name: 'Nama', productCode: 'Kode', customerNo: 'Nomor', payer: null },
};

export const goodInputs: { [N in ProcedureName]: RawInput<N>[] } = {
  product: [{ productCode: 'TSEL10' }],
  'catalogue.list': [undefined, {}],
  'catalogue.save': [
    { changes: [{ productCode: 'TSEL10', cost: 10_500, sellingPrice: 12_000, favourite: true, group: 'Pulsa' }] },
    { changes: [{ productCode: 'PLNPOST', fee: 2500, hidden: false, place: 3, cost: null, group: null }] },
  ],
  'catalogue.logos': [{ names: ['f'.repeat(64)] }],
  'catalogue.choose': [undefined, {}],
  'catalogue.previewImport': [{ file: id }, { file: id, mapping: listMapping }],
  'catalogue.import': [
    { text: 'TSEL10;10.500;12.000;Pulsa' },
    { text: 'S5 5,9', unit: 'thousands' },
    { file: id, mapping: listMapping },
    { file: id, mapping: null, unit: 'rupiah' },
  ],
  'catalogue.work': [undefined, {}],
  'catalogue.failed': [undefined, {}, { after: 3, limit: 50 }],
  'catalogue.refresh': [undefined, {}],
  'catalogue.resume': [{ what: 'import' }],
  'catalogue.cancel': [{ what: 'refresh' }],
  'catalogue.changes': [undefined, {}, { before: 3, limit: 50 }],
  'catalogue.listOffer': [undefined, {}],
  'catalogue.compareList': [undefined, {}],
  'catalogue.takeList': [{ id, takesNew: true }],
  'catalogue.export': [{ what: 'items' }, { what: 'failed', separator: 'comma' }],
  inquiry: [
    { productCode: 'PLNPOST', customerNo: '530000000001' },
    { productCode: 'PLNPOST', customerNo: '530000000001', mode: 'live' },
  ],
  pay: [
    { id },
    { id, mode: 'training' },
    { id, total: 155_000, tendered: 200_000, allowDuplicate: true, duplicateOf: id },
    { id, tendered: 9_000_000, allowCash: 9_000_000 },
  ],
  'meters.name': [{ productCode: 'PLN20', customerNo: '12345678901' }],
  'orders.check': [{ productCode: 'TSEL10', customerNo: '081234567890', mode: 'live' }],
  order: [
    { productCode: 'TSEL10', customerNo: '+62 812-3456-7890' },
    { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, tendered: 20_000, allowCutOff: true },
    { productCode: 'TSEL10', customerNo: '0812', sellingPrice: 90_000, allowPrice: 90_000, allowCash: 2_000_000 },
    { productCode: 'TSEL10', customerNo: '081234567890', mode: 'live' },
  ],
  'batches.check': [
    { lines: [{ productCode: 'TSEL10', customerNo: '+62 812-3456-7890', sellingPrice: 12_000 }] },
    { lines: [{ id, total: 155_000 }], mode: 'live' },
  ],
  'batches.create': [
    {
      lines: [
        { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, allowMismatch: true },
        { id, total: 155_000, allowDuplicate: true, duplicateOf: id },
      ],
      payments: [
        { method: 'cash', amount: 100_000 },
        { method: 'qris', amount: 67_000, reference: 'QR-1' },
      ],
      tendered: 100_000,
    },
  ],
  'batches.get': [{ id }],
  'batches.open': [undefined, {}],
  'batches.resume': [{ id }, { id, leaveOut: [2], allow: { position: 1, allowCutOff: true } }],
  'batches.stop': [{ id }],
  'batches.giveBack': [{ id }, { id, by: 'cash' }],
  'transactions.get': [{ id }],
  'transactions.search': [undefined, {}, { text: '0812', states: ['pending'], kinds: ['prepaid'], limit: 50 }],
  'transactions.outline': [undefined, { states: ['pending'], kinds: ['prepaid'], box: 'b1' }],
  'transactions.timeline': [{ id }],
  'transactions.resolve': [{ id, outcome: 'success', sn: '0001', note: 'seen at the provider', pin: '1234' }],
  'transactions.correct': [
    { id, outcome: 'failed', note: 'refunded at the provider', pin: '1234' },
    { id, outcome: 'disputed', note: 'being looked into' },
  ],
  'transactions.cashReturned': [{ id }],
  'transactions.cashCollected': [{ id }],
  'transactions.evidence': [{ id }],
  'transactions.proof': [{ id }],
  'webhooks.quarantined': [undefined, { limit: 20 }],
  'webhooks.discard': [{ seq: 7 }],
  'webhooks.unverified': [undefined, {}],
  'webhooks.allowOrders': [{ note: 'The provider was asked', pin: '123456' }],
  'shop.addCounter': [{ connectionCode: 'KTC1.AAAA.BBBBBBB', pin: '123456' }],
  'shop.readBack': [
    { productCode: 'TSEL10', customerNo: '081234567890' },
    { productCode: 'PLNPOST', customerNo: '530000000001', saleId: id },
  ],
  'shop.leave': [{ saleId: id }],
  'shop.stopWaiting': [{ productCode: 'TSEL10', customerNo: '081234567890' }],
  'shop.openClaims': [undefined, {}],
  'shop.settleClaim': [{ id, outcome: 'failed', note: 'seen at the provider', pin: '123456' }],
  'office.counters': [undefined, {}],
  'office.published': [undefined, {}],
  'office.publish': [{}, { pin: '123456' }],
  'alerts.get': [undefined, {}],
  'alerts.save': [
    { bot: null },
    { bot: { chat: '-1001234567890', url: 'https://api.telegram.org' } },
    { bot: { token: '123456789:AAFmadeUpTokenOfTests-0123456789', chat: '@kanal_toko', url: 'https://bots.example' } },
  ],
  'alerts.try': [undefined, {}],
  'alerts.chats': [
    { url: 'https://api.telegram.org' },
    { token: '123456789:AAFmadeUpTokenOfTests-0123456789', url: 'https://api.telegram.org' },
  ],
  'office.ofCounter': [undefined, {}],
  'office.accept': [{ fingerprint: 'K7F2-Q3MA', pin: '123456' }],
  'receipts.preview': [{ id }, { id, paper: '80' }],
  'receipts.print': [{ id }, { id, paper: 'a4' }, { id, printer: 'till', pin: '1234' }],
  'prints.list': [undefined, {}, { open: true, limit: 20 }, { saleId: id, before: id }],
  'prints.reprint': [{ id }, { id, pin: '1234' }],
  'prints.giveUp': [{ id }],
  'prints.confirmPrinted': [{ id }],
  'printers.find': [undefined, {}, { network: true }],
  'printers.test': [{ printer: 'till' }],
  'printers.ruler': [{ printer: 'till' }],
  'printers.openDrawer': [undefined, {}, { printer: 'till' }],
  'printers.tryNow': [undefined, {}],
  'receipts.share': [
    { id, as: 'pdf' },
    { id, as: 'text', paper: '80' },
  ],
  'proof.verify': [{ text: 'KTR1.TRAINING' }],
  'proof.terminals': [undefined, {}],
  'proof.addTerminal': [{ key: 'KTK1.0', name: 'Konter depan', pin: '1234' }],
  'proof.removeTerminal': [{ id: 'ABCDEFGH' }],
  'journal.chainHead': [undefined, {}],
  'journal.verify': [undefined, {}],
  'journal.printHead': [undefined, {}, { paper: '80' }],
  'books.day': [undefined, {}, { day: '2026-03-02', shift: 3, cashier: 'cashier', pin: '1234' }],
  'books.range': [
    { from: '2026-03-01', to: '2026-03-31', by: 'product' },
    { from: '2026-03-01', to: '2026-03-31', by: 'hour', shift: 3, cashier: 'cashier', cursor: '100', limit: 50 },
  ],
  'books.drawers': [{ from: '2026-03-01', to: '2026-03-31' }],
  'books.rebuild': [undefined, {}, { pin: '1234' }],
  'shifts.current': [undefined, {}],
  'shifts.open': [{ counted: 0 }, { counted: 250_000, count: { pieces: { 50_000: 4, 500: 90 }, coins: 5000 } }],
  'shifts.payIn': [{ amount: 100_000, reason: 'small change', known: 0 }],
  'shifts.payOut': [{ amount: 20_000, reason: 'drinking water', category: 'Belanja' }],
  'shifts.report': [undefined, {}, { number: 3 }, { withCash: true, pin: '1234' }],
  'shifts.close': [{ counted: 1_250_000 }],
  'shifts.explain': [{ number: 3, note: 'change given twice' }],
  'shifts.list': [undefined, {}, { before: 3, limit: 20 }],
  'shifts.print': [undefined, {}, { number: 3, paper: '80' }, { withCash: true, pin: '1234' }],
  'deposit.get': [undefined, {}],
  'deposit.reported': [undefined, {}],
  'deposit.readBalance': [undefined, {}],
  'deposit.record': [
    { kind: 'paid_in', amount: 500_000, note: 'BCA' },
    { id: '0b1f7d8e-1111-4111-8111-111111111111', kind: 'corrected', amount: -12_000 },
  ],
  'parking.list': [undefined, {}],
  'parking.park': [{ draft: parkedOrder }],
  'parking.take': [{ id }, { id, instead: parkedOrder }],
  'exports.start': [
    { format: 'csv', filter: {} },
    { format: 'xlsx', filter: { text: '0812', days: { from: '2026-03-01', to: '2026-03-31' }, only: 'cashToReturn' } },
  ],
  'exports.books': [{ format: 'xlsx', from: '2026-03-01', to: '2026-03-31' }],
  'exports.list': [undefined, {}],
  'exports.cancel': [{ id }],
  'exports.fetch': [{ id }],
  'exports.files': [undefined, {}],
  'exports.delete': [{ id }],
  'reconcile.choose': [undefined, {}],
  'reconcile.look': [{ file: id }, { file: id, mapping: mappedStatement }],
  'reconcile.start': [
    {
      file: id,
      mapping: mappedStatement,
      days: { from: '2026-03-01', to: '2026-03-31' },
    },
  ],
  'reconcile.result': [{}, { kind: 'only_there', after: 50, limit: 50 }],
  'reconcile.export': [undefined, {}],
  'customers.find': [{ text: '+62 812-3456' }, { text: 'budi' }],
  'customers.affected': [{}, { pin: '1234' }],
  'customers.printNotice': [undefined, {}, { paper: 'a4' }],
  'customers.export': [{ customerNo: '081234567890' }, { customerNo: '081234567890', pin: '1234' }],
  'customers.erase': [
    { customerNo: '081234567890', readBack: '0812 3456 7890', reason: 'the customer asked', pin: '1234' },
  ],
  'customers.state': [undefined, {}],
  'customers.save': [
    {
      name: 'Budi Contoh',
      numbers: [{ customerNo: '0812 3456 7890', label: 'rumah', productCode: 'TSEL10' }],
      purgeAt: '2030-01-01',
      consent: true,
    },
  ],
  'customers.addDebtor': [{ name: 'Bu Sri bengkel' }],
  'customers.list': [undefined, {}, { text: 'budi', cursor: '["budi","1"]', limit: 50 }],
  'customers.suggest': [{ text: '0812' }, { text: '' }],
  'customers.forget': [{ id }],
  'billGroups.list': [undefined, {}],
  'billGroups.get': [{ id }],
  'billGroups.save': [
    {
      name: 'RT 05',
      members: [{ name: 'Bu Sri', payer: 'Pak RT', productCode: 'PLNPOST', customerNo: '5300 0000 0001' }],
      purgeAt: '2030-01-01',
      consent: true,
    },
  ],
  'billGroups.forget': [{ id }],
  'billGroups.inquire': [{ id }, { id, members: [id], mode: 'training' }],
  'billGroups.stop': [undefined, {}],
  'billGroups.print': [{ id }, { id, paper: '58' }],
  'billGroups.export': [
    { id, format: 'csv', separator: 'comma' },
    { id, format: 'xlsx' },
  ],
  'billGroups.choose': [undefined, {}],
  'billGroups.readFile': [{ file: id }, { file: id, mapping: memberMapping }],
  'tabs.list': [undefined, {}],
  'tabs.get': [{ customerId: id }],
  'tabs.settle': [
    { customerId: id, amount: 20_000, method: 'cash', owed: 62_000 },
    { customerId: id, amount: 20_000, method: 'qris', reference: 'QR-1' },
  ],
  'tabs.print': [{ customerId: id, at: '2026-03-02T01:00:00.000Z' }],
  'cashServices.record': [
    { id, kind: 'withdrawal', amount: 500_000, fee: 5000, feeSide: 'cash', reference: 'BRI-1' },
    { id, kind: 'topup', amount: 50_000, fee: 0, feeSide: 'purse', reference: 'D-1', allowSameReference: true },
    { id, kind: 'purse_in', amount: 1_000_000, throughDrawer: false, reason: 'isi saldo' },
  ],
  'cashServices.reverse': [{ id, of: otherId, reason: 'salah ketik', pin: '1234' }],
  'cashServices.list': [
    {},
    { text: 'BRI', from: '2026-03-01', to: '2026-03-31', before: { at: '2026-03-02T01:00:00.000Z', id }, limit: 50 },
  ],
  'cashServices.get': [{ id }],
  'cashServices.print': [{ id, paper: '58' }],
  'cashServices.sums': [{ from: '2026-03-01', to: '2026-03-31' }],
  'display.show': [
    { kind: 'idle' },
    { kind: 'draft', product: 'Contoh', customerNo: '0812', total: 12_000, tendered: null, asking: false },
    { kind: 'sale', id, tendered: null, asking: true },
    { kind: 'sale', id, payments: [{ method: 'qris', amount: 90_000 }], tendered: null, qrisDue: 90_000, asking: true },
    { kind: 'test' },
  ],
  'display.preview': [undefined, {}],
  'display.link': [undefined, {}],
  'backups.list': [undefined, {}],
  'backups.make': [undefined],
  'safety.accept': [{ what: 'clock', pin: '1234' }],
  'backups.restore': [{ file: 'konter-AB7K-20260302T030405000Z-12-0123456789abcdef.db', pin: '1234' }],
  'backups.shipped': [undefined],
  'backups.restoreShipped': [{}, { pin: '1234' }],
  'settings.get': [undefined],
  'settings.save': [
    {},
    { connectionCode: 'KTC1.', pin: '4711' },
    { language: 'en', secrets: { providerHeaders: { 'X-Key': 'made-up' }, relayToken: null } },
  ],
  'settings.test': [undefined, {}, { productCode: 'TSEL10' }],
  'settings.tryRelay': [undefined],
  'diagnostics.get': [undefined, {}],
  'updates.state': [undefined, {}],
  'updates.check': [undefined, {}],
  'updates.install': [undefined],
  'about.notices': [undefined, {}],
  'mode.switch': [{ mode: 'live' }],
  'drills.list': [undefined, {}],
  'drills.done': [{ drill: 'lostOrder', wrong: 0 }],
  'drills.webhook': [{ id: '0195f0aa-0000-7000-8000-000000000001' }],
  'drills.paper': [{ paper: 'in' }],
  'people.state': [undefined, {}],
  'people.signIn': [{ id: '0195f0aa-0000-7000-8000-000000000001', pin: '4826' }],
  'people.lock': [undefined, {}],
  'people.extendSession': [undefined, {}],
  'people.setUp': [
    { name: 'Bu Contoh', pin: '482615' },
    { name: 'Bu Contoh', pin: '4826', supervisorPin: '123456' },
  ],
  'people.list': [undefined, {}],
  'people.add': [{ name: 'Kasir Contoh', role: 'cashier', pin: '7193' }],
  'people.change': [
    { id: '0195f0aa-0000-7000-8000-000000000001', name: 'Kasir Lain' },
    { id: '0195f0aa-0000-7000-8000-000000000001', role: 'supervisor', active: true, pin: '9173' },
  ],
  'people.log': [undefined, { before: 12, limit: 10 }],
  'people.changes': [undefined, { before: 12, limit: 10 }],
  status: [undefined, {}],
};

/** The functions of a window.konter by their names in the contract, sorted: "pay", "transactions.get" … */
export function keysOf(konter: object): string[] {
  return Object.entries(konter)
    .flatMap(([key, value]) =>
      typeof value === 'function' ? [key] : Object.keys(value as object).map((inner) => `${key}.${inner}`),
    )
    .sort();
}

/** Handlers that do nothing and answer `ok` with null, for tests of what stands in front of them. */
export function silentHandlers(onCall: (name: string, input: unknown) => void = () => {}): Handlers {
  const entries = procedureNames.map((name) => [
    name,
    async (input: unknown) => {
      onCall(name, input);
      return ok(null);
    },
  ]);
  return Object.fromEntries(entries) as Handlers;
}

const page = readFileSync(join(import.meta.dirname, '../../docs/proof-format.md'), 'utf8');
const block = /## Test vector[\s\S]*?```\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
const lines = new Map(
  block.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^(.+?)\s{2,}(.+)$/.exec(line) ?? [];
    return name && value ? [[name, value]] : [];
  }),
);

/** A line of the test vector as docs/proof-format.md has it. Throws where the page has none of that name. */
export function vector(name: string): string {
  const value = lines.get(name);
  if (value === undefined) throw new Error(`docs/proof-format.md has no line "${name}"`);
  return value;
}
