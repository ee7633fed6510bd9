import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { KonterEvent, Status } from '../../shared/contract/events.ts';
import type { Handlers } from '../../shared/contract/registry.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { PrintJob } from '../../shared/domain/print-job.ts';
import type { PrinterSetting } from '../../shared/domain/printer.ts';
import { slipText } from '../../shared/domain/receipt/layout.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { given } from '../api/index.ts';
import { backupHandlers, type Restore } from '../backup/index.ts';
import { type Clock, isoNow, type Log, type System } from '../base/system.ts';
import { catalogueHandlers } from '../catalogue/index.ts';
import { connectionHandlers } from '../connection/index.ts';
import { customerHandlers } from '../customers/index.ts';
import type { RunTask } from '../db/database-tasks.ts';
import type { CustomerDisplayService, DisplayHost } from '../display/index.ts';
import {
  type Downloads,
  exportHandlers,
  type FileDialogs,
  reconcileHandlers,
  type TaskManager,
} from '../files/index.ts';
import { journalHandlers } from '../integrity/index.ts';
import { ledgerHandlers, shiftHandlers } from '../ledger/index.ts';
import {
  enqueueReceiptPrint,
  exceedsCopies,
  findPrinters,
  type HostPrinter,
  openDrawer,
  openDrawerForCash,
  type PrintService,
  printHandlers,
  printPage,
  printViaHost,
  type SlipSaver,
  type SlipSources,
  shareHandlers,
  slipHtml,
  slipOf,
} from '../printing/index.ts';
import { type KeyRing, proofHandlers, verifyStoredWebhooks } from '../proofs/index.ts';
import { listQuarantined } from '../sales/index.ts';
import { searchHandlers } from '../search/index.ts';
import { checkSecretsReadable, type ShopSettings, settingsHandlers } from '../settings/index.ts';
import { peopleHandlers, type StaffService } from '../staff/index.ts';
import { type DrillsFile, drillHandlers, type PracticePrinter } from '../training/index.ts';
import { type UpdateService, updateHandlers } from '../updates/index.ts';
import type { CounterRuntime } from './counter-runtime.ts';
import { type DiagnosisParts, diagnose, type Run } from './diagnose.ts';
import type { InFlight } from './in-flight.ts';
import type { ModeSwitcher } from './mode-switcher.ts';

export interface HandlerDeps {
  system: System;
  runTask: RunTask;
  runtime(): CounterRuntime;
  shop: ShopSettings;
  printer: HostPrinter;
  saver: SlipSaver | null;
  places: FileDialogs | null;
  tasks: TaskManager;
  proofKeys: KeyRing;
  display: CustomerDisplayService;
  displayHost: DisplayHost | null;
  modeSwitcher: ModeSwitcher;
  restore: Restore;
  run: Run;
  people: StaffService;
  updates: UpdateService;
  drillsFile: DrillsFile;
  practicePrinter: PracticePrinter;
  notices: string | null;
  log: Log;
  publish(event: KonterEvent): void;
  readStatus(): Promise<Status>;
  statusChanged(): void;
  inFlight: InFlight;
  isClosing(): boolean;
}

/** More than any list shows. */
const discardable = 10_000;

