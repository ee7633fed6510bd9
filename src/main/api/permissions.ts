import { AsyncLocalStorage } from 'node:async_hooks';
import type { ProcedureName } from '../../shared/contract/names.ts';
import type { Input } from '../../shared/contract/registry.ts';
import { type SettingsChange, settingPermissions } from '../../shared/contract/settings.ts';
import { type By, may, type Permission } from '../../shared/domain/staff.ts';
import type { ActorProvider } from '../base/system.ts';
import type { SupervisorVerdict } from '../sales/index.ts';

/** "anybody": answered also while nobody is signed in. An empty list: any signed-in person. */
type Need<N extends ProcedureName> = 'anybody' | Permission | ((input: Input<N>) => readonly Permission[]);

const signedIn = (): readonly Permission[] => [];
const overriding = (own: Permission, ...asked: (boolean | undefined)[]): readonly Permission[] =>
  asked.includes(true) ? [own, 'override'] : [own];

/** Permissions that each procedure needs. A procedure without an entry does not compile. */
const needs: { readonly [N in ProcedureName]: Need<N> } = {
  status: 'anybody',
  'settings.get': 'anybody',
  'people.state': 'anybody',
  'people.signIn': 'anybody',
  'people.lock': 'anybody',
  'people.extendSession': 'anybody',
  'people.setUp': 'anybody',
  'display.preview': 'anybody',

  product: 'sell',
  inquiry: 'payBills',
  pay: ({ allowDuplicate }) => overriding('payBills', allowDuplicate),
  order: ({ allowDuplicate, allowCutOff, allowBelowCost }) =>
    overriding('sell', allowDuplicate, allowCutOff, allowBelowCost),
  'batches.check': lineNeeds,
  'batches.create': lineNeeds,
  'batches.get': 'sell',
  'batches.open': 'sell',
  'batches.resume': ({ allow }) => overriding('sell', allow?.allowDuplicate, allow?.allowCutOff, allow?.allowBelowCost),
  'batches.stop': 'sell',
  'batches.giveBack': 'cashReturned',
  'display.show': 'sell',
  'display.link': 'settingsScreen',

  'transactions.get': 'seeReceipts',
  'transactions.search': 'seeReceipts',
  'transactions.outline': 'seeReceipts',
  'transactions.timeline': 'seeReceipts',
  'transactions.evidence': 'seeReceipts',
  'transactions.proof': 'seeReceipts',
  'transactions.resolve': 'resolve',
  'transactions.correct': 'resolve',
  'transactions.cashReturned': 'cashReturned',
  'transactions.cashCollected': 'cashReturned',
  'webhooks.quarantined': 'seeReceipts',
  'webhooks.discard': 'resolve',
  'webhooks.unverified': 'seeReceipts',
  'webhooks.allowOrders': 'settingsConnection',
  'shop.addCounter': 'settingsConnection',
  'shop.readBack': ({ saleId }) => [saleId === undefined ? 'sell' : 'payBills'],
  'shop.leave': signedIn,
  'shop.openClaims': 'seeReceipts',
  'shop.settleClaim': 'resolve',
  'office.counters': 'seeBooks',
  'office.published': 'catalogue',
  'office.publish': 'people',
  'office.ofCounter': 'catalogue',
  'office.accept': 'settingsConnection',
  'receipts.preview': 'seeReceipts',
  'receipts.print': 'printCopies',
  'receipts.share': 'share',
  'prints.list': signedIn,
  'prints.reprint': 'printCopies',
  'prints.giveUp': 'printCopies',
  'prints.confirmPrinted': 'printCopies',
  'printers.tryNow': 'printCopies',
  'printers.openDrawer': 'moveCash',
  'printers.find': 'settingsShop',
  'printers.test': 'settingsShop',
  'printers.ruler': 'settingsShop',
  'proof.verify': 'seeReceipts',
  'proof.terminals': 'seeReceipts',
  'proof.addTerminal': 'settingsConnection',
  'proof.removeTerminal': 'settingsConnection',

  'shifts.current': signedIn,
  'shifts.open': 'shifts',
  'shifts.close': 'shifts',
  'shifts.explain': 'shifts',
  'shifts.report': 'shifts',
  'shifts.list': 'shifts',
  'shifts.print': 'shifts',
  'shifts.payIn': 'moveCash',
  'shifts.payOut': 'moveCash',
  'deposit.get': 'deposit',
  'deposit.record': 'deposit',
  'parking.list': 'sell',
  'parking.park': ({ draft }) => [draft.kind === 'order' ? 'sell' : 'payBills'],
  'parking.take': 'sell',

  'books.day': 'seeBooks',
  'books.range': 'seeBooks',
  'books.rebuild': 'seeBooks',
  'exports.start': 'exports',
  'exports.books': () => ['exports', 'seeBooks'],
  'exports.list': 'exports',
  'exports.cancel': 'exports',
  // for every task that makes a file; task ids are published to every page
  'exports.fetch': 'exports',
  'exports.files': 'customersErase',
  'exports.delete': 'customersErase',
  'reconcile.choose': 'reconcile',
  'reconcile.look': 'reconcile',
  'reconcile.start': 'reconcile',
  'reconcile.result': 'reconcile',
  'reconcile.export': 'reconcile',
  'journal.chainHead': 'seeBooks',
  'journal.verify': 'seeBooks',
  'journal.printHead': 'seeBooks',

  'customers.find': 'customersFind',
  'customers.export': 'customersExport',
  'customers.erase': 'customersErase',
  'customers.state': 'customersFind',
  'customers.save': 'sell',
  // Masked for persons without the permission (main/customers/api.ts).
  'customers.list': 'sell',
  'customers.suggest': 'sell',
  'customers.forget': 'sell',
  'tabs.list': 'sell',
  'tabs.get': 'sell',
  'tabs.settle': 'sell',
  'tabs.print': 'sell',

  'catalogue.list': signedIn,
  'catalogue.logos': signedIn,
  'catalogue.work': signedIn,
  'catalogue.save': ({ changes }) => (changes.every(isOnlyFavourite) ? ['sell'] : ['catalogue']),
  'catalogue.choose': 'catalogue',
  'catalogue.previewImport': 'catalogue',
  'catalogue.import': 'catalogue',
  'catalogue.failed': 'catalogue',
  'catalogue.refresh': 'catalogue',
  'catalogue.resume': 'catalogue',
  'catalogue.cancel': 'catalogue',
  'catalogue.changes': 'catalogue',
  'catalogue.export': 'catalogue',

  'backups.list': 'backups',
  'backups.make': 'backups',
  'backups.restore': 'restore',
  'backups.shipped': 'backups',
  'backups.restoreShipped': 'restore',
  'updates.state': signedIn,
  'updates.check': 'updates',
  'updates.install': 'updates',
  'about.notices': signedIn,
  'settings.save': settingsNeeds,
  'settings.test': 'settingsConnection',
  'settings.tryRelay': 'settingsConnection',
  'diagnostics.get': 'settingsShop',
  'mode.switch': 'modeSwitch',
  'drills.list': signedIn,
  'drills.done': signedIn,
  'drills.webhook': signedIn,
  'drills.paper': signedIn,
  'people.list': 'people',
  'people.add': 'people',
  'people.change': 'people',
  'people.log': 'people',
  'people.changes': 'people',
  'safety.accept': ({ what }) => [what === 'clock' ? 'settingsConnection' : 'resolve'],
};

