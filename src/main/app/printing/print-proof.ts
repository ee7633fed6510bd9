import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { ShareAs } from '../../../shared/contract/sharing.ts';
import { type PrintJob, type PrintState, waitingStates } from '../../../shared/domain/print-job.ts';
import type { PrinterSetting } from '../../../shared/domain/printer.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { type Amendment, amend } from '../../counter/amend.ts';
import type { SupervisorVerdict } from '../../counter/ports.ts';
import type { LinePayload } from '../../ports/printer-line.ts';
import { actingNow } from '../people/acting.ts';
import type { DeskTools } from './desk.ts';
import { payloadFor } from './payload.ts';
import { printedEvent } from './print-event.ts';

export interface ProofAsk {
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
export async function askForProof(desk: DeskTools, ask: ProofAsk): Promise<Result<Asked>> {
  const { book, ports } = desk;
  const jobId = desk.newId();
  const mayExceed = supervisorOnce(desk, ask.pin);
  let refusal: Result<never> | null = null;
  let waiting: PrintJob | null = null;
  const sale = await amend(ports, ask.id, async (now): Promise<Amendment | null> => {
    refusal = (await whyNotAgain(desk, ask)) ?? null;
    if (refusal || (ask.byItself && (now.state !== 'success' || now.prints > 0))) return null;
    waiting = ask.unlessWaiting === true ? await waitingSlip(book, now, ask.printer) : null;
    if (waiting) return null;
    const copy = now.state === 'success' ? await book.nextCopy(now.id, now.prints) : null;
    const exceeds = exceedsCopies(copy, desk.settings().copiesLimit);
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
    const { format, bytes } = await payloadOf(desk, now, copy, ask.printer);
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
  desk.changed(job);
  return ok({ sale, job, copy: job.copy ?? 1 });
}

/** The newest of them, should there be more. */
async function waitingSlip(
  book: DeskTools['book'],
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
  desk: DeskTools,
  sale: Transaction,
  copy: number | null,
  printer: PrinterSetting | null,
): Promise<LinePayload> {
  // What is handed over at once is never read again.
  if (printer === null) return { format: 'page', bytes: new Uint8Array(0) };
  return payloadFor(printer, await desk.slipOf(sale, copy ?? 1), { saleId: sale.id, copy });
}

async function whyNotAgain({ book }: DeskTools, { again }: ProofAsk): Promise<Result<never> | null> {
  if (again === undefined) return null;
  const job = await book.get(again);
  return job?.decided === null && ['sent', 'confirmed', 'unknown', 'failed'].includes(job.state)
    ? null
    : fail('not_allowed', 'This print was repeated or decided about already.', { reason: 'already_decided' });
}

/** Where people are set up; asked for together with the PIN. */
const needsReason = ({ pin, reason }: ProofAsk): boolean =>
  pin !== undefined && reason === undefined && (actingNow()?.person ?? null) !== null;

/** A PIN is a try, and the sale may have to be looked at more than once. */
function supervisorOnce({ ports }: DeskTools, pin: string | undefined): () => Promise<SupervisorVerdict> {
  let verdict: Promise<SupervisorVerdict> | null = null;
  return () => (verdict ??= ports.supervisor(pin));
}

function tooMany(verdict: Exclude<SupervisorVerdict, 'ok'>, sale: Transaction): Result<never> {
  const reason = verdict === 'pin_needed' ? 'copies_limit' : verdict;
  return fail('not_allowed', 'There are as many copies as the owner allows.', { reason, transaction: sale });
}
