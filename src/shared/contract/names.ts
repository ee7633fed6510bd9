/**
 * The procedures of window.konter. Kept free of zod, because the preload bundle is built from it.
 * "transactions.get" becomes konter.transactions.get.
 */
export const procedureNames = [
  'product',
  'products.known',
  'inquiry',
  'pay',
  'order',
  'transactions.get',
  'transactions.search',
  'transactions.timeline',
  'transactions.resolve',
  'transactions.cashReturned',
  'transactions.evidence',
  'transactions.proof',
  'webhooks.setAside',
  'receipts.preview',
  'receipts.print',
  'prints.list',
  'prints.again',
  'prints.giveUp',
  'prints.didPrint',
  'printers.find',
  'printers.test',
  'printers.ruler',
  'printers.openDrawer',
  'printers.tryNow',
  'receipts.share',
  'proof.verify',
  'proof.terminals',
  'proof.addTerminal',
  'proof.removeTerminal',
  'journal.head',
  'journal.verify',
  'journal.printHead',
  'books.day',
  'books.range',
  'books.rebuild',
  'shifts.current',
  'shifts.open',
  'shifts.payIn',
  'shifts.payOut',
  'shifts.report',
  'shifts.close',
  'shifts.list',
  'shifts.print',
  'exports.start',
  'exports.list',
  'exports.cancel',
  'exports.fetch',
  'customers.find',
  'customers.export',
  'customers.erase',
  'customers.state',
  'backups.list',
  'backups.make',
  'backups.restore',
  'settings.get',
  'settings.save',
  'settings.test',
  'mode.switch',
  'status',
] as const;

export type ProcedureName = (typeof procedureNames)[number];

const known: ReadonlySet<string> = new Set(procedureNames);

export function isProcedureName(name: unknown): name is ProcedureName {
  return typeof name === 'string' && known.has(name);
}
