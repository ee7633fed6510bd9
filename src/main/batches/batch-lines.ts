import type { Batch } from '../../shared/contract/batches.ts';
import { fail, type KonterError } from '../../shared/contract/errors.ts';
import { isWaitingLine } from '../../shared/domain/batch.ts';
import { changeTogether, owedByMethod, owesMoney, paidByMethod } from '../../shared/domain/cash.ts';
import {
  type MoneyAmount,
  moneyMethods,
  noAmounts,
  type PaymentPart,
  paymentMethods,
  sumOf,
} from '../../shared/domain/payment.ts';
import { saysLackOfDeposit } from '../../shared/domain/provider-answer.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { CheckedLine } from '../sales/index.ts';
import type { StoredBatch } from './batch-repository.ts';

/**
 * Lists are newest first, and what is of one instant by its id: new lines get one time, and their ids in such an order that the first
 * line stands first.
 */
export function inListOrder(lines: readonly CheckedLine[]): CheckedLine[] {
  const isNew = ({ expectedRevision }: CheckedLine): boolean => expectedRevision === 0;
  const sales = lines.filter(isNew).map(({ sale }) => sale);
  const createdAt = sales
    .map((sale) => sale.createdAt)
    .toSorted()
    .at(-1);
  const ids = sales
    .map(({ id }) => id)
    .toSorted()
    .values();
  const byLast = new Map(sales.toReversed().map((sale) => [sale, ids.next().value]));
  return lines.map((line) => {
    const id = byLast.get(line.sale);
    return id === undefined || createdAt === undefined ? line : { ...line, sale: { ...line.sale, id, createdAt } };
  });
}

/** A stored batch as the page shows it. @param pause why it waits, where that is known */
export function toBatch(stored: StoredBatch, isRunning: boolean, pause: Batch['pause']): Batch {
  const { id, createdAt, tendered, stoppedAt } = stored;
  const sales = stored.lines.map(({ sale }) => sale);
  const payments = paymentsIn(sales);
  const total = sales.reduce((sum, sale) => sum + (sale.total ?? 0), 0);
  const isWaiting = stored.lines.some(isToSend);
  const state = stoppedAt !== null ? 'stopped' : isRunning ? 'running' : isWaiting ? 'paused' : 'finished';
  return {
    id,
    createdAt,
    state,
    pause: state === 'paused' ? pause : null,
    total,
    payments,
    tendered,
    // The cash of an unsent line may have gone to another sale: the change of the batch stays.
    change: changeTogether(sales, tendered),
    lines: stored.lines.map((line) => ({ ...line, isWaiting: isWaitingLine(line.sale) })),
    toReturn: amountsToReturn(stored),
  };
}

export const isToSend = ({ sale, leftOut }: StoredBatch['lines'][number]): boolean => !leftOut && isWaitingLine(sale);

/** Lines whose money goes back: they failed, or nothing sends them any more. */
export const linesToReturn = ({ lines, stoppedAt }: StoredBatch): StoredBatch['lines'] =>
  lines.filter((line) => owesMoney(line.sale) && (stoppedAt !== null || !isToSend(line)));

function amountsToReturn(stored: StoredBatch): MoneyAmount[] {
  const owed = linesToReturn(stored).flatMap(({ sale }) => owedByMethod(sale));
  return moneyMethods.flatMap((method) => {
    const amount = sumOf(owed.filter((each) => each.method === method));
    return amount === 0 ? [] : [{ method, amount }];
  });
}

function paymentsIn(sales: readonly Transaction[]): PaymentPart[] {
  const sums = noAmounts();
  for (const sale of sales) {
    const paid = paidByMethod(sale);
    for (const method of paymentMethods) sums[method] += paid[method];
  }
  return paymentMethods.flatMap((method) => (sums[method] === 0 ? [] : [{ method, amount: sums[method] }]));
}

/** What a person is asked about before more is sent: a line with an unknown outcome, or that failed for lack of deposit. */
export function doubtAbout(sale: Transaction): KonterError | null {
  const { state, message, flags } = sale;
  if (state === 'unknown' || state === 'disputed' || state === 'sending') {
    const reason = state === 'disputed' ? 'disputed' : 'unknown';
    return fail('outcome_unknown', 'It is not known what became of a line.', { reason, transaction: sale }).error;
  }
  const lacksDeposit = state === 'failed' && message !== null && saysLackOfDeposit(message);
  if (!lacksDeposit || flags.includes('resolved_by_hand')) return null;
  return fail('provider_refused', 'A line failed for lack of deposit.', { reason: 'deposit_low', transaction: sale })
    .error;
}

export const doubtKey = ({ id, state }: Transaction): string => `${id} ${state}`;

/** A line that failed, or a bill that is too old, leaves the others; anything else waits for a person. */
export function leavesTheOthers({ code, transaction }: KonterError): boolean {
  if (code === 'inquiry_expired') return true;
  return code === 'provider_refused' && transaction?.state === 'failed' && doubtAbout(transaction) === null;
}

export const keepsCash = (sale: Transaction): boolean =>
  (sale.state === 'pending' || sale.state === 'success' || sale.state === 'unknown') && paidByMethod(sale).cash > 0;
