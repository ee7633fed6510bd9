import { v7 } from 'uuid';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { ShareAs } from '../../shared/contract/receipts.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { CashServiceEntry } from '../../shared/domain/cash-service-entry.ts';
import {
  type PrintDecision,
  type PrintJob,
  type PrintReason,
  type PrintState,
  waitingStates,
} from '../../shared/domain/print-job.ts';
import type { PrinterSetting } from '../../shared/domain/printer.ts';
import type { SlipSettings } from '../../shared/domain/receipt/build.ts';
import type { ReceiptDoc } from '../../shared/domain/receipt/doc.ts';
import type { SettlementSlip } from '../../shared/domain/receipt/settlement-slip.ts';
import type { ShiftReport } from '../../shared/domain/shift.ts';
import type { SupervisorVerdict } from '../../shared/domain/staff.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { currentActor } from '../api/index.ts';
import { errorName, isoNow } from '../base/system.ts';
import type { NewEvent } from '../db/change.ts';
import type { SalesStore } from '../db/sales-store.ts';
import { noteOf, type SalesDatabase, type SalesPorts, type SaleUpdate, updateSale } from '../sales/index.ts';
import { openPrintQueue, type PrintQueue } from './print-queue.ts';
import type { NewPrintJob, PrintJobRepository } from './print-repository.ts';
import type { Printers } from './printers.ts';
import { payloadFor } from './slip.ts';
import type { HostPrinter, PrintPayload } from './transports/transport.ts';

/** The print jobs of one runtime: creates, prints and cancels them. */
export interface PrintService extends PrintServiceDeps {
  queue: PrintQueue;
  /** Prints the receipts in the auto-print outbox. Call after each commit that may have added one. */
  drainAutoPrints(): void;
  stop(): Promise<void>;
}

/** Which settlement of a tab. */
export interface SettlementId {
  customerId: string;
  at: string;
}

export interface PrintPorts extends SalesPorts {
  db: SalesDatabase & {
    readonly prints: PrintJobRepository;
    readonly shifts: { report(number: number, at: string): Promise<ShiftReport | null> };
    readonly cashServices: { get(id: string): Promise<CashServiceEntry | null> };
    readonly tabs: { settlement(which: SettlementId): Promise<Omit<SettlementSlip, 'printedAt'> | null> };
  };
}

export interface PrintServiceDeps {
  jobs: PrintJobRepository;
  ports: PrintPorts;
  printers: Printers;
  /** used where no printer is set */
  host: HostPrinter;
  settings(): Settings;
  slipOf(sale: Transaction, copy: number): Promise<ReceiptDoc>;
  /** shop and language of slips that are about no sale */
  slipWords(): Omit<SlipSettings, 'copy' | 'proof'>;
  newId(): string;
  now(): string;
  changed(job: PrintJob): void;
  /** queues a job about no sale */
  add(job: NewPrintJob): Promise<PrintJob>;
}

interface Options extends Pick<PrintServiceDeps, 'ports' | 'printers' | 'host' | 'settings' | 'slipOf' | 'slipWords'> {
  publish(event: KonterEvent): void;
  statusChanged(): void;
}

/** A slip takes a second; a job that takes longer is `unknown` after the next start. */
const stopWithinMs = 5000;

