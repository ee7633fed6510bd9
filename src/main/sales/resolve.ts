import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Input } from '../../shared/contract/registry.ts';
import {
  customerOwes,
  moneyToCollect,
  moneyToReturn,
  owedByMethod,
  owesMoney,
  saleAmount,
} from '../../shared/domain/cash.ts';
import { isErased } from '../../shared/domain/erasure.ts';
import { sumOf } from '../../shared/domain/payment.ts';
import type { SupervisorVerdict } from '../../shared/domain/staff.ts';
import { isOverdue, type Transaction, usableSn } from '../../shared/domain/transaction.ts';
import { isoNow, shopDay } from '../base/system.ts';
import { flagged, noteOf, type SaleUpdate, updateSale } from './sale.ts';
import type { SalesContext, SalesPorts } from './sales-ports.ts';
import { inferProviderId } from './webhooks/apply.ts';
import { isCustomerOf } from './webhooks/match.ts';
import { replayForOthers } from './webhooks/replay.ts';

export function overdueMs(ports: Pick<SalesPorts, 'rules'>): number {
  return ports.rules().overdueMinutes * 60_000;
}

/**
 * A person records what became of a sale that nothing else can settle: unknown, overdue, disputed, or a success whose serial
 * number is known elsewhere. Nothing is sent. not_allowed says why not in `reason`.
 */
export async function resolve(ports: SalesContext, input: Input<'transactions.resolve'>): Promise<Result<Transaction>> {
  const sale = await ports.db.get(input.id);
  if (!sale) return fail('not_found', 'There is no such sale.');
  const early = await checkResolvable(ports, sale, input);
  if (early) return early;
  const unapproved = await checkApproval(ports, sale, input);
  if (unapproved) return unapproved;

  let refusal: Result<never> | null = null;
  const resolved = await updateSale(ports, input.id, async (sale) => {
    refusal = await checkResolvable(ports, sale, input);
    return refusal ? null : decision(ports, sale, input, { type: 'sale.manually_resolved', from: sale.state });
  });
  if (refusal) return refusal;
  if (resolved) await replayForOthers(ports, resolved);
  return resolved ? ok(resolved) : fail('not_found', 'There is no such sale.');
}

type Elevation = Pick<Input<'transactions.correct'>, 'outcome' | 'pin' | 'secondPin'>;

/** The PINs that a decision about an outcome needs. Null: it may be recorded. */
export async function checkApproval(
  ports: SalesPorts,
  sale: Transaction,
  { outcome, pin, secondPin }: Elevation,
): Promise<Result<never> | null> {
  const verdict = await ports.supervisor(pin);
  if (verdict !== 'ok') return notAllowed(verdict, sale);
  if (!ports.rules().twoPeople || outcome !== 'failed') return null;
  const second = await ports.secondPerson(secondPin);
  return second === 'ok' ? null : notAllowed(`second_${second}`, sale);
}

type Decision = Omit<Input<'transactions.resolve'>, 'id'>;

interface DecisionContext {
  type: 'sale.manually_resolved' | 'sale.manually_corrected';
  /** the state that is decided about */
  from: Transaction['state'];
  /** of a correction: when the sale was settled, which stays: the event says when it was corrected */
  settledAt?: string | null;
}

/** What a person's decision makes of an open sale, with the event that names the state that is decided about. */
export async function decision(
  ports: SalesPorts,
  sale: Transaction,
  input: Decision,
  { type, from, settledAt }: DecisionContext,
): Promise<SaleUpdate> {
  const at = isoNow(ports.clock);
  const sn = input.outcome === 'success' ? (usableSn(input.sn) ?? sale.sn) : null;
  const { changes, sameSn } = await inferProviderId(ports.db, sale, sn);
  return {
    changes: {
      ...changes,
      state: input.outcome,
      settledAt: settledAt ?? (sale.state === 'success' ? sale.settledAt : at),
      sn: sn ?? sale.sn,
      refused: input.outcome === 'failed' && sale.refused,
      flags: flagged(sale, 'resolved_by_hand'),
    },
    event: {
      type,
      actor: 'supervisor',
      data: {
        from,
        to: input.outcome,
        day: shopDay(ports),
        sameSn,
        readBack: input.readBack !== undefined,
        twoPeople: ports.rules().twoPeople && input.outcome === 'failed',
      },
      bodies: noteOf(input.note),
    },
  };
}

