import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Handlers, Output } from '../../shared/contract/registry.ts';
import { type PrintJob, type PrintReason, waitingStates } from '../../shared/domain/print-job.ts';
import type { Paper, PrinterSetting } from '../../shared/domain/printer.ts';
import { sharedSlipText, slipText } from '../../shared/domain/receipt/layout.ts';
import { blindReport } from '../../shared/domain/shift.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { withoutUndefined } from '../api/index.ts';
import type { Clock } from '../base/system.ts';
import { updateSale } from '../sales/index.ts';
import { openDrawer } from './cash-drawer.ts';
import { findPrinters } from './find-printers.ts';
import {
  cashServiceSlip,
  printCashService,
  printPage,
  printSettlement,
  printShift,
  settlementSlip,
} from './print-page.ts';
import type { PrintJobRepository } from './print-repository.ts';
import {
  cancelJob,
  type EnqueuedPrint,
  enqueueReceiptPrint,
  exceedsCopies,
  findWaitingSlip,
  type PrintService,
} from './print-service.ts';
import { slipHtml } from './render/slip-html.ts';
import { type SlipSources, slipOf } from './slip.ts';
import type { HostPrintOutcome } from './transports/transport.ts';

const noSuchJob = () => fail('not_found', 'There is no such print job.');
const alreadyBegun = () => fail('not_allowed', 'This print has begun, or ended already.', { reason: 'print_begun' });
const alreadyDecided = () =>
  fail('not_allowed', 'This print was repeated or decided about already.', { reason: 'already_decided' });

/** prints.*: a person's decisions about print jobs. */
export function printHandlers(
  printService: () => PrintService,
): Pick<Handlers, 'prints.list' | 'prints.reprint' | 'prints.giveUp' | 'prints.confirmPrinted'> {
  return {
    async 'prints.list'(input) {
      const { open, saleId, before, limit = 50 } = input ?? {};
      const jobs = await printService().jobs.list({
        limit,
        ...(open === undefined ? {} : { open }),
        ...(saleId === undefined ? {} : { saleId }),
        ...(before === undefined ? {} : { before }),
      });
      return ok({ jobs });
    },
    async 'prints.reprint'({ id, ...asking }) {
      const job = await printService().jobs.get(id);
      return job ? reprint(printService(), job, withoutUndefined(asking)) : noSuchJob();
    },
    async 'prints.giveUp'({ id }) {
      const job = await printService().jobs.get(id);
      if (!job) return noSuchJob();
      if (job.state === 'unknown') return decide(printService(), job, 'given_up');
      const ended = await cancelJob(printService(), job, {
        from: waitingStates,
        reason: 'given_up',
        decided: 'given_up',
      });
      return ended?.state === 'failed' ? ok({ job: ended }) : alreadyBegun();
    },
    async 'prints.confirmPrinted'({ id }) {
      const job = await printService().jobs.get(id);
      if (!job) return noSuchJob();
      return job.state === 'unknown' ? decide(printService(), job, 'printed') : alreadyBegun();
    },
  };
}

/** Records the decision about a job whose outcome is unknown. Its copy still counts: it may be on paper either way. */
async function decide(
  { jobs, ports, now, changed }: PrintService,
  job: PrintJob,
  decision: 'given_up' | 'printed',
): Promise<Result<{ job: PrintJob }>> {
  if (job.decided !== null) return alreadyDecided();
  const move = {
    id: job.id,
    from: ['unknown' as const],
    to: decision === 'printed' ? ('confirmed' as const) : ('unknown' as const),
    reason: decision === 'printed' ? null : job.reason,
    decided: decision,
  };
  if (job.saleId === null) await jobs.move(move, now());
  else {
    await updateSale(ports, job.saleId, async () => {
      const current = await jobs.get(job.id);
      if (current?.state !== 'unknown' || current.decided !== null) return null;
      return {
        changes: {},
        event: {
          type: 'receipt.print_resolved',
          actor: 'cashier',
          data: { job: job.id, copy: job.copy, decision },
          bodies: [],
        },
        parts: { print: { kind: 'move', move } },
      };
    });
  }
  const ended = await jobs.get(job.id);
  if (ended?.decided !== decision) return alreadyDecided();
  changed(ended);
  return ok({ job: ended });
}