export async function openPrintService(options: Options): Promise<PrintService> {
  const { ports, printers, publish, statusChanged } = options;
  const jobs = ports.db.prints;
  const now = (): string => isoNow(ports.clock);
  const changed = (job: PrintJob): void => {
    publish({ type: 'print', job });
    statusChanged();
  };
  let queue: PrintQueue | null = null;
  const deps: PrintServiceDeps = {
    ...options,
    jobs,
    now,
    changed,
    newId: () => v7({ msecs: ports.clock.now(), random: ports.random.bytes(16) }),
    async add(job) {
      await jobs.add(job, now());
      const added = await jobs.get(job.id);
      if (!added) throw new Error('a print job was not stored');
      changed(added);
      void queue?.wake(job.printer);
      return added;
    },
  };
  queue = await openPrintQueue({
    jobs,
    transport: (id) => printers.transport(id),
    checkStale: (job) => checkStale(ports.db, job),
    renewed: (job) => renewed(deps, job),
    cancel: (job, reason) =>
      cancelJob(deps, job, { from: [...waitingStates, 'sending'], reason }).then(() => undefined),
    clock: ports.clock,
    log: ports.log,
    changed,
  });
  const opened = queue;
  for (const { id } of options.settings().printers) {
    void opened.runExclusive(id, async () => printers.transport(id)?.clear?.());
  }
  const autoPrinter = createAutoPrinter({ ...deps, queue });
  return {
    ...deps,
    queue: opened,
    drainAutoPrints: () => autoPrinter.drain(),
    async stop() {
      await autoPrinter.settled();
      await opened.stop(stopWithinMs);
    },
  };
}

interface ReceiptPrintRequest {
  id: string;
  /** null: the caller hands it over at once */
  printer: PrinterSetting | null;
  /** shared as a file or text instead of printed */
  shareAs?: ShareAs;
  pin?: string;
  /** why the copies' limit is exceeded */
  reason?: string;
  /** the job that this one reprints */
  again?: string;
  /** return the job of the same slip that already waits for that printer, if there is one */
  unlessWaiting?: boolean;
  /** automatic print: only of a success that was never printed */
  automatic?: boolean;
}

/** Whether this copy number exceeds the allowed copies beside the original. */
export const exceedsCopies = (copy: number | null, limit: number | null): boolean =>
  copy !== null && limit !== null && copy > limit + 1;

export type EnqueuedPrint = { sale: Transaction; job: PrintJob; copy: number };

/**
 * Enqueues one print of a sale's slip. The copy's number, the sale's event and the job with its bytes are one commit, so later
 * changes do not alter what is printed.
 */
export async function enqueueReceiptPrint(
  printService: PrintServiceDeps,
  request: ReceiptPrintRequest,
): Promise<Result<EnqueuedPrint>> {
  const { jobs, ports } = printService;
  const jobId = printService.newId();
  const mayExceed = supervisorOnce(printService, request.pin);
  let refusal: Result<never> | null = null;
  let waiting: PrintJob | null = null;
  const sale = await updateSale(ports, request.id, async (now): Promise<SaleUpdate | null> => {
    refusal = (await checkReprint(printService, request)) ?? null;
    if (refusal || (request.automatic && (now.state !== 'success' || now.prints > 0))) return null;
    waiting = request.unlessWaiting === true ? await findWaitingSlip(jobs, now, request.printer) : null;
    if (waiting) return null;
    const copy = now.state === 'success' ? await jobs.nextCopy(now.id, now.prints) : null;
    const exceeds = exceedsCopies(copy, printService.settings().copiesLimit);
    if (exceeds && needsReason(request)) {
      refusal = fail('invalid_input', 'One more needs a reason.', { reason: 'reason_needed', fields: ['reason'] });
      return null;
    }
    const verdict = exceeds ? await mayExceed() : 'ok';
    if (verdict !== 'ok') {
      refusal = tooMany(verdict, now);
      return null;
    }
    const askedBy = request.automatic ? 'system' : exceeds ? 'supervisor' : 'cashier';
    const { format, bytes } = await payloadOf(printService, now, copy, request.printer);
    const facts = {
      copy: copy ?? 1,
      job: jobId,
      ...(request.again === undefined ? {} : { again: request.again }),
      ...(request.shareAs === undefined ? {} : { as: request.shareAs }),
    };
    return {
      ...printedEvent(now, facts, askedBy, exceeds ? request.reason : undefined),
      parts: {
        print: {
          kind: 'add',
          job: {
            id: jobId,
            kind: 'receipt',
            saleId: now.id,
            printer: request.printer?.id ?? request.shareAs?.toUpperCase() ?? '',
            copy,
            askedBy,
            again: request.again ?? null,
            state: request.printer === null ? 'sending' : 'queued',
            format,
            payload: bytes,
          },
        },
      },
    };
  });
  if (!sale) return fail('not_found', 'There is no such sale.');
  if (refusal) return refusal;
  const job = waiting ?? (await jobs.get(jobId));
  if (!job) return fail('not_allowed', 'There is no receipt to print automatically.', { reason: 'already_printed' });
  printService.changed(job);
  return ok({ sale, job, copy: job.copy ?? 1 });
}

