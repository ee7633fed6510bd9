import { v7 } from 'uuid';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { KonterEvent } from '../../shared/contract/events.ts';
import type { Settings } from '../../shared/contract/settings.ts';
import type { ShareAs } from '../../shared/contract/sharing.ts';
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
import type { ShiftReport } from '../../shared/domain/shift.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { currentActor } from '../api/index.ts';
import type { NewEvent, NewPrintJob, SalesStore } from '../db/sales-store.ts';
import {
  noteOf,
  type SalesDatabase,
  type SalesPorts,
  type SaleUpdate,
  type SupervisorVerdict,
  timestamp,
  updateSale,
} from '../sales/index.ts';
import { payloadFor } from './payload.ts';
import { openPrintQueue, type PrintQueue } from './print-queue.ts';
import type { PrintJobRepository } from './print-types.ts';
import type { Printer } from './printer.ts';
import type { LinePayload } from './printer-line.ts';
import type { Printers } from './printers.ts';

/** Everything that has to do with paper, over one world's book. */
export interface PrintService extends PrintServiceDeps {
  queue: PrintQueue;
  /** prints what succeeded and is to be printed by itself; to be called whenever there may be some */
  drainAutoPrints(): void;
  stop(): Promise<void>;
}

export interface PrintPorts extends SalesPorts {
  journal: SalesDatabase & {
    readonly prints: PrintJobRepository;
    readonly shifts: { report(number: number, at: string): Promise<ShiftReport | null> };
  };
}

export interface PrintServiceDeps {
  book: PrintJobRepository;
  ports: PrintPorts;
  printers: Printers;
  /** the host's own way to paper, for where no printer is set */
  host: Printer;
  settings(): Settings;
  slipOf(sale: Transaction, copy: number): Promise<ReceiptDoc>;
  /** what stands on slips that are about no sale */
  slipWords(): Omit<SlipSettings, 'copy' | 'proof'>;
  newId(): string;
  now(): string;
  changed(job: PrintJob): void;
  /** a job about no sale, on its way to a printer */
  add(job: NewPrintJob): Promise<PrintJob>;
}

interface Parts extends Pick<PrintServiceDeps, 'ports' | 'printers' | 'host' | 'settings' | 'slipOf' | 'slipWords'> {
  publish(event: KonterEvent): void;
  statusChanged(): void;
}

/** A slip takes a second; what a printer holds back longer is unknown at the next start. */
const stopWithinMs = 5000;

export async function openPrintService(parts: Parts): Promise<PrintService> {
  const { ports, printers, publish, statusChanged } = parts;
  const book = ports.journal.prints;
  const now = (): string => timestamp(ports);
  const changed = (job: PrintJob): void => {
    publish({ type: 'print', job });
    statusChanged();
  };
  let queue: PrintQueue | null = null;
  const tools: PrintServiceDeps = {
    ...parts,
    book,
    now,
    changed,
    newId: () => v7({ msecs: ports.clock.now(), random: ports.random.bytes(16) }),
    async add(job) {
      await book.add(job, now());
      const added = await book.get(job.id);
      if (!added) throw new Error('a print job was not kept');
      changed(added);
      void queue?.wake(job.printer);
      return added;
    },
  };
  queue = await openPrintQueue({
    book,
    line: (id) => printers.line(id),
    outdated: (job) => outdated(ports.journal, job),
    refused: (job, reason) => refuse(tools, job, { from: [...waitingStates, 'sending'], reason }).then(() => undefined),
    clock: ports.clock,
    log: ports.log,
    changed,
  });
  const opened = queue;
  const outbox = createAutoPrinter({ ...tools, queue });
  return {
    ...tools,
    queue: opened,
    drainAutoPrints: () => outbox.grant(),
    async stop() {
      await outbox.settled();
      await opened.stop(stopWithinMs);
    },
  };
}

interface ProofAsk {
  id: string;
  /** null: handed over by whoever asked, at once */
  printer: PrinterSetting | null;
  /** no paper: it is sent on as that */
  shareAs?: ShareAs;
  pin?: string;
  /** why there is one more than the limit */
  reason?: string;
  /** the job that this one repeats */
  again?: string;
  /** the same slip that waits for that printer already is answered instead */
  unlessWaiting?: boolean;
  /** printed by itself: only a success that nobody has printed yet */
  byItself?: boolean;
}

/** Whether a proof of that number is one copy more than the owner allows beside the original. */
export const exceedsCopies = (copy: number | null, limit: number | null): boolean =>
  copy !== null && limit !== null && copy > limit + 1;