/** Reprints a job's slip as a new job that refers to it, on the same printer if it is still set up. */
async function reprint(
  printService: PrintService,
  job: PrintJob,
  asking: { pin?: string; reason?: string },
): Promise<Result<{ job: PrintJob }>> {
  const printer = printService.printers.setting(job.printer) ?? printService.printers.defaultPrinter();
  if (printer === null) return fail('not_allowed', 'There is no printer set.', { reason: 'no_printer_set' });
  if (job.saleId !== null) {
    const request = { id: job.saleId, printer, again: job.id, ...asking };
    const result = await enqueueReceiptPrint(printService, request);
    if (!result.ok) return result;
    const repeated = await printService.jobs.get(job.id);
    if (repeated) printService.changed(repeated);
    await printService.queue.wake(printer.id);
    return ok({ job: result.value.job });
  }
  if (job.decided !== null || !['sent', 'confirmed', 'unknown', 'failed'].includes(job.state)) return alreadyDecided();
  try {
    return await reprintPage(printService, job, printer);
  } catch (error) {
    // The database allows one reprint of a job: a second request is no disk failure.
    if ((await printService.jobs.get(job.id))?.decided === 'again') return alreadyDecided();
    throw error;
  }
}

async function reprintPage(
  printService: PrintService,
  job: PrintJob,
  printer: PrinterSetting,
): Promise<Result<{ job: PrintJob }>> {
  if (job.kind === 'shift') {
    const report = await printService.ports.db.shifts.report(job.shift ?? 0, printService.now());
    if (!report) return fail('not_found', 'There is no such shift.');
    // The PIN is not required again, so the report of an open shift is reprinted blind.
    return ok({
      job: await printShift(printService, printer, report.kind === 'x' ? blindReport(report) : report, job.id),
    });
  }
  if (job.kind === 'settlement') {
    const which = { customerId: job.tabCustomer ?? '', at: job.tabPaidAt ?? '' };
    const doc = await settlementSlip(printService, which);
    if (!doc) return fail('not_found', 'There is no such settlement.');
    return ok({ job: await printSettlement(printService, printer, which, doc, job.id) });
  }
  if (job.kind === 'cash_service') {
    const id = job.cashService ?? '';
    const doc = await cashServiceSlip(printService, id);
    if (!doc) return fail('not_found', 'There is no such cash service.');
    return ok({ job: await printCashService(printService, printer, id, doc, job.id) });
  }
  const kind = job.kind === 'receipt' ? 'test' : job.kind;
  return ok({ job: await printPage(printService, printer, kind, { again: job.id }) });
}

const noSuchPrinter = () =>
  fail('not_found', 'There is no such printer in the settings.', { reason: 'no_printer_set' });

