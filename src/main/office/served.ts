import { fail } from '../../shared/contract/errors.ts';
import { type ProcedureName, procedureNames } from '../../shared/contract/names.ts';
import type { Handlers } from '../../shared/contract/registry.ts';

/**
 * - `own`: over the office's own database and settings, as at a counter
 * - `replicas`: over what every counter has shipped
 * - `counter`: only a counter does that; refused
 */
type Served = 'own' | 'replicas' | 'counter';

/** How an office serves each procedure. One without an entry does not compile. */
const served = {
  status: 'own',
  product: 'counter',
  inquiry: 'counter',
  pay: 'counter',
  order: 'counter',
  'batches.check': 'counter',
  'batches.create': 'counter',
  'batches.get': 'own',
  'batches.open': 'own',
  'batches.resume': 'counter',
  'batches.stop': 'counter',
  'batches.giveBack': 'counter',

  'transactions.get': 'replicas',
  'transactions.search': 'replicas',
  'transactions.outline': 'replicas',
  'transactions.timeline': 'replicas',
  'transactions.proof': 'replicas',
  'transactions.evidence': 'counter',
  'transactions.resolve': 'counter',
  'transactions.correct': 'counter',
  'transactions.cashReturned': 'counter',
  'transactions.cashCollected': 'counter',
  'webhooks.quarantined': 'replicas',
  'webhooks.discard': 'counter',
  'webhooks.unverified': 'own',
  'webhooks.allowOrders': 'counter',

  'shop.addCounter': 'own',
  'shop.readBack': 'counter',
  'shop.leave': 'counter',
  'shop.openClaims': 'own',
  'shop.settleClaim': 'counter',
  'office.counters': 'own',
  'office.published': 'own',
  'office.publish': 'own',
  'office.ofCounter': 'counter',
  'office.accept': 'counter',

  'receipts.preview': 'replicas',
  'receipts.print': 'replicas',
  'receipts.share': 'counter',
  'prints.list': 'own',
  'prints.reprint': 'own',
  'prints.giveUp': 'own',
  'prints.confirmPrinted': 'own',
  'printers.find': 'own',
  'printers.test': 'own',
  'printers.ruler': 'own',
  'printers.tryNow': 'own',
  'printers.openDrawer': 'counter',
  'proof.verify': 'own',
  'proof.terminals': 'own',
  'proof.addTerminal': 'own',
  'proof.removeTerminal': 'own',

  'journal.chainHead': 'own',
  'journal.verify': 'replicas',
  'journal.printHead': 'own',
  'books.day': 'replicas',
  'books.range': 'replicas',
  'books.rebuild': 'counter',
  'shifts.current': 'own',
  'shifts.open': 'counter',
  'shifts.payIn': 'counter',
  'shifts.payOut': 'counter',
  'shifts.close': 'counter',
  'shifts.explain': 'counter',
  'shifts.report': 'replicas',
  'shifts.list': 'replicas',
  'shifts.print': 'replicas',
  'deposit.get': 'own',
  'deposit.record': 'counter',
  'parking.list': 'own',
  'parking.park': 'counter',
  'parking.take': 'counter',

  'exports.start': 'replicas',
  'exports.books': 'replicas',
  'exports.list': 'own',
  'exports.cancel': 'own',
  'exports.fetch': 'own',
  'exports.files': 'own',
  'exports.delete': 'own',
  'reconcile.choose': 'counter',
  'reconcile.look': 'counter',
  'reconcile.start': 'counter',
  'reconcile.result': 'counter',
  'reconcile.export': 'counter',

  'customers.find': 'replicas',
  'customers.export': 'counter',
  'customers.erase': 'own',
  'customers.state': 'own',
  'customers.save': 'own',
  'customers.list': 'own',
  'customers.suggest': 'own',
  'customers.forget': 'own',
  'tabs.list': 'replicas',
  'tabs.get': 'replicas',
  'tabs.settle': 'counter',
  'tabs.print': 'counter',
  'display.show': 'own',
  'display.preview': 'own',
  'display.link': 'own',

  'catalogue.list': 'own',
  'catalogue.save': 'own',
  'catalogue.logos': 'own',
  'catalogue.choose': 'own',
  'catalogue.previewImport': 'own',
  'catalogue.import': 'own',
  'catalogue.work': 'own',
  'catalogue.failed': 'own',
  'catalogue.refresh': 'own',
  'catalogue.resume': 'own',
  'catalogue.cancel': 'own',
  'catalogue.changes': 'own',
  'catalogue.export': 'own',

  'backups.list': 'own',
  'backups.make': 'own',
  'backups.restore': 'own',
  'backups.shipped': 'own',
  'backups.restoreShipped': 'own',
  'settings.get': 'own',
  'settings.save': 'own',
  'settings.test': 'own',
  'settings.tryRelay': 'own',
  // An office has no practice: it would show no counter.
  'mode.switch': 'counter',
  'drills.list': 'own',
  'drills.done': 'counter',
  'drills.webhook': 'counter',
  'drills.paper': 'counter',
  'people.state': 'own',
  'people.signIn': 'own',
  'people.lock': 'own',
  'people.extendSession': 'own',
  'people.setUp': 'own',
  'people.list': 'own',
  'people.add': 'own',
  'people.change': 'own',
  'people.log': 'own',
  'people.changes': 'own',
  'diagnostics.get': 'own',
  'updates.state': 'own',
  'updates.check': 'own',
  'updates.install': 'own',
  'about.notices': 'own',
  'safety.accept': 'own',
} as const satisfies { readonly [N in ProcedureName]: Served };

/** Procedures that an office answers from its replicas. */
export type ReadFromReplicas = {
  [N in ProcedureName]: (typeof served)[N] extends 'replicas' ? N : never;
}[ProcedureName];

const refuse = async () => fail('not_allowed', 'This is the office. Only a counter does that.', { reason: 'office' });

/** The procedures as an office serves them. @param own as a counter serves them */
export function servedAtOffice(own: Handlers, reading: Pick<Handlers, ReadFromReplicas>): Handlers {
  const refused = procedureNames.filter((name) => served[name] === 'counter').map((name) => [name, refuse]);
  return { ...own, ...reading, ...Object.fromEntries(refused) };
}