export type Asked = { sale: Transaction; job: PrintJob; copy: number };

/**
 * Asks for one print of a sale's slip: the copy's number, the sale's event and the job with its bytes are one commit. What is
 * printed later is what was settled here.
 */
export async function enqueueReceiptPrint(printService: PrintServiceDeps, ask: ProofAsk): Promise<Result<Asked>> {
  const { book, ports } = printService;
  const jobId = printService.newId();
  const mayExceed = supervisorOnce(printService, ask.pin);
  let refusal: Result<never> | null = null;
  let waiting: PrintJob | null = null;
  const sale = await updateSale(ports, ask.id, async (now): Promise<SaleUpdate | null> => {
    refusal = (await checkReprint(printService, ask)) ?? null;
    if (refusal || (ask.byItself && (now.state !== 'success' || now.prints > 0))) return null;
    waiting = ask.unlessWaiting === true ? await waitingSlip(book, now, ask.printer) : null;
    if (waiting) return null;
    const copy = now.state === 'success' ? await book.nextCopy(now.id, now.prints) : null;
    const exceeds = exceedsCopies(copy, printService.settings().copiesLimit);
    if (exceeds && needsReason(ask)) {
      refusal = fail('invalid_input', 'One more needs a reason.', { reason: 'reason_needed', fields: ['reason'] });
      return null;
    }
    const verdict = exceeds ? await mayExceed() : 'ok';
    if (verdict !== 'ok') {
      refusal = tooMany(verdict, now);
      return null;
    }
    const askedBy = ask.byItself ? 'system' : exceeds ? 'supervisor' : 'cashier';
    const { format, bytes } = await payloadOf(printService, now, copy, ask.printer);
    const facts = {
      copy: copy ?? 1,
      job: jobId,
      ...(ask.again === undefined ? {} : { again: ask.again }),
      ...(ask.shareAs === undefined ? {} : { as: ask.shareAs }),
    };
    return {
      ...printedEvent(now, facts, askedBy, exceeds ? ask.reason : undefined),
      print: {
        kind: 'add',
        job: {
          id: jobId,
          kind: 'receipt',
          saleId: now.id,
          printer: ask.printer?.id ?? ask.shareAs?.toUpperCase() ?? '',
          copy,
          askedBy,
          again: ask.again ?? null,
          state: ask.printer === null ? 'sending' : 'queued',
          format,
          payload: bytes,
        },
      },
    };
  });
  if (!sale) return fail('not_found', 'There is no such sale.');
  if (refusal) return refusal;
  const job = waiting ?? (await book.get(jobId));
  if (!job) return fail('not_allowed', 'There is nothing to print by itself.', { reason: 'already_printed' });
  printService.changed(job);
  return ok({ sale, job, copy: job.copy ?? 1 });
}

/** The newest of them, should there be more. */
async function waitingSlip(
  book: PrintServiceDeps['book'],
  sale: Transaction,
  printer: PrinterSetting | null,
): Promise<PrintJob | null> {
  const waits: ReadonlySet<PrintState> = new Set(waitingStates);
  const isProof = sale.state === 'success';
  const jobs = await book.list({ saleId: sale.id, limit: 200 });
  return (
    jobs.find((job) => job.printer === printer?.id && waits.has(job.state) && (job.copy !== null) === isProof) ?? null
  );
}

async function payloadOf(
  printService: PrintServiceDeps,
  sale: Transaction,
  copy: number | null,
  printer: PrinterSetting | null,
): Promise<LinePayload> {
  // What is handed over at once is never read again.
  if (printer === null) return { format: 'page', bytes: new Uint8Array(0) };
  return payloadFor(printer, await printService.slipOf(sale, copy ?? 1), { saleId: sale.id, copy });
}

async function checkReprint({ book }: PrintServiceDeps, { again }: ProofAsk): Promise<Result<never> | null> {
  if (again === undefined) return null;
  const job = await book.get(again);
  return job?.decided === null && ['sent', 'confirmed', 'unknown', 'failed'].includes(job.state)
    ? null
    : fail('not_allowed', 'This print was repeated or decided about already.', { reason: 'already_decided' });
}

/** Where people are set up; asked for together with the PIN. */
const needsReason = ({ pin, reason }: ProofAsk): boolean =>
  pin !== undefined && reason === undefined && (currentActor()?.person ?? null) !== null;

/** A PIN is a try, and the sale may have to be looked at more than once. */
function supervisorOnce({ ports }: PrintServiceDeps, pin: string | undefined): () => Promise<SupervisorVerdict> {
  let verdict: Promise<SupervisorVerdict> | null = null;
  return () => (verdict ??= ports.supervisor(pin));
}