/** The newest job of a sale's slip that waits for that printer: pressed again, it is tried, and no second one joins it. */
export async function findWaitingSlip(
  jobs: PrintJobRepository,
  sale: Transaction,
  printer: PrinterSetting | null,
): Promise<PrintJob | null> {
  const isWaiting: ReadonlySet<PrintState> = new Set(waitingStates);
  const isReceipt = sale.state === 'success';
  const saleJobs = await jobs.list({ saleId: sale.id, limit: 200 });
  return (
    saleJobs.find(
      (job) => job.printer === printer?.id && isWaiting.has(job.state) && (job.copy !== null) === isReceipt,
    ) ?? null
  );
}

async function payloadOf(
  printService: PrintServiceDeps,
  sale: Transaction,
  copy: number | null,
  printer: PrinterSetting | null,
): Promise<PrintPayload> {
  // A slip that is handed over at once is rendered by its caller.
  if (printer === null) return { format: 'page', bytes: new Uint8Array(0) };
  return payloadFor(printer, await printService.slipOf(sale, copy ?? 1), { saleId: sale.id, copy });
}

async function checkReprint({ jobs }: PrintServiceDeps, { again }: ReceiptPrintRequest): Promise<Result<never> | null> {
  if (again === undefined) return null;
  const job = await jobs.get(again);
  return job?.decided === null && ['sent', 'confirmed', 'unknown', 'failed'].includes(job.state)
    ? null
    : fail('not_allowed', 'This print was repeated or decided about already.', { reason: 'already_decided' });
}

/** A reason is required together with the PIN, where staff are set up. */
const needsReason = ({ pin, reason }: ReceiptPrintRequest): boolean =>
  pin !== undefined && reason === undefined && (currentActor()?.person ?? null) !== null;

/** Checks the PIN once: each check counts as an attempt, and the sale's update may run again after a conflict. */
function supervisorOnce({ ports }: PrintServiceDeps, pin: string | undefined): () => Promise<SupervisorVerdict> {
  let verdict: Promise<SupervisorVerdict> | null = null;
  return () => (verdict ??= ports.supervisor(pin));
}

function tooMany(verdict: Exclude<SupervisorVerdict, 'ok'>, sale: Transaction): Result<never> {
  const reason = verdict === 'pin_needed' ? 'copies_limit' : verdict;
  return fail('not_allowed', 'There are as many copies as the owner allows.', { reason, transaction: sale });
}

interface Cancellation {
  /** only from these states: a job that is being sent may be on paper */
  from: readonly PrintState[];
  reason: PrintReason;
  decided?: PrintDecision;
}

/**
 * Ends a job that is certainly not printed. Its copy no longer counts, and the sale's event is stored in the same commit.
 * @returns the job afterwards; unchanged when it was in another state
 */
