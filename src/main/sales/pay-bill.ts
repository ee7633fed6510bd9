import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Input } from '../../shared/contract/registry.ts';
import { isWaitingLine } from '../../shared/domain/batch.ts';
import { saysSomethingElse } from '../../shared/domain/provider-answer.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import type { PaymentResult } from '../../shared/wire/provider.ts';
import { isoNow, shopDay } from '../base/system.ts';
import type { SaleConflict } from '../db/change.ts';
import { type ClaimResult, checkShopKey, withClaim } from './claim.ts';
import type { ProviderUpdate } from './provider-update.ts';
import { checkClock, checkMailbox, checkOlderDatabase } from './recovery.ts';
import {
  inBatchError,
  isBlockedBy,
  lineGoneError,
  noShiftOpen,
  noSuchCustomer,
  notPayable,
  notRecorded,
  repeatRule,
  saleConflictError,
  saleResult,
} from './refusals.ts';
import { checkPayments, noteOf, paymentFields, revised, updateSale } from './sale.ts';
import type { SalesContext, SalesPorts } from './sales-ports.ts';
import { checkNotBlocked, send } from './send.ts';

/**
 * Pays an inquired bill (spec, POST /billing/pay): all checks first, then the intent is committed, then one request leaves.
 * A payment that certainly never left makes the bill `inquired` again.
 */
export const pay = (ports: SalesContext, input: Input<'pay'>): Promise<Result<Transaction>> =>
  payAs(ports, input, false);

/** The same for a bill that waits in a batch, whose money was taken before. */
export const payLine = (ports: SalesContext, input: Input<'pay'>): Promise<Result<Transaction>> =>
  payAs(ports, input, true);

async function payAs(ports: SalesContext, input: Input<'pay'>, isLine: boolean): Promise<Result<Transaction>> {
  const { provider, db } = ports;
  const checked = await checkPay(ports, input);
  if (!provider || !checked.ok) return checked.ok ? notConfigured() : checked;
  const { bill, way } = checked.value;
  if (isWaitingLine(bill) !== isLine) return isLine ? lineGoneError(bill) : inBatchError(bill);
  const unpaid = isLine ? null : checkPayments(bill.total, input, bill);
  if (unpaid) return unpaid;
  const { productCode, customerNo, transactionId } = bill;
  const stopped = await checkNotBlocked(ports);
  if (stopped) return stopped;

  const toSend = (): Transaction => {
    const at = isoNow(ports.clock);
    const paid = isLine ? {} : paymentFields(bill.total, input);
    return revised(bill, at, { state: 'sending', sentAt: at, day: shopDay(ports), ...paid });
  };
  const submit = async (claim: ClaimResult | null): Promise<Result<Transaction>> => {
    const refusedMeanwhile = checkOlderDatabase(ports) ?? checkMailbox(ports) ?? checkClock(ports, null);
    if (refusedMeanwhile) return refusedMeanwhile;
    const { day, ...unflagged } = toSend();
    const flags: Transaction['flags'] = bill.flags.filter((flag) => flag !== 'counters_not_asked');
    if (way || claim?.isRepeat) flags.push('repeat_allowed');
    if (claim?.isUnasked) flags.push('counters_not_asked');
    const sale: Transaction = { ...unflagged, day, flags: [...new Set(flags)] };
    const started = await db.commit({
      sale: {
        expectedRevision: bill.revision,
        next: sale,
        onlyOneInFlight: true,
        needsShift: ports.rules().shiftsRequired,
        ...repeatRule(input, day),
      },
      event: {
        type: 'sale.submitted',
        at: sale.updatedAt,
        actor: 'cashier',
        data: { operation: 'pay' },
        bodies: noteOf(input.reason),
      },
    });
    if (started.kind === 'conflict') {
      const now = (await db.get(bill.id)) ?? bill;
      return (await hasOnlyPrints(ports, bill, now)) ? payAs(ports, input, isLine) : changedMeanwhile(bill, now);
    }
    if (started.kind === 'no_shift') return noShiftOpen(bill);
    if (started.kind === 'no_customer') return noSuchCustomer(sale.payments, bill);
    if (started.kind === 'no_cash') throw new Error('a bill takes over no cash');
    if (started.kind !== 'committed') return saleConflictError(started, bill);
    ports.publishSale(started.sale ?? sale);

    const request = { transactionId, productCode, customerNo };
    const settled = await send(
      ports,
      sale,
      () => provider.pay(request),
      (value, faulty) => readPayment(sale, value, faulty),
    );
    if (settled.unrecorded) return notRecorded(settled.sale, settled.unrecorded);
    return saleResult(settled.sale, settled.why);
  };
  const claims = ports.claims?.() ?? null;
  return claims ? withClaim(claims, toSend(), input, submit) : submit(null);
}

const notConfigured = (): Result<never> =>
  fail('not_configured', 'The connection to the payment service is not set up.');

