import { type DiskReason, fail, type KonterError } from '../../shared/contract/errors.ts';
import { type AnswerProblem, answerProblem, withoutMailboxIds } from '../../shared/domain/provider-answer.ts';
import { type Transaction, usableSn } from '../../shared/domain/transaction.ts';
import { isoNow } from '../base/system.ts';
import type { NewEvent } from '../db/change.ts';
import { DatabaseError, diskReason } from '../db/database-error.ts';
import type { ProviderOutcome } from '../provider/index.ts';
import { disputed, type ProviderUpdate, reconcile } from './provider-update.ts';
import { faultName, retryWrite, type SaleUpdate, updateSale } from './sale.ts';
import type { PendingOutcome, SalesContext, SalesPorts } from './sales-ports.ts';
import { isSameBill } from './webhooks/match.ts';
import { applyEarlyWebhooks, replayForOthers } from './webhooks/replay.ts';

type Bodies = NewEvent['bodies'];

/**
 * Sends the one request of a sale and writes down what came of it.
 * @param sale as it was committed in `sending`, before the first byte leaves
 * @param request sends it: called once
 * @param read what an answer says, in the words of a sale
 * @returns the sale as it is stored then; `unrecorded` is what came where the journal did not take it: it is kept in
 * memory, and nothing else is sent before it is written down; `why` says more for the screen
 */
export async function send<T>(
  ports: SalesContext,
  sale: Transaction,
  request: () => Promise<ProviderOutcome<T>>,
  read: (value: T, faulty: boolean) => ProviderUpdate,
): Promise<{ sale: Transaction; unrecorded: Unrecorded | null; why: Why }> {
  ports.beingSent.add(sale.id);
  const outcome = await outcomeOf(ports, request);
  const write = (): Promise<Transaction> => recordOutcome(ports, sale, outcome, read);
  const settled = await retryWrite(ports, write);
  // The request has ended, so the sale may now be resolved by hand. An answer still in memory is reconciled with that outcome.
  ports.beingSent.delete(sale.id);
  if (outcome.kind === 'unclear' && outcome.late) void recordLateAnswer(ports, sale, outcome.late, read);
  const problem = outcome.kind === 'unclear' ? answerProblem(outcome) : null;
  const why = { problem, lowDeposit: ports.depositRefusals.areSeveral() };
  if (settled) return { sale: settled, unrecorded: null, why };
  ports.pendingOutcomes.set(sale.id, { write, reason: null, writing: null });
  return { sale, unrecorded: toUnrecorded(sale, outcome, read), why };
}

/** What the screen says beside a sale's state. */
export interface Why {
  /** why an answer was no clear word; null where it was */
  problem: AnswerProblem | null;
  /** several refusals in a row spoke of too little deposit */
  lowDeposit: boolean;
}

/**
 * At the time-out the sale is unknown, and the request is still read for minutes. What it says then is applied to the sale as it
 * stands by then, as a webhook's word would be. Never rejects; when the program ends meanwhile, the sale stays unknown.
 */
async function recordLateAnswer<T>(
  ports: SalesContext,
  sale: Transaction,
  late: Promise<ProviderOutcome<T>>,
  read: (value: T, faulty: boolean) => ProviderUpdate,
): Promise<void> {
  const outcome = await late;
  if (outcome.kind === 'unclear' && outcome.answer === null) return;
  const write = (): Promise<Transaction> => recordOutcome(ports, sale, outcome, read, { late: true });
  const settled = await retryWrite(ports, write);
  if (!settled) {
    ports.pendingOutcomes.set(`${sale.id} late`, { write, reason: null, writing: null });
    return;
  }
  await replayForOthers(ports, await applyEarlyWebhooks(ports, settled));
}

/** What came of a request, for the screen: it is nowhere else. */
export interface Unrecorded {
  state: Transaction['state'];
  transactionId: string | null;
  sn: string | null;
  message: string | null;
}

function toUnrecorded<T>(
  sale: Transaction,
  outcome: ProviderOutcome<T>,
  read: (value: T, faulty: boolean) => ProviderUpdate,
): Unrecorded {
  const nothing = { transactionId: null, sn: null, message: null };
  switch (outcome.kind) {
    case 'never_sent':
      return { ...nothing, state: sale.kind === 'prepaid' ? 'unsent' : 'inquired' };
    case 'unclear':
      return { ...nothing, state: 'unknown' };
    case 'refused':
      return { ...nothing, state: 'failed', message: withoutMailboxIds(outcome.message) };
    case 'answered': {
      const { status, transactionId, sn, message } = read(outcome.value, false);
      return {
        state: status,
        transactionId,
        sn: usableSn(sn),
        message: withoutMailboxIds(message),
      };
    }
  }
}