async function checkResolvable(
  ports: SalesContext,
  sale: Transaction,
  input: Input<'transactions.resolve'>,
): Promise<Result<never> | null> {
  const misread = await checkReadBack(ports, sale, input.readBack);
  if (misread) return misread;
  switch (sale.state) {
    case 'unknown':
    case 'disputed':
      return null;
    case 'pending':
      return isOverdue(sale, ports.clock.now(), overdueMs(ports))
        ? null
        : fail('not_allowed', 'The result may still come.', { reason: 'not_overdue', transaction: sale });
    case 'success':
      if (input.outcome === 'success' && sale.sn === null && !isErased(sale)) {
        return usableSn(input.sn) === null
          ? fail('invalid_input', 'A serial number is needed.', {
              reason: 'sn_needed',
              fields: ['sn'],
              transaction: sale,
            })
          : null;
      }
      return settled(sale);
    case 'sending':
      // Without anybody waiting for its answer, the answer could not be written down: as good as unknown.
      return ports.beingSent.has(sale.id)
        ? fail('not_allowed', 'The answer may still come.', { reason: 'still_sending', transaction: sale })
        : null;
    case 'failed':
    case 'unsent':
    case 'inquired':
    case 'expired':
      return settled(sale);
  }
}

function settled(sale: Transaction): Result<never> {
  return fail('not_allowed', 'There is nothing to record about this sale.', { reason: 'settled', transaction: sale });
}

/** Whether what was typed from the slip names this sale: its number, and what it costs. Null: it does, or nothing was typed. */
export async function checkReadBack(
  { db }: SalesPorts,
  sale: Transaction,
  typed: { customerNo: string; amount: number } | undefined,
): Promise<Result<never> | null> {
  if (!typed) return null;
  const isSame = typed.amount === saleAmount(sale) && (await isCustomerOf(db, sale, { customer_no: typed.customerNo }));
  if (isSame) return null;
  return fail('invalid_input', 'The number or the amount is another one.', {
    reason: 'read_back_differs',
    fields: ['readBack'],
    transaction: sale,
  });
}

type Missing = Exclude<SupervisorVerdict, 'ok'>;

function notAllowed(reason: Missing | `second_${Missing}`, sale: Transaction): Result<never> {
  return fail('not_allowed', 'Only a supervisor may record this.', { reason, transaction: sale });
}

/**
 * Records that the money of a failed or unsent sale was handed back: as `returned` says, else the way it was paid. Said twice, it
 * stays as first said.
 */
export async function cashReturned(
  ports: SalesPorts,
  { id, returned }: Input<'transactions.cashReturned'>,
): Promise<Result<Transaction>> {
  let differs = false;
  let isRecorded = false;
  const sale = await updateSale(ports, id, (now) => {
    isRecorded = owesMoney(now);
    if (!isRecorded) return null;
    const amount = moneyToReturn(now);
    differs = returned !== undefined && sumOf(returned) !== amount;
    if (differs) return null;
    // Cash alone goes back as cash; for all else it is written down how.
    const isPlain = returned === undefined && now.payments.length === 0;
    return {
      changes: {
        cashReturnedAt: isoNow(ports.clock),
        // A bill whose money went back is not paid any more: it is asked for again.
        ...(now.state === 'inquired' ? { state: 'expired' as const } : {}),
        returns: isPlain ? [] : [...now.returns, ...(returned ?? owedByMethod(now))],
      },
      event: { type: 'cash.returned', actor: 'cashier', data: { amount }, bodies: [] },
    };
  });
  if (!sale) return fail('not_found', 'There is no such sale.');
  if (differs) {
    return fail('invalid_input', 'This is not what is to be returned.', {
      reason: 'payments_sum',
      fields: ['returned'],
      transaction: sale,
    });
  }
  if (isRecorded || (sale.cashReturnedAt !== null && isSameReturn(sale, returned))) return ok(sale);
  return fail('not_allowed', 'No cash of this sale is to be returned.', { reason: 'no_cash_owed', transaction: sale });
}

/** Whether a call says once more how the money went back. Another way, at another window, would be a second time. */
function isSameReturn(
  { payments, tabPayments, returns }: Transaction,
  returned: Input<'transactions.cashReturned'>['returned'],
): boolean {
  // Unsaid, it is as it came.
  const own = payments.length === 0 ? ['cash'] : [...payments, ...tabPayments].map(({ method }) => method);
  if (returned === undefined) return returns.every(({ method }) => own.includes(method));
  const lastSaid = returns.slice(-returned.length);
  return returns.length === 0
    ? returned.every(({ method }) => method === 'cash')
    : returned.every(({ method, amount }, at) => lastSaid[at]?.method === method && lastSaid[at].amount === amount);
}

/** Records that the customer paid again for a success whose money had been handed back, the way it was. */
export async function cashCollected(ports: SalesPorts, id: string): Promise<Result<Transaction>> {
  let collected = false;
  const sale = await updateSale(ports, id, (now) => {
    collected = customerOwes(now);
    if (!collected) return null;
    return {
      changes: { cashReturnedAt: null, returns: [] },
      event: { type: 'cash.collected', actor: 'cashier', data: { amount: moneyToCollect(now) }, bodies: [] },
    };
  });
  if (!sale) return fail('not_found', 'There is no such sale.');
  if (collected) return ok(sale);
  return fail('not_allowed', 'No cash of this sale is to be collected.', {
    reason: 'no_cash_to_collect',
    transaction: sale,
  });
}