function tooMany(verdict: Exclude<SupervisorVerdict, 'ok'>, sale: Transaction): Result<never> {
  const reason = verdict === 'pin_needed' ? 'copies_limit' : verdict;
  return fail('not_allowed', 'There are as many copies as the owner allows.', { reason, transaction: sale });
}

interface Refusal {
  /** only from these: of what has begun to leave nobody may say that it is not on paper */
  from: readonly PrintState[];
  reason: PrintReason;
  decided?: PrintDecision;
}

/**
 * Ends a job that is certainly not printed: its copy does not count, and the sale's log says so in the same commit.
 * @returns the job as it is then; one that does not stand where it was expected stays as it is
 */
export async function refuse(
  { book, ports, now, changed }: Pick<PrintServiceDeps, 'book' | 'ports' | 'now' | 'changed'>,
  job: PrintJob,
  { from, reason, decided }: Refusal,
): Promise<PrintJob | null> {
  const move = {
    id: job.id,
    from,
    to: 'failed' as const,
    reason,
    uncount: true,
    ...(decided === undefined ? {} : { decided }),
  };
  if (job.saleId === null) await book.move(move, now());
  else {
    await updateSale(ports, job.saleId, async (sale) => {
      const stands = await book.get(job.id);
      if (!stands || !from.includes(stands.state)) return null;
      const actor = decided === undefined ? 'system' : 'cashier';
      return { ...notPrintedEvent(sale, job.copy, { job: job.id, reason }, actor), print: { kind: 'move', move } };
    });
  }
  const ended = await book.get(job.id);
  if (ended) changed(ended);
  return ended;
}

/** Turns wishes, which were written with the receipts, into jobs: each once, also when the program ended in between. */
interface AutoPrinter {
  grant(): void;
  settled(): Promise<void>;
}

function createAutoPrinter(printService: PrintServiceDeps & { queue: PrintQueue }): AutoPrinter {
  const { book, ports } = printService;
  let working: Promise<void> | null = null;
  let more = false;

  const grantOne = async (saleId: string): Promise<void> => {
    const printer = printService.printers.usual();
    const asked =
      printer === null || !printService.settings().autoPrint
        ? null
        : await enqueueReceiptPrint(printService, { id: saleId, printer, byItself: true });
    // Switched off since, or printed by hand before this came to it.
    if (!asked?.ok) return book.removeAutoPrint(saleId);
    await printService.queue.wake(asked.value.job.printer);
  };
  // The wish stays on disk: the next success, or the next start, finds it.
  const complain = (error: unknown): void =>
    ports.log.error('a slip could not be printed by itself', { error: error instanceof Error ? error.name : '' });
  const grantAll = async (): Promise<void> => {
    try {
      while (more) {
        more = false;
        for (const saleId of await book.autoPrints()) await grantOne(saleId).catch(complain);
      }
    } catch (error) {
      complain(error);
    }
    // Without an await since the last look, so that no call is lost.
    working = null;
  };
  return {
    grant() {
      more = true;
      working ??= grantAll();
    },
    settled: async () => {
      await working;
    },
  };
}

/** A proof that waited while its sale was disputed, or failed after all, would say what is not true any more. */
async function outdated(journal: Pick<SalesStore, 'get'>, job: PrintJob): Promise<PrintReason | null> {
  if (job.saleId === null || job.copy === null) return null;
  const sale = await journal.get(job.saleId);
  return sale?.state === 'success' ? null : 'sale_changed';
}

/** A slip leaves the shop. Only the proof of a success is counted: one that says "pending" is no original of anything. */
function printedEvent(sale: Transaction, facts: NewEvent['data'], actor: string, reason?: string) {
  return {
    changes: { prints: sale.state === 'success' ? sale.prints + 1 : sale.prints },
    event: { type: 'proof.printed', actor, data: { state: sale.state, ...facts }, bodies: noteOf(reason) },
  } as const;
}

/** One did not leave after all. @param copy of a proof, which was counted, whatever its sale is by now; null for any other slip */
function notPrintedEvent(sale: Transaction, copy: number | null, facts: NewEvent['data'], actor: string) {
  return {
    changes: { prints: copy === null ? sale.prints : Math.max(0, sale.prints - 1) },
    event: {
      type: 'proof.not_printed',
      actor,
      data: { state: sale.state, copy: copy ?? 1, ...facts },
      bodies: [],
    },
  } as const;
}