function lineNeeds({ lines }: Pick<Input<'batches.create'>, 'lines'>): readonly Permission[] {
  const needed = lines.flatMap((line) =>
    'id' in line
      ? overriding('payBills', line.allowDuplicate)
      : overriding('sell', line.allowDuplicate, line.allowCutOff, line.allowBelowCost),
  );
  return [...new Set(needed)];
}

/** A cashier orders products on the buttons; prices need a permission. */
function isOnlyFavourite(change: Input<'catalogue.save'>['changes'][number]): boolean {
  return Object.entries(change).every(
    ([field, value]) => value === undefined || field === 'productCode' || field === 'favourite',
  );
}

/** @returns null: answered also while nobody is signed in */
export function permissionsFor<N extends ProcedureName>(name: N, input: Input<N>): readonly Permission[] | null {
  const need: Need<N> = needs[name];
  if (need === 'anybody') return null;
  return typeof need === 'function' ? need(input) : [need];
}

/** Called by pages on their own, or read-only: they do not postpone the automatic lock. */
export const doesNotExtendSession: ReadonlySet<ProcedureName> = new Set<ProcedureName>([
  'display.show',
  'display.preview',
  'batches.get',
  'batches.open',
  'transactions.get',
  'transactions.search',
  'transactions.outline',
  'transactions.timeline',
  'webhooks.quarantined',
  'webhooks.unverified',
  'shop.openClaims',
  'office.counters',
  'office.published',
  'office.ofCounter',
  'receipts.preview',
  'prints.list',
  'shifts.current',
  'exports.list',
  'exports.fetch',
  'exports.files',
  'journal.chainHead',
  'books.day',
  'books.range',
  'customers.state',
  'customers.suggest',
  'parking.list',
  'catalogue.list',
  'catalogue.logos',
  'catalogue.work',
  'backups.list',
  'people.list',
  'people.log',
  'people.changes',
]);

/** Procedures that a person without the permission may call once with the PIN of somebody who has it. */
export const elevatableByPin: ReadonlySet<ProcedureName> = new Set<ProcedureName>([
  'order',
  'pay',
  'batches.create',
  'batches.resume',
  'transactions.resolve',
  'webhooks.allowOrders',
  'transactions.correct',
  'shop.settleClaim',
  'safety.accept',
]);

/**
 * Permissions that a change of the settings needs, for each part that it touches. Parts other than settings, such as keys and
 * PINs, give access to money or guard it.
 */
export function settingsNeeds(change: SettingsChange): readonly Permission[] {
  const { pin: _pin, leaveOrders: _leave, ...parts } = change;
  const touched = Object.entries(parts).flatMap(([part, value]) => (value === undefined ? [] : [part]));
  return [...new Set(touched.flatMap((part) => settingPermissions[part] ?? (['settingsConnection'] as const)))];
}

/** One call of a page: the person at the counter when it came, and the people whose PINs came with it. */
interface Acting {
  /** null: nobody is set up, or nobody is signed in */
  person: By | null;
  approvedBy: By[];
  /** a PIN counts as one attempt, however often the call needs it */
  verdicts: Map<string, Promise<SupervisorVerdict>>;
}

const calls = new AsyncLocalStorage<Acting>();

/** Runs one call in the name of the person who made it, also when somebody else signs in meanwhile. */
export function runAs<T>(person: By | null, work: () => Promise<T>): Promise<T> {
  return calls.run({ person, approvedBy: [], verdicts: new Map() }, work);
}

/** Runs background work without a person, whoever triggered it. */
export const runAsNobody = <T>(work: () => T): T => calls.exit(work);

export const currentActor = (): Acting | null => calls.getStore() ?? null;

/** For the journal: the person to name in the current write. */
export const actorProvider: ActorProvider = () => {
  const acting = currentActor();
  return acting?.person ? { by: acting.person, approvedBy: acting.approvedBy } : null;
};

/** Whether the caller may see what sales cost the shop. The program itself may. */
export function seesCosts(): boolean {
  const person = currentActor()?.person ?? null;
  return person === null || may(person.role, 'seeCosts');
}