/** Why a bill may not be paid, whatever it is paid with. Nothing is sent. `way`: a repeat that was allowed. */
export async function checkPay(
  ports: SalesContext,
  input: Input<'pay'>,
): Promise<Result<{ bill: Payable; way: SaleConflict | null }>> {
  const { db } = ports;
  if (!ports.provider) return notConfigured();
  await ports.firstPoll?.();
  const notForSale = checkOlderDatabase(ports) ?? checkMailbox(ports) ?? checkShopKey(ports) ?? checkClock(ports, null);
  if (notForSale) return notForSale;
  const bill = await db.get(input.id);
  if (!bill) return fail('not_found', 'There is no such bill.');
  if (bill.kind !== 'postpaid') {
    return fail('not_allowed', 'This sale is not a bill.', { reason: 'not_postpaid', transaction: bill });
  }
  const { transactionId } = bill;
  if (bill.state !== 'inquired' || transactionId === null) return notPayable(bill);
  if (inquiryIsOld(ports, bill)) return notPayable(await expire(ports, bill));
  // The same bill was inquired again under its id, at another window say, since this total was read back.
  if (input.total !== undefined && input.total !== bill.total) return priceChanged(bill, bill);
  const newest = await db.newestInquiry(bill.productCode, bill.customerNo);
  const isLater = newest && newest.id !== bill.id && newest.state === 'inquired';
  // One that is too old itself only seems to be later: the clock was set back since.
  if (isLater && newest.total !== bill.total && !inquiryIsOld(ports, newest)) return priceChanged(bill, newest);
  const { productCode, customerNo } = bill;
  const day = shopDay(ports);
  const standing = (on: string): ReturnType<typeof db.findConflict> =>
    db.findConflict({ productCode, customerNo, at: isoNow(ports.clock), day: on, exceptId: bill.id });
  // The shop's midnight is not the provider's: another inquiry of this bill may have been paid since this one, yesterday.
  const inquiryDay = wallClock(askedAt(bill), ports.rules().timeZone).day;
  const way = (await standing(day)) ?? (inquiryDay === day ? null : await standing(inquiryDay));
  if (way && isBlockedBy(way, input)) return saleConflictError(way, bill);
  const earlier = bill.flags.includes('maybe_paid_twice') ? await failedBefore(ports, bill) : null;
  if (earlier && isBlockedBy(earlier, input)) return saleConflictError(earlier, bill);
  return ok({ bill: { ...bill, transactionId }, way });
}

type Payable = Transaction & { transactionId: string };

/** The failed payment of this bill that went by the same id and may have been made after all. */
async function failedBefore({ db }: SalesPorts, bill: Transaction): Promise<SaleConflict | null> {
  const all = bill.transactionId === null ? [] : await db.allByTransactionId(bill.transactionId);
  const other = all.findLast(({ id, sentAt }) => id !== bill.id && sentAt !== null);
  return other ? { kind: 'duplicate', other } : null;
}

/** A slip that was printed meanwhile is an event of the bill, and nothing about its payment. */
async function hasOnlyPrints({ db }: SalesPorts, bill: Transaction, now: Transaction): Promise<boolean> {
  const changes = now.revision - bill.revision;
  if (changes <= 0) return false;
  return (await db.timeline(bill.id)).slice(-changes).every(({ type }) => type.startsWith('receipt.print_'));
}

/** Somebody pressed the same button first, or inquired again: how the bill stands now says what to answer. */
function changedMeanwhile(bill: Transaction, now: Transaction): Result<never> {
  return now.state === 'inquired' && now.total !== bill.total ? priceChanged(now, now) : notPayable(now);
}

function priceChanged(bill: Transaction, newest: Transaction): Result<never> {
  return fail('price_changed', 'A later inquiry of this bill names another amount.', {
    transaction: bill,
    other: newest,
  });
}

/** Spec, Limits: an inquiry expires, when is not shown. The shop's own limit counts, and no inquiry outlives its day. */
export function inquiryIsOld(ports: Pick<SalesPorts, 'clock' | 'rules'>, bill: Transaction): boolean {
  const { inquiryMinutes, providerTimeZone } = ports.rules();
  const inquiredAt = askedAt(bill);
  const now = ports.clock.now();
  // A clock that was set back makes the age unknown: ask again rather than pay on an old price.
  if (now < inquiredAt || now - inquiredAt >= inquiryMinutes * 60_000) return true;
  return wallClock(inquiredAt, providerTimeZone).day !== wallClock(now, providerTimeZone).day;
}

const askedAt = (bill: Transaction): number => Date.parse(bill.inquiredAt ?? bill.createdAt);

async function expire(ports: SalesPorts, bill: Transaction): Promise<Transaction> {
  const expired = await updateSale(ports, bill.id, (now) =>
    now.state === 'inquired'
      ? { changes: { state: 'expired' }, event: { type: 'bill.expired', actor: 'system', data: {}, bodies: [] } }
      : null,
  );
  return expired ?? bill;
}

function readPayment(sale: Transaction, value: PaymentResult, faulty: boolean): ProviderUpdate {
  const flags: ProviderUpdate['flags'] = faulty ? ['answer_incomplete'] : [];
  if (value.status === 'Sukses' && value.price !== sale.price) flags.push('price_differs');
  if (saysSomethingElse(value.product_code, sale.productCode)) flags.push('product_differs');
  return {
    from: 'answer',
    status: value.status === 'Sukses' ? 'success' : 'failed',
    transactionId: value.transaction_id,
    sn: value.sn,
    message: value.message,
    // What the provider took; what the customer paid (total) stays, and a difference is flagged.
    price: value.price,
    customerName: value.customer_name,
    refused: false,
    flags,
  };
}