/** A client that throws may have sent the request already, so the outcome is unknown. */
async function outcomeOf<T>(
  ports: SalesPorts,
  request: () => Promise<ProviderOutcome<T>>,
): Promise<ProviderOutcome<T>> {
  try {
    return await request();
  } catch (error) {
    ports.log.error('the client of the payment service failed', { fault: faultName(error) });
    return {
      kind: 'unclear',
      reason: 'client_failed',
      status: null,
      faults: [],
      sent: new Uint8Array(0),
      answer: null,
    };
  }
}

/** A webhook may have settled the sale in the meantime; the answer is then reconciled with that outcome. */
async function recordOutcome<T>(
  ports: SalesPorts,
  sale: Transaction,
  outcome: ProviderOutcome<T>,
  read: (value: T, faulty: boolean) => ProviderUpdate,
  when: { late?: true } = {},
): Promise<Transaction> {
  const settled = await updateSale(ports, sale.id, async (now) => {
    const at = isoNow(ports.clock);
    const bodies: Bodies = [
      { role: 'request', bytes: outcome.sent },
      ...('answer' in outcome && outcome.answer ? [{ role: 'answer' as const, bytes: outcome.answer }] : []),
    ];
    switch (outcome.kind) {
      case 'never_sent':
        return { ...neverSent(now), event: event('sale.not_sent', { reason: outcome.reason }, bodies) };
      case 'unclear':
        return {
          changes: now.state === 'sending' ? { state: 'unknown' } : {},
          event: event(
            'sale.outcome_unknown',
            {
              reason: outcome.reason,
              status: outcome.status,
              faults: outcome.faults.map((fault) => fault.path),
              ...when,
            },
            bodies,
          ),
        };
      case 'refused':
        return reconciled(ports, now, refusal(outcome.message), at, (changes) => ({
          changes,
          event: event('sale.refused', { status: outcome.status, ...when }, bodies),
        }));
      case 'answered':
        return reconciled(ports, now, read(outcome.value, outcome.faults.length > 0), at, (changes) => ({
          changes,
          event: event(
            'sale.response_received',
            { faults: outcome.faults.map((fault) => fault.path), ...when },
            bodies,
          ),
        }));
    }
  });
  return settled ?? sale;
}

function event(type: NewEvent['type'], data: NewEvent['data'], bodies: Bodies): Omit<NewEvent, 'at'> {
  return { type, actor: 'provider', data, bodies };
}

/** A bill may be paid again, an order is over; a webhook about what never left contradicts us. */
function neverSent(now: Transaction): Pick<SaleUpdate, 'changes'> {
  // Nothing contradicts it where a person recorded meanwhile that it failed.
  if (now.state === 'failed' && now.flags.includes('resolved_by_hand')) return { changes: {} };
  if (now.state !== 'sending') return { changes: { state: 'disputed', settledAt: null } };
  // A line of a batch waits again, with its money, until a person goes on or stops.
  const isLine = now.flags.includes('batch_line');
  if (now.kind === 'prepaid') return { changes: { state: 'unsent', ...(isLine ? { sentAt: null } : {}) } };
  if (isLine) return { changes: { state: 'inquired', sentAt: null } };
  return { changes: { state: 'inquired', tendered: null, change: null, payments: [], sentAt: null } };
}

function refusal(message: string): ProviderUpdate {
  return {
    from: 'answer',
    status: 'failed',
    transactionId: null,
    sn: null,
    message,
    price: null,
    customerName: null,
    refused: true,
    flags: [],
  };
}

async function reconciled(
  ports: SalesPorts,
  now: Transaction,
  update: ProviderUpdate,
  at: string,
  toUpdate: (changes: Partial<Transaction>) => SaleUpdate,
): Promise<SaleUpdate> {
  const holder = update.transactionId === null ? null : await ports.db.findByTransactionId(update.transactionId);
  if (holder && holder.id !== now.id && !isSameBill(holder, now)) {
    // Two sales with one provider's id: it is unknown which of them happened (design: disputed, never an error).
    return toUpdate(disputed(now, update).changes);
  }
  return toUpdate(reconcile(now, update, at).changes);
}

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
export function pendingWriteStatus(ports: Pick<SalesContext, 'pendingOutcomes'>): {
  count: number;
  reason: DiskReason | null;
} {
  const reasons = [...ports.pendingOutcomes.values()].flatMap(({ reason }) => (reason === null ? [] : [reason]));
  const count = ports.pendingOutcomes.size;
  return { count, reason: count === 0 ? null : (reasons[0] ?? 'disk_failed') };
}

/** Nothing is sent while an earlier answer is not written down: the next one would be lost as well. */
export async function checkNotBlocked(ports: SalesContext): Promise<{ ok: false; error: KonterError } | null> {
  if (ports.pendingOutcomes.size === 0) return null;
  await flushPendingWrites(ports);
  const { count, reason } = pendingWriteStatus(ports);
  if (count === 0 || reason === null) return null;
  return fail('internal', 'An earlier result could not be written down yet. Nothing was sent.', { reason });
}
