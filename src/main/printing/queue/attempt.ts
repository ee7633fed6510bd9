import { type PrintJob, type PrintReason, waitingStates } from '../../../shared/domain/print-job.ts';
import type { PrintMove } from '../../ports/print-book.ts';
import type { LineOutcome, PrinterLine } from '../../ports/printer-line.ts';
import { lateSlip } from '../bytes/late-slip.ts';
import type { QueueParts } from './queue.ts';

const writeAgainMs = 1000;
/** A printer that is asked for longer than this is seen to be asked; a quick one costs no wait for the disk. */
const checkingAfterMs = 150;

/**
 * One try of one waiting job. `sending` is on disk before its first byte leaves; from then on it ends as sent, confirmed or
 * unknown, and is never tried again. Rejects when the book fails before that.
 */
export async function attempt(parts: QueueParts, job: PrintJob, stopped: () => boolean): Promise<'done' | 'blocked'> {
  const { book } = parts;
  const move = async (step: Omit<PrintMove, 'id'>): Promise<PrintJob | null> => {
    const moved = await book.move({ id: job.id, ...step }, new Date(parts.clock.now()).toISOString());
    if (moved) parts.changed(moved);
    return moved;
  };
  const block = async (reason: PrintReason): Promise<'blocked'> => {
    // Found as it was the last time, there is nothing to write. Also from "sending": no byte has left.
    if (job.state !== 'blocked' || job.reason !== reason) {
      parts.log.warn('a print is held up', { reason });
      await move({ from: [...waitingStates, 'sending'], to: 'blocked', reason });
    }
    return 'blocked';
  };
  const outdated = await parts.outdated(job);
  if (outdated !== null) return write(() => parts.refused(job, outdated));
  const line = parts.line(job.printer);
  if (line === null) return block('printer_removed');
  const kept = await book.payload(job.id);
  if (kept === null) return 'done';
  const payload = lateSlip(kept, parts.clock.now() - Date.parse(job.createdAt));

  const asked = new AbortController();
  const checking = showChecking(asked.signal);
  const sent = await sendOnce(parts, line, payload, async () => {
    asked.abort();
    // Whatever came while the printer was asked how it is.
    return (await parts.outdated(job)) ?? move({ from: [...waitingStates], to: 'sending' });
  });
  asked.abort();
  await checking;
  switch (sent.kind) {
    case 'given_up':
      return 'done';
    case 'blocked':
      return block(sent.reason);
    case 'sent':
      return write(() => move({ from: ['sending'], to: sent.confirmed ? 'confirmed' : 'sent' }));
    case 'unknown':
      parts.log.warn('a print may have been printed', { reason: sent.reason });
      return write(() => move({ from: ['sending'], to: 'unknown', reason: sent.reason }));
    case 'failed':
      parts.log.warn('a print was not made', { reason: sent.reason });
      return write(() => parts.refused(job, sent.reason));
  }

  async function showChecking(over: AbortSignal): Promise<void> {
    await parts.clock.sleep(checkingAfterMs, over);
    // Only to be seen: what matters is written without it, too.
    if (!over.aborted) await move({ from: ['queued'], to: 'checking' }).catch(() => undefined);
  }

  /** What came of it is known here only; a disk that does not take it is tried again, since the next start would not know. */
  async function write(step: () => Promise<unknown>): Promise<'done'> {
    for (;;) {
      try {
        await step();
        return 'done';
      } catch {
        if (stopped()) return 'done';
        parts.log.error('what came of a print job could not be written down');
        await parts.clock.sleep(writeAgainMs);
      }
    }
  }
}

class NotWanted extends Error {}

/** Whatever the line says or throws, a job that has begun to leave does not wait any more. */
async function sendOnce(
  parts: QueueParts,
  line: PrinterLine,
  payload: Parameters<PrinterLine['send']>[0],
  begin: () => Promise<PrintJob | PrintReason | null>,
): Promise<LineOutcome | { kind: 'given_up' }> {
  let stage: 'here' | 'given_up' | 'not_recorded' | 'left' | { outdated: PrintReason } = 'here';
  const leave = async (): Promise<void> => {
    let begun: PrintJob | PrintReason | null;
    try {
      begun = await begin();
    } catch (error) {
      stage = 'not_recorded';
      throw error;
    }
    // A person gave it up while the printer was asked how it is.
    stage = begun === null ? 'given_up' : typeof begun === 'string' ? { outdated: begun } : 'left';
    if (stage !== 'left') throw new NotWanted();
  };
  const seen = (): typeof stage => stage;
  let outcome: LineOutcome;
  try {
    outcome = await line.send(payload, leave);
  } catch (error) {
    if (seen() === 'here')
      parts.log.error('a printer’s line failed', { error: error instanceof Error ? error.name : '' });
    outcome = { kind: 'blocked', reason: 'other' };
  }
  const ended = seen();
  if (typeof ended === 'object') return { kind: 'failed', reason: ended.outdated };
  switch (ended) {
    case 'given_up':
      return { kind: 'given_up' };
    case 'not_recorded':
      return { kind: 'blocked', reason: 'not_recorded' };
    case 'left':
      return outcome.kind === 'blocked' ? { kind: 'unknown', reason: outcome.reason } : outcome;
    case 'here':
      return outcome.kind === 'blocked' ? outcome : { kind: 'blocked', reason: 'other' };
  }
}