/** printers.*: finding, trying and setting up what slips are printed on. */
export function printerHandlers(
  clock: Clock,
  printService: () => PrintService,
): Pick<Handlers, 'printers.find' | 'printers.test' | 'printers.ruler' | 'printers.openDrawer' | 'printers.tryNow'> {
  const page = async (id: string, kind: 'test' | 'ruler'): Promise<Result<{ job: PrintJob }>> => {
    const printer = printService().printers.setting(id);
    return printer === null ? noSuchPrinter() : ok({ job: await printPage(printService(), printer, kind) });
  };
  return {
    'printers.find': async (input) => ok({ found: await findPrinters(clock, input?.network ?? false) }),
    'printers.test': ({ printer }) => page(printer, 'test'),
    'printers.ruler': ({ printer }) => page(printer, 'ruler'),
    async 'printers.openDrawer'(input) {
      const { printers } = printService();
      const printer: PrinterSetting | null =
        input?.printer === undefined ? printers.defaultPrinter() : printers.setting(input.printer);
      if (printer === null || printer.drawer === 'none') return noSuchPrinter();
      const { ports, now } = printService();
      const about = { actor: 'cashier', data: { reason: 'by_hand', printer: printer.id }, bodies: [] };
      await ports.db.commit({ sale: null, event: { ...about, type: 'drawer.kicked', at: now() } });
      if (await openDrawer(printService(), printer)) return ok({});
      await ports.db.commit({ sale: null, event: { ...about, type: 'drawer.not_opened', at: now() } });
      return fail('internal', 'The printer did not take it.', { reason: 'drawer_shut' });
    },
    async 'printers.tryNow'() {
      await printService().queue.wake();
      return ok({});
    },
  };
}

type SlipRuntime = ReturnType<SlipSources['runtime']> & {
  db: { get(id: string): Promise<Transaction | null>; readonly prints: Pick<PrintJobRepository, 'nextCopy'> };
  prints: PrintService;
};