/** Every procedure of the contract, as both hosts serve it. */
export function createHandlers(deps: HandlerDeps): Handlers {
  const { clock, random } = deps.system;
  const { runtime, shop, inFlight } = deps;
  const settings = (): Settings => shop.config().settings;
  const parts = { ...deps, clock, random, settings };
  /** Nothing new is sent while the counter stops, and stopping waits for what was sent. */
  const sending = <T>(work: () => Promise<Result<T>>): Promise<Result<T>> =>
    parts.isClosing()
      ? Promise.resolve(fail('internal', 'The counter is stopping.', { reason: 'closing' }))
      : inFlight.run(work);
  const whyUnsellable = (): Result<never> | null =>
    runtime().mode === 'live' ? checkSecretsReadable(parts.shop.config()) : null;
  /** A page that has not heard yet that the counter changed shows practice, and would sell for real, or the other way round. */
  const asShown = <T>(
    { mode }: { mode?: CounterRuntime['mode'] | undefined },
    work: () => Promise<Result<T>>,
  ): Promise<Result<T>> =>
    mode === undefined || mode === runtime().mode
      ? sending(async () => whyUnsellable() ?? (await work()))
      : Promise.resolve(fail('internal', 'The counter is in the other mode by now.', { reason: 'closing' }));
  const sold = async (
    sell: (counter: CounterRuntime['counter']) => Promise<Result<Transaction>>,
  ): Promise<Result<Transaction>> => {
    const { counter, prints } = runtime();
    const told = await sell(counter);
    openDrawerForCash(prints, told);
    return told;
  };
  const downloads: Downloads = new Map();
  return {
    product: async (ask) => whyUnsellable() ?? (await runtime().counter.product(ask)),
    inquiry: (ask) => asShown(ask, () => runtime().counter.inquiry(ask)),
    pay: (ask) => asShown(ask, () => sold((counter) => counter.pay(ask))),
    order: (ask) => asShown(ask, () => sold((counter) => counter.order(ask))),
    async 'transactions.get'({ id }) {
      const sale = await runtime().journal.get(id);
      return sale ? ok(sale) : fail('not_found', 'There is no such sale.');
    },
    ...searchHandlers(() => runtime().searchService, settings, clock),
    'transactions.timeline': async ({ id }) => ok(await runtime().journal.timeline(id)),
    'transactions.resolve': (ask) => runtime().counter.resolve(ask),
    'transactions.correct': (ask) => runtime().counter.correct(ask),
    'transactions.cashReturned': ({ id }) => runtime().counter.cashReturned(id),
    'transactions.cashCollected': ({ id }) => runtime().counter.cashCollected(id),
    'transactions.evidence': ({ id }) => sending(() => runtime().counter.evidence(id)),
    async 'transactions.proof'({ id }) {
      const { journal, connection } = runtime();
      if (!(await journal.get(id))) return fail('not_found', 'There is no such sale.');
      return ok(verifyStoredWebhooks(await journal.webhooksOf(id), connection.verificationKeys()));
    },
    'webhooks.quarantined': async (ask) => ok(await listQuarantined(runtime().journal, ask?.limit ?? 50)),
    async 'webhooks.discard'({ seq }) {
      const { journal } = runtime();
      const open = await journal.quarantined(discardable, undefined, true);
      if (!open.some((one) => one.seq === seq)) return fail('not_found', 'There is no such webhook.');
      const at = isoNow(clock);
      const event = {
        type: 'webhook.dismissed',
        at,
        actor: 'supervisor',
        data: { quarantined: seq },
        bodies: [],
      } as const;
      await journal.commit({ sale: null, event });
      parts.statusChanged();
      return ok(null);
    },
    'webhooks.unverified': async () => ok(await runtime().counter.refusedOrders()),
    async 'webhooks.allowOrders'(ask) {
      const allowed = await runtime().counter.allowOrders(ask);
      parts.statusChanged();
      return allowed;
    },
    ...slipHandlers(parts),
    ...printHandlers(() => runtime().prints),
    ...printerHandlers(clock, () => runtime().prints),
    ...shareHandlers(parts),
    ...proofHandlers(parts),
    ...journalHandlers(parts),
    ...ledgerHandlers(parts),
    ...shiftHandlers(parts),
    ...exportHandlers(parts, downloads),
    ...customerHandlers(parts),
    ...displayHandlers(parts),
    ...catalogueHandlers(parts, downloads),
    ...reconcileHandlers(parts, downloads),
    ...backupHandlers(parts),
    ...settingsHandlers(parts),
    ...connectionHandlers(parts),
    ...drillHandlers(parts),
    ...peopleHandlers(parts),
    ...updateHandlers(parts),
    ...diagnosticsHandlers({ ...parts, ...parts.run, sending: inFlight.count }),
    async 'safety.accept'({ what, pin }) {
      const { counter } = runtime();
      const accepted = await (what === 'clock' ? counter.acceptClock(pin) : counter.acceptOlderDatabase(pin));
      parts.statusChanged();
      return accepted;
    },
    status: async () => ok(await parts.readStatus()),
  };
}

/** diagnostics.get. */
function diagnosticsHandlers(parts: DiagnosisParts): Pick<Handlers, 'diagnostics.get'> {
  return { 'diagnostics.get': async () => ok({ text: await diagnose(parts) }) };
}

type Served = 'display.show' | 'display.preview' | 'display.link';

