import { fail, type KonterError } from '../../shared/contract/errors.ts';
import type { DiskReason } from '../../shared/contract/reasons.ts';
import { DatabaseError, diskReason } from '../db/database-error.ts';
import { faultName } from './sale.ts';
import type { PendingOutcome, SalesContext } from './sales-ports.ts';
import { applyEarlyWebhooks } from './webhooks/replay.ts';

/** Tries to write down every answer that is still only in memory; asked twice at once, it writes once. */
export async function flushPendingWrites(ports: SalesContext): Promise<void> {
  for (const [saleId, answer] of ports.pendingOutcomes) {
    answer.writing ??= writeOne(ports, saleId, answer).finally(() => {
      answer.writing = null;
    });
    await answer.writing;
  }
}

async function writeOne(ports: SalesContext, saleId: string, answer: PendingOutcome): Promise<void> {
  try {
    const sale = await answer.write();
    ports.pendingOutcomes.delete(saleId);
    ports.log.info('an answer that was only in memory is written down');
    await applyEarlyWebhooks(ports, sale);
  } catch (error) {
    answer.reason = error instanceof DatabaseError ? diskReason[error.kind] : 'disk_failed';
    ports.log.error('an answer is still only in memory', { fault: faultName(error) });
  }
}

/** Answers that are not written down, and why. */
export function notWritten(ports: Pick<SalesContext, 'pendingOutcomes'>): { count: number; reason: DiskReason | null } {
  const reasons = [...ports.pendingOutcomes.values()].flatMap(({ reason }) => (reason === null ? [] : [reason]));
  const count = ports.pendingOutcomes.size;
  return { count, reason: count === 0 ? null : (reasons[0] ?? 'disk_failed') };
}

/** Nothing is sent while an earlier answer is not written down: the next one would be lost as well. */
export async function checkNotBlocked(ports: SalesContext): Promise<{ ok: false; error: KonterError } | null> {
  if (ports.pendingOutcomes.size === 0) return null;
  await flushPendingWrites(ports);
  const { count, reason } = notWritten(ports);
  if (count === 0 || reason === null) return null;
  return fail('internal', 'An earlier result could not be written down yet. Nothing was sent.', { reason });
}
