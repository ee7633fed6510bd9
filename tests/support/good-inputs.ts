import type { ProcedureName } from '../../src/shared/contract/names.ts';
import type { Given } from '../../src/shared/contract/registry.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

/** For each procedure, inputs that a page may send. */
export const goodInputs: { [N in ProcedureName]: Given<N>[] } = {
  product: [{ productCode: 'TSEL10' }],
  'products.known': [undefined, {}],
  inquiry: [{ productCode: 'PLNPOST', customerNo: '530000000001' }],
  pay: [{ id }, { id, tendered: 200_000, allowDuplicate: true }],
  order: [
    { productCode: 'TSEL10', customerNo: '+62 812-3456-7890' },
    { productCode: 'TSEL10', customerNo: '081234567890', sellingPrice: 12_000, tendered: 20_000, allowCutOff: true },
  ],
  'transactions.get': [{ id }],
  'transactions.search': [undefined, {}, { text: '0812', states: ['pending'], kinds: ['prepaid'], limit: 50 }],
  'transactions.timeline': [{ id }],
  'transactions.resolve': [{ id, outcome: 'success', sn: '0001', note: 'seen at the provider', pin: '1234' }],
  'transactions.cashReturned': [{ id }],
  'transactions.evidence': [{ id }],
  'transactions.proof': [{ id }],
  'webhooks.setAside': [undefined, { limit: 20 }],
  'receipts.preview': [{ id }, { id, paper: '80' }],
  'receipts.print': [{ id }, { id, paper: 'a4' }, { id, printer: 'till', pin: '1234' }],
  'prints.list': [undefined, {}, { open: true, limit: 20 }, { saleId: id, before: id }],
  'prints.again': [{ id }, { id, pin: '1234' }],
  'prints.giveUp': [{ id }],
  'prints.didPrint': [{ id }],
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
  'journal.head': [undefined, {}],
  'journal.verify': [undefined, {}],
  'journal.printHead': [undefined, {}, { paper: '80' }],
  'backups.list': [undefined, {}],
  'backups.make': [undefined],
  'backups.restore': [{ file: 'konter-AB7K-20260302T030405000Z-12-0123456789abcdef.db', pin: '1234' }],
  'settings.get': [undefined],
  'settings.save': [{}, { language: 'en', secrets: { providerHeaders: { 'X-Key': 'made-up' }, relayToken: null } }],
  'settings.test': [undefined],
  'mode.switch': [{ mode: 'live' }],
  status: [undefined, {}],
};