/** display.*; @param host null: this host has no place for it */
export function displayHandlers(parts: {
  display: CustomerDisplayService;
  displayHost: DisplayHost | null;
}): Pick<Handlers, Served> {
  const { display, displayHost: host } = parts;
  return {
    async 'display.show'(scene) {
      return (await display.show(scene)) ? ok({}) : fail('not_found', 'There is no such sale.');
    },
    async 'display.preview'() {
      const view = display.view();
      if (host === null) return ok({ via: 'none', open: false, screens: [], view });
      return ok({ via: host.via, open: host.isOpen(), screens: host.screens(), view });
    },
    async 'display.link'() {
      const url = host?.link() ?? null;
      return url === null ? fail('not_found', 'No browser opens the display here.') : ok({ url });
    },
  };
}

const noSuchPrinter = () =>
  fail('not_found', 'There is no such printer in the settings.', { reason: 'no_printer_set' });

/** printers.*: finding, trying and setting up what slips are printed on. */
function printerHandlers(
  clock: Clock,
  printService: () => PrintService,
): Pick<Handlers, 'printers.find' | 'printers.test' | 'printers.ruler' | 'printers.openDrawer' | 'printers.tryNow'> {
  const page = async (id: string, kind: 'test' | 'ruler'): Promise<Result<{ job: PrintJob }>> => {
    const printer = printService().printers.setting(id);
    return printer === null ? noSuchPrinter() : ok({ job: await printPage(printService(), printer, kind) });
  };
  return {
    'printers.find': async (ask) => ok({ found: await findPrinters(clock, ask?.network ?? false) }),
    'printers.test': ({ printer }) => page(printer, 'test'),
    'printers.ruler': ({ printer }) => page(printer, 'ruler'),
    async 'printers.openDrawer'(ask) {
      const { printers } = printService();
      const printer: PrinterSetting | null =
        ask?.printer === undefined ? printers.defaultPrinter() : printers.setting(ask.printer);
      if (printer === null || printer.drawer === 'none') return noSuchPrinter();
      const { ports, now } = printService();
      const about = { actor: 'cashier', data: { reason: 'by_hand', printer: printer.id }, bodies: [] };
      await ports.journal.commit({ sale: null, event: { ...about, type: 'drawer.kicked', at: now() } });
      if (await openDrawer(printService(), printer)) return ok({});
      await ports.journal.commit({ sale: null, event: { ...about, type: 'drawer.not_opened', at: now() } });
      return fail('internal', 'The printer did not take it.', { reason: 'drawer_shut' });
    },
    async 'printers.tryNow'() {
      await printService().queue.wake();
      return ok({});
    },
  };
}

/** receipts.preview and receipts.print. */
function slipHandlers(
  parts: Omit<SlipSources, 'runtime'> & { runtime(): CounterRuntime },
): Pick<Handlers, 'receipts.preview' | 'receipts.print'> {
  const { runtime, settings } = parts;
  return {
    async 'receipts.preview'(ask) {
      const { journal } = runtime();
      const sale = await journal.get(ask.id);
      if (!sale) return fail('not_found', 'There is no such sale.');
      const copy = sale.state === 'success' ? await journal.prints.nextCopy(sale.id, sale.prints) : null;
      const doc = await slipOf(sale, copy ?? 1, parts);
      return ok({
        doc,
        html: slipHtml(doc, ask.paper ?? settings().paper),
        text: slipText(doc),
        copy,
        beyondLimit: exceedsCopies(copy, settings().copiesLimit),
      });
    },

    async 'receipts.print'({ id, paper, printer: named, unlessWaiting = false, ...asking }) {
      const { prints } = runtime();
      const { printers } = prints;
      const chosen = named === undefined ? null : printers.setting(named);
      if (named !== undefined && chosen === null) {
        return fail('not_found', 'There is no such printer in the settings.', { reason: 'no_printer_set' });
      }
      const printer = chosen ?? (paper === undefined ? printers.defaultPrinter() : null);
      const asked = await enqueueReceiptPrint(prints, { id, printer, unlessWaiting, ...given(asking) });
      if (!asked.ok) return asked;
      if (printer === null) return printViaHost(prints, asked.value, paper ?? settings().paper);
      void prints.queue.wake(printer.id);
      const { copy, job } = asked.value;
      return ok({ copy, via: 'system', url: null, job });
    },
  };
}
