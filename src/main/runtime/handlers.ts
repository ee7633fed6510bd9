import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import { backupHandlers, type Restore } from '../backup/index.ts';
import type { InFlight } from '../base/async.ts';
import type { RecentTrouble } from '../base/log/masked-log.ts';
import type { Role } from '../base/role.ts';
import type { Secrets } from '../base/secrets.ts';
import type { Log, System } from '../base/system.ts';
import { batchHandlers } from '../batches/index.ts';
import { catalogueHandlers } from '../catalogue/index.ts';
import { connectionHandlers, readShopAt } from '../connection/index.ts';
import { customerHandlers } from '../customers/index.ts';
import type { RunTask } from '../db/database-tasks.ts';
import { depositHandlers } from '../deposit/index.ts';
import { type CrashMarker, diagnosticsHandlers } from '../diagnostics/index.ts';
import { type CustomerDisplayService, type DisplayHost, displayHandlers } from '../display/index.ts';
import {
  type Downloads,
  exportHandlers,
  type FileDialogs,
  reconcileHandlers,
  type SavedExports,
  type TaskManager,
} from '../files/index.ts';
import { journalHandlers } from '../integrity/index.ts';
import { ledgerHandlers, shiftHandlers } from '../ledger/index.ts';
import { shippingHandlers } from '../log-shipping/index.ts';
import {
  type Office,
  officeHandlers,
  officeProcedures,
  type Publisher,
  publishingHandlers,
  type ReadFromReplicas,
  replicaHandlers,
} from '../office/index.ts';
import { parkingHandlers } from '../parking/index.ts';
import {
  type HostPrinter,
  openDrawerForCash,
  openDrawerForSettlement,
  printerHandlers,
  printHandlers,
  type SlipSaver,
  shareHandlers,
  slipHandlers,
} from '../printing/index.ts';
import { type KeyRing, proofHandlers } from '../proofs/index.ts';
import { salesHandlers } from '../sales/index.ts';
import { searchHandlers } from '../search/index.ts';
import { checkSecretsReadable, type ShopSettings, settingsHandlers } from '../settings/index.ts';
import { shopHandlers } from '../shop/index.ts';
import { peopleHandlers, type StaffService } from '../staff/index.ts';
import { tabHandlers } from '../tabs/index.ts';
import { type DrillsFile, drillHandlers, type PracticePrinter } from '../training/index.ts';
import { type UpdateService, updateHandlers } from '../updates/index.ts';
import type { CounterRuntime } from './counter-runtime.ts';
import type { ModeSwitcher } from './mode-switcher.ts';
import type { StatusPublisher } from './status.ts';

interface HandlerDeps {
  role: Role;
  system: System;
  runTask: RunTask;
  runtime(): CounterRuntime;
  shop: ShopSettings;
  printer: HostPrinter;
  saver: SlipSaver | null;
  places: FileDialogs | null;
  tasks: TaskManager;
  savedExports: SavedExports;
  proofKeys: KeyRing;
  secrets: Secrets;
  display: CustomerDisplayService;
  displayHost: DisplayHost | null;
  modeSwitcher: ModeSwitcher;
  restore: Restore;
  dataDir: string;
  version: string;
  trouble: RecentTrouble;
  lastRun: CrashMarker;
  people: StaffService;
  updates: UpdateService;
  drillsFile: DrillsFile;
  practicePrinter: PracticePrinter;
  notices: string | null;
  log: Log;
  publish(event: KonterEvent): void;
  status: StatusPublisher;
  publisher: Publisher;
  inFlight: InFlight;
  isClosing(): boolean;
}