/** receipts.preview and receipts.print. */
export function slipHandlers(
  parts: Omit<SlipSources, 'runtime'> & { runtime(): SlipRuntime },
): Pick<Handlers, 'receipts.preview' | 'receipts.print'> {
  const { runtime, settings } = parts;
  return {
    async 'receipts.preview'(input) {
      const { db, prints } = runtime();
      const sale = await db.get(input.id);
      if (!sale) return fail('not_found', 'There is no such sale.');
      const waiting = await findWaitingSlip(prints.jobs, sale, prints.printers.defaultPrinter());
      const next = sale.state === 'success' ? await db.prints.nextCopy(sale.id, sale.prints) : null;
      const copy = waiting?.copy ?? next;
      const doc = await slipOf(sale, copy ?? 1, parts);
      return ok({
        doc,
        html: slipHtml(doc, input.paper ?? settings().paper),
        text: slipText(doc),
        copy,
        beyondLimit: waiting === null && exceedsCopies(copy, settings().copiesLimit),
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
      const result = await enqueueReceiptPrint(prints, { id, printer, unlessWaiting, ...withoutUndefined(asking) });
      if (!result.ok) return result;
      if (printer === null) return printViaHost(prints, result.value, paper ?? settings().paper);
      void prints.queue.wake(printer.id);
      const { copy, job } = result.value;
      return ok({ copy, via: 'system', url: null, job });
    },
  };
}

/** Prints a slip through the host at once, with the system's dialog or the page's. The job is already in `sending`. */
async function printViaHost(
  printService: PrintService,
  { sale, job, copy }: EnqueuedPrint,
  paper: Paper,
): Promise<Result<Output<'receipts.print'>>> {
  const outcome = await print(printService, { sale, job, copy }, paper);
  const moved = async (to: 'sent' | 'unknown', reason: PrintReason | null): Promise<void> => {
    const ended = await printService.jobs.move({ id: job.id, from: ['sending'], to, reason }, printService.now());
    if (ended) printService.changed(ended);
  };
  switch (outcome.kind) {
    case 'page':
      await moved('sent', null);
      return ok({ copy, via: 'page', url: outcome.url });
    case 'handed_over':
      await moved('sent', null);
      return ok({ copy, via: 'system', url: null });
    case 'unknown':
      await moved('unknown', 'not_taken');
      break;
    case 'failed':
      await cancelJob(printService, job, { from: ['sending'], reason: 'refused' });
  }
  return fail('internal', 'The printer did not take the slip.', {
    reason: 'not_printed',
    transaction: (await printService.ports.db.get(sale.id)) ?? sale,
  });
}

async function print(
  printService: PrintService,
  { sale, copy }: EnqueuedPrint,
  paper: Paper,
): Promise<HostPrintOutcome> {
  let html: string;
  try {
    html = slipHtml(await printService.slipOf(sale, copy), paper);
  } catch {
    return { kind: 'failed', reason: 'slip' };
  }
  const job = { saleId: sale.id, copy, html, paper };
  // A print system that fails may have taken the job.
  return printService.host
    .print(job, printService.settings().printer)
    .catch((): HostPrintOutcome => ({ kind: 'unknown' }));
}

type ShareOptions = Omit<SlipSources, 'runtime'> & {
  runtime(): ReturnType<SlipSources['runtime']> & { prints: PrintService };
  saver: SlipSaver | null;
};

/** receipts.share. A shared slip is a print job like any other: numbered, counted before it leaves, and limited. */
export function shareHandlers(options: ShareOptions): Pick<Handlers, 'receipts.share'> {
  const { runtime, settings, saver } = options;
  return {
    async 'receipts.share'({ id, as, paper = settings().paper, ...asking }) {
      if (as !== 'text' && !saver) return fail('not_allowed', 'This host saves no files.', { reason: 'cannot_save' });
      const printService = runtime().prints;
      const enqueued = await enqueueReceiptPrint(printService, {
        id,
        printer: null,
        shareAs: as,
        ...withoutUndefined(asking),
      });
      if (!enqueued.ok) return enqueued;
      const { sale, job, copy } = enqueued.value;
      const markSent = async (): Promise<void> => {
        const ended = await printService.jobs.move({ id: job.id, from: ['sending'], to: 'sent' }, printService.now());
        if (ended) printService.changed(ended);
      };
      const markNotSent = (reason: 'given_up' | 'refused') =>
        cancelJob(printService, job, {
          from: ['sending'],
          reason,
          ...(reason === 'given_up' ? { decided: reason } : {}),
        });
      const doc = await slipOf(sale, copy, options);
      const shared = { as, copy, name: null, url: null, text: null };
      if (as === 'text' || !saver) {
        await markSent();
        return ok({ ...shared, via: 'text', text: sharedSlipText(doc) });
      }
      const name = fileName(enqueued.value, as);
      const outcome = await saver
        .save({ html: slipHtml(doc, paper), paper, as, name })
        .catch((): SaveOutcome => ({ kind: 'failed', reason: 'host' }));
      switch (outcome.kind) {
        case 'saved':
          await markSent();
          return ok({ ...shared, via: 'file', name: outcome.name });
        case 'page':
          await markSent();
          return ok({ ...shared, via: 'page', url: outcome.url, name });
        case 'cancelled':
          await markNotSent('given_up');
          return ok({ ...shared, via: 'cancelled' });
        case 'failed': {
          await markNotSent('refused');
          const now: Transaction = (await printService.ports.db.get(id)) ?? sale;
          return fail('internal', 'The slip could not be saved.', { reason: 'not_saved', transaction: now });
        }
      }
    },
  };
}

/** Contains no customer's data: file names end up in lists, chats and clouds. */
function fileName({ sale: { receiptNo, id }, copy }: EnqueuedPrint, as: 'pdf' | 'png'): string {
  return `struk-${receiptNo ?? id.slice(-8)}${copy > 1 ? `-${copy}` : ''}.${as}`;
}

export interface SlipFile {
  html: string;
  paper: Paper;
  as: 'pdf' | 'png';
  /** suggested file name; contains no customer's data */
  name: string;
}

/** Saves a slip as a file through the host. */
export interface SlipSaver {
  save(file: SlipFile): Promise<SaveOutcome>;
}

export type SaveOutcome =
  /** saved under that name */
  | { kind: 'saved'; name: string }
  /** the requesting page must save it itself, from this address on its own origin */
  | { kind: 'page'; url: string }
  /** the person closed the dialog */
  | { kind: 'cancelled' }
  | { kind: 'failed'; reason: string };
