import { type ErrorReason, fail, type KonterError } from '../../shared/contract/errors.ts';
import type { PaymentMethod } from '../../shared/domain/payment.ts';
import { type AnswerProblem, answerProblem } from '../../shared/domain/provider-answer.ts';
import { isUnresolved, type Transaction } from '../../shared/domain/transaction.ts';
import type { Change, SaleConflict } from '../db/change.ts';
import type { ProviderOutcome } from '../provider/index.ts';
import type { Unrecorded, Why } from './send.ts';

type Refusal = { ok: false; error: KonterError };

/**
 * Another sale of this product and number is in the way.
 * @param bill the stored bill that was to be paid, if it is one
 */
export function saleConflictError(way: SaleConflict, bill?: Transaction): Refusal {
  const more = { other: way.other, ...(bill ? { transaction: bill } : {}) };
  switch (way.kind) {
    case 'in_flight':
      return fail('in_flight', 'A sale of this product to this number is not settled yet.', more);
    case 'duplicate':
      return fail('duplicate', 'This product was already sold to this number today.', more);
    case 'same_credit':
      return fail('duplicate', 'The same credit under another code to this number is not settled yet.', {
        ...more,
        reason: 'same_credit',
      });
  }
}

/** The owner wants every sale to belong to a shift, and none is open. */
export function noShiftOpen(bill?: Transaction): Refusal {
  return fail('not_allowed', 'No shift is open.', { reason: 'shift_needed', ...(bill ? { transaction: bill } : {}) });
}

/** Selling below cost is sometimes meant: it is asked about, and who may answer is for the people's permissions to say. */
export function belowCostError(reason: 'below_cost' | 'below_risen_cost'): Refusal {
  return fail('not_allowed', 'This is less than the product costs the shop.', {
    reason,
    fields: ['sellingPrice'],
  });
}

/** A new order was to be paid with the cash of an unsent one, and none of that is to be returned. */
export function noCashToMove(other: Transaction | null): Refusal {
  return fail('not_allowed', 'No cash of that sale is to be returned.', {
    reason: 'no_cash_owed',
    ...(other ? { other } : {}),
  });
}

/** The line of a batch was sent, or its money was returned, meanwhile. */
export function lineGoneError(sale: Transaction): Refusal {
  return fail('not_allowed', 'This line of the batch does not wait any more.', {
    reason: 'line_gone',
    transaction: sale,
  });
}

/** A bill that was paid for with others is paid by their batch, or its money is returned first. */
export function inBatchError(bill: Transaction): Refusal {
  return fail('not_allowed', 'This bill was paid for together with others.', {
    reason: 'in_batch',
    transaction: bill,
    other: bill,
  });
}

/** An order without its result is unsettled money: none is sent while the relay is not polled. */
export const relaySilentError = (): Refusal =>
  fail('relay_unreachable', 'The relay was not reached lately, so no order is sent.');

/** It was to go on the tab of somebody who is not in the customer book. */
export function noSuchCustomer(payments: readonly { method: PaymentMethod }[], bill?: Transaction): Refusal {
  const at = payments.findIndex(({ method }) => method === 'tab');
  return fail('invalid_input', 'This customer is not in the book.', {
    reason: 'no_such_customer',
    fields: [`payments.${at}.customerId`],
    ...(bill ? { transaction: bill } : {}),
  });
}

/**
 * The request left, and what came of it could not be written down yet: the sale stays locked, and what the provider said is
 * shown, because it is nowhere else.
 */
export function notRecorded(sale: Transaction, { message, ...pendingWrite }: Unrecorded): Refusal {
  return fail('outcome_unknown', 'What came of this sale could not be written down.', {
    transaction: sale,
    reason: 'not_recorded',
    pendingWrite,
    ...(message === null ? {} : { providerMessage: message }),
  });
}

/** Why a sale is unknown: its answer was lost, or came and says nothing that can be used. */
const unknownReason = {
  timeout: 'unknown',
  cut: 'unknown',
  http: 'answer_unclear',
  unclear: 'answer_unclear',
  unreadable: 'answer_unreadable',
  other: 'answer_about_other',
} as const satisfies Record<AnswerProblem, ErrorReason>;