/** Every procedure of the contract, from the features that serve them. */
export function createHandlers(given: HandlerDeps): Handlers {
  const { runtime, shop, inFlight, status, isClosing } = given;
  const deps = {
    ...given,
    ...given.system,
    settings: (): Settings => shop.config().settings,
    statusChanged: status.changed,
    readStatus: status.read,
    checkSellable: () => checkSecretsReadable(shop.config()),
    shopAt: (at: { url?: string; mailbox?: string; token: string }) => readShopAt(given.system, shop.config(), at),
    onSold: (result: Parameters<typeof openDrawerForCash>[1]) => openDrawerForCash(runtime().prints, result),
    whileOpen: <T>(work: () => Promise<Result<T>>): Promise<Result<T>> =>
      isClosing()
        ? Promise.resolve(fail('internal', 'The counter is stopping.', { reason: 'closing' }))
        : inFlight.run(work),
    sending: inFlight.count,
  };
  const downloads: Downloads = new Map();
  const own: Handlers = {
    ...salesHandlers(deps),
    ...batchHandlers(deps),
    ...searchHandlers(() => runtime().searchService, deps.settings, deps.clock),
    ...slipHandlers(deps),
    ...printHandlers(() => runtime().prints),
    ...printerHandlers(deps.clock, () => runtime().prints),
    ...shareHandlers(deps),
    ...proofHandlers(deps),
    ...journalHandlers(deps),
    ...ledgerHandlers(deps),
    ...shiftHandlers(deps),
    ...depositHandlers(deps),
    ...parkingHandlers(deps),
    ...exportHandlers(deps, downloads),
    ...given.savedExports.handlers,
    ...customerHandlers(deps),
    ...tabHandlers({
      ...deps,
      prints: () => runtime().prints,
      onCash: () => openDrawerForSettlement(runtime().prints),
    }),
    ...displayHandlers(deps),
    ...catalogueHandlers(deps, downloads),
    ...reconcileHandlers(deps, downloads),
    ...backupHandlers(deps),
    ...shippingHandlers(deps),
    ...settingsHandlers(deps),
    ...connectionHandlers(deps),
    ...shopHandlers({ ...deps, mailbox: () => deps.settings().relay.mailbox }),
    ...officeHandlers(() => runtime().office),
    ...publishingHandlers(deps),
    ...drillHandlers(deps),
    ...peopleHandlers(deps),
    ...updateHandlers(deps),
    ...diagnosticsHandlers(deps),
    status: async () => ok(await status.read()),
  };
  return given.role === 'office' ? officeProcedures(own, readingHandlers(deps, downloads)) : own;
}

type Deps = Omit<
  Parameters<typeof salesHandlers>[0] &
    Parameters<typeof proofHandlers>[0] &
    Parameters<typeof ledgerHandlers>[0] &
    Parameters<typeof customerHandlers>[0] &
    Parameters<typeof exportHandlers>[0] &
    Parameters<typeof replicaHandlers>[0],
  'runtime' | 'office'
> & { runtime(): CounterRuntime };

/** What an office reads of its counters: the features' own procedures over all replicas, where they have no counter's part in them. */
function readingHandlers(
  deps: Deps,
  downloads: Parameters<typeof exportHandlers>[1],
): Pick<Handlers, ReadFromReplicas> {
  const office = (): Office => {
    const { office: open } = deps.runtime();
    if (!open) throw new Error('this is no office');
    return open;
  };
  const over = { ...deps, runtime: () => overReplicas(deps.runtime(), office()) };
  const sales = salesHandlers(over);
  const searching = searchHandlers(() => office().search, deps.settings, deps.clock);
  const proofs = proofHandlers(over);
  const books = ledgerHandlers(over);
  const counters: NonNullable<Parameters<typeof exportHandlers>[0]['counters']> = (counter) =>
    office()
      .journals.of(counter)
      .map(({ path, name }) => ({ journal: path, name }));
  const exporting = exportHandlers({ ...over, counters }, downloads);
  return {
    ...replicaHandlers({ ...deps, office }),
    'transactions.get': sales['transactions.get'],
    'transactions.timeline': sales['transactions.timeline'],
    'transactions.search': searching['transactions.search'],
    'transactions.outline': searching['transactions.outline'],
    'transactions.proof': proofs['transactions.proof'],
    'webhooks.quarantined': sales['webhooks.quarantined'],
    'books.day': books['books.day'],
    'books.range': books['books.range'],
    'exports.start': exporting['exports.start'],
    'exports.books': exporting['exports.books'],
    'customers.find': customerHandlers(over)['customers.find'],
  };
}

/** The runtime as the features read it: what is the counters' comes from their replicas, and nothing is written there. */
function overReplicas(own: CounterRuntime, { journals, search }: Office): CounterRuntime {
  const { journal } = own;
  const { books, shifts, people, customers, ...union } = journals.union;
  return {
    ...own,
    searchService: search,
    journal: {
      ...journal,
      ...union,
      books: { ...journal.books, ...books },
      shifts: { ...journal.shifts, ...shifts },
      people: { ...journal.people, ...people },
      customers: { ...journal.customers, ...customers },
    },
  };
}