export async function cancelJob(
  { jobs, ports, now, changed }: Pick<PrintServiceDeps, 'jobs' | 'ports' | 'now' | 'changed'>,
  job: PrintJob,
  { from, reason, decided }: Cancellation,
): Promise<PrintJob | null> {
  const move = {
    id: job.id,
    from,
    to: 'failed' as const,
    reason,
    uncount: true,
    ...(decided === undefined ? {} : { decided }),
  };
  if (job.saleId === null) await jobs.move(move, now());
  else {
    await updateSale(ports, job.saleId, async (sale) => {
      const current = await jobs.get(job.id);
      if (!current || !from.includes(current.state)) return null;
      const actor = decided === undefined ? 'system' : 'cashier';
      return {
        ...notPrintedEvent(sale, job.copy, { job: job.id, reason }, actor),
        parts: { print: { kind: 'move', move } },
      };
    });
  }
  const ended = await jobs.get(job.id);
  if (ended) changed(ended);
  return ended;
}

/** Turns the auto-print outbox into print jobs: each entry once, also after a crash. */
interface AutoPrinter {
  drain(): void;
  settled(): Promise<void>;
}

function createAutoPrinter(printService: PrintServiceDeps & { queue: PrintQueue }): AutoPrinter {
  const { jobs, ports } = printService;
  let working: Promise<void> | null = null;
  let more = false;

  const printOne = async (saleId: string): Promise<void> => {
    const printer = printService.printers.defaultPrinter();
    const result =
      printer === null || !printService.settings().autoPrint
        ? null
        : await enqueueReceiptPrint(printService, { id: saleId, printer, automatic: true });
    // Disabled in the meantime, or already printed by hand.
    if (!result?.ok) return jobs.removeAutoPrint(saleId);
    await printService.queue.wake(result.value.job.printer);
  };
  // The entry stays in the outbox: the next drain retries it.
  const report = (error: unknown): void =>
    ports.log.error('a receipt could not be printed automatically', {
      error: errorName(error),
    });
  const drainAll = async (): Promise<void> => {
    try {
      while (more) {
        more = false;
        for (const saleId of await jobs.autoPrints()) await printOne(saleId).catch(report);
      }
    } catch (error) {
      report(error);
    }
    // No await since the last check of `more`: a drain() in between would be lost.
    working = null;
  };
  return {
    drain() {
      more = true;
      working ??= drainAll();
    },
    settled: async () => {
      await working;
    },
  };
}

/** A waiting receipt must not be printed once its sale is disputed or failed. */
async function checkStale(db: Pick<SalesStore, 'get'>, job: PrintJob): Promise<PrintReason | null> {
  if (job.saleId === null || job.copy === null) return null;
  const sale = await db.get(job.saleId);
  return sale?.state === 'success' ? null : 'sale_changed';
}

/** A receipt that waited says what is owed: it is made again where something was paid of the tab, which may have been meanwhile. */
async function renewed(
  { ports, printers, slipOf }: PrintServiceDeps,
  { saleId, copy, printer }: PrintJob,
): Promise<PrintPayload | null> {
  const setting = printers.setting(printer);
  const sale = saleId === null || copy === null ? null : await ports.db.get(saleId);
  if (sale === null || copy === null || setting === null || sale.tabPayments.length === 0) return null;
  return payloadFor(setting, await slipOf(sale, copy), { saleId, copy });
}

/** A slip leaves the shop. Only receipts of a success are counted; a pending sale's slip is no receipt. */
function printedEvent(sale: Transaction, facts: NewEvent['data'], actor: string, reason?: string) {
  return {
    changes: { prints: sale.state === 'success' ? sale.prints + 1 : sale.prints },
    event: { type: 'receipt.print_requested', actor, data: { state: sale.state, ...facts }, bodies: noteOf(reason) },
  } as const;
}

/** A slip was not printed after all. @param copy the receipt's, which was counted; null for any other slip */
function notPrintedEvent(sale: Transaction, copy: number | null, facts: NewEvent['data'], actor: string) {
  return {
    changes: { prints: copy === null ? sale.prints : Math.max(0, sale.prints - 1) },
    event: {
      type: 'receipt.print_failed',
      actor,
      data: { state: sale.state, copy: copy ?? 1, ...facts },
      bodies: [],
    },
  } as const;
}