/** What the call that sent a sale answers: the sale where it is pending or a success, else an error with the sale in it. */
export function saleResult(
  sale: Transaction,
  { problem, lowDeposit }: Why = { problem: null, lowDeposit: false },
): { ok: true; value: Transaction } | Refusal {
  const more = {
    transaction: sale,
    ...(sale.message === null ? {} : { providerMessage: sale.message }),
  };
  switch (sale.state) {
    case 'pending':
    case 'success':
      return { ok: true, value: sale };
    case 'failed':
      return fail('provider_refused', 'The payment service did not carry out the sale.', {
        ...more,
        reason: lowDeposit ? 'deposit_low' : sale.refused ? 'refused' : 'failed',
      });
    case 'unsent':
    case 'inquired':
      return fail('provider_unreachable', 'The payment service could not be reached. Nothing was sent.', {
        transaction: sale,
        reason: 'never_sent',
      });
    case 'disputed':
      return fail('outcome_unknown', 'Two sources disagree about this sale.', { ...more, reason: 'disputed' });
    case 'sending':
    case 'unknown':
    case 'expired':
      return fail('outcome_unknown', 'The outcome of this sale is not known yet.', {
        ...more,
        reason: problem === null ? 'unknown' : unknownReason[problem],
      });
  }
}

/** A sale that cannot be paid (again) as it stands. */
export function notPayable(sale: Transaction): Refusal {
  if (sale.state === 'expired') {
    return fail('inquiry_expired', 'The inquiry has expired.', { transaction: sale });
  }
  // Still `inquired` here means that another press of the button was faster and has just come back unsent.
  if (isUnresolved(sale.state) || sale.state === 'inquired') {
    return fail('in_flight', 'The payment of this bill is not settled yet.', { transaction: sale, other: sale });
  }
  return fail('not_allowed', 'This bill is settled.', { transaction: sale, reason: 'already_settled' });
}

/** The cashier's decision about a repeat. */
export interface Decision {
  allowDuplicate?: boolean | undefined;
  /** the sale that they were shown */
  duplicateOf?: string | undefined;
  /** the sale at another counter that they were shown */
  duplicateAt?: string | undefined;
}

/** Whether a repeat of a sale of this counter was allowed: the answer about another counter's says nothing of ours. */
const allowsOwn = ({ allowDuplicate = false, duplicateOf, duplicateAt }: Decision): boolean =>
  allowDuplicate && (duplicateOf !== undefined || duplicateAt === undefined);

/**
 * Whether a conflict keeps a sale from being sent. A repeat does not once it was allowed; a sale made since then, at another window
 * say, is a new question.
 */
export function isBlockedBy({ kind, other }: SaleConflict, decision: Decision): boolean {
  if (kind === 'in_flight' || !allowsOwn(decision)) return true;
  return decision.duplicateOf !== undefined && other.id !== decision.duplicateOf;
}

/** The same for the commit, which alone knows what is there at that moment. @param day YYYY-MM-DD, the shop's */
export function repeatRule(
  decision: Decision,
  day: string,
): Pick<NonNullable<Change['sale']>, 'rejectDuplicatesOn' | 'allowedDuplicateId'> {
  if (!allowsOwn(decision)) return { rejectDuplicatesOn: day };
  const { duplicateOf } = decision;
  return duplicateOf === undefined ? {} : { rejectDuplicatesOn: day, allowedDuplicateId: duplicateOf };
}

type Silent = Extract<ProviderOutcome<unknown>, { kind: 'unclear' | 'never_sent' }>;

/** Asking for something that changes nothing (a product, a bill) brought no usable answer: no money is at stake. */
export function noAnswer(outcome: Silent): { ok: false; error: KonterError } {
  if (outcome.kind === 'never_sent' || outcome.status === null) {
    return fail('provider_unreachable', 'The payment service did not answer. Nothing was sold.', {
      reason: outcome.kind === 'never_sent' ? 'never_sent' : 'no_answer',
    });
  }
  if (answerProblem(outcome) === 'other') {
    return fail('provider_bad_answer', 'The payment service answered about another product.', {
      reason: 'other_product',
    });
  }
  return fail('provider_bad_answer', 'The payment service gave an answer that cannot be used. Nothing was sold.', {
    reason: 'unreadable',
    ...(outcome.faults.length > 0 ? { fields: outcome.faults.map((fault) => fault.path) } : {}),
  });
}
