import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Input } from '../../shared/contract/registry.ts';
import type { Product } from '../../shared/contract/selling.ts';
import { isWaitingLine } from '../../shared/domain/batch.ts';
import { isUnlikelyPrice } from '../../shared/domain/bounds.ts';
import { owedByMethod, owesMoney } from '../../shared/domain/cash.ts';
import { losesMoney, usualPrice } from '../../shared/domain/catalogue.ts';
import { sameCustomerNo } from '../../shared/domain/customer-no.ts';
import { isInCutOff } from '../../shared/domain/cut-off.ts';
import { type NumberMismatch, numberMismatch, takesDigitsOnly } from '../../shared/domain/number-fit.ts';
import { saysSomethingElse } from '../../shared/domain/provider-answer.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { wallClock } from '../../shared/domain/zone.ts';
import type { OrderResult } from '../../shared/wire/provider.ts';
import { isoNow, shopDay } from '../base/system.ts';
import type { SaleConflict } from '../db/change.ts';
import { type ClaimResult, checkShopKey, withClaim } from './claim.ts';
import { recentProduct } from './lookups.ts';
import { forgetMeterName, meterNameFor } from './meter-names.ts';
import type { ProviderUpdate } from './provider-update.ts';
import { checkClock, checkMailbox, checkOlderDatabase } from './recovery.ts';
import {
  belowCostError,
  isBlockedBy,
  lineGoneError,
  noCashToMove,
  noShiftOpen,
  noSuchCustomer,
  notRecorded,
  relaySilentError,
  repeatRule,
  saleConflictError,
  saleResult,
} from './refusals.ts';
import {
  checkPayments,
  flagged,
  newSale,
  newSaleId,
  noteOf,
  paymentFields,
  revised,
  unlikelyAmountError,
} from './sale.ts';
import type { SalesContext, SalesPorts } from './sales-ports.ts';
import { checkNotBlocked, send } from './send.ts';
import { keyChange } from './webhooks/key-change.ts';
import { applyEarlyWebhooks } from './webhooks/replay.ts';

/**
 * Sells a prepaid product (spec, POST /order): all checks first, then the intent is committed, then one request leaves.
 * ok for pending and success; otherwise the error carries the stored sale once one was made.
 */
export const order = (ports: SalesContext, input: Input<'order'>): Promise<Result<Transaction>> =>
  orderLine(ports, input, null);

/** @param line of a batch, paid for and waiting: it becomes the sale that is sent, and its money and number count; null: an order of its own */
export async function orderLine(
  ports: SalesContext,
  input: Input<'order'>,
  line: Transaction | null,
): Promise<Result<Transaction>> {
  const { provider, callbackUrl, db } = ports;
  if (!provider || !callbackUrl) return fail('not_configured', 'The connection is not set up.');
  if (line && !isWaitingLine(line)) return lineGoneError(line);
  const { cashFrom } = input;
  const cashGiver = cashFrom === undefined ? null : await db.get(cashFrom);
  if (cashFrom !== undefined && (cashGiver?.state !== 'unsent' || !owesMoney(cashGiver)))
    return noCashToMove(cashGiver);
  if (cashGiver && !sameCustomerNo(cashGiver.customerNo, input.customerNo)) {
    return fail('invalid_input', 'That cash is of another number.', { fields: ['customerNo'], other: cashGiver });
  }
  const paid = {
    tendered: input.tendered ?? cashGiver?.tendered ?? undefined,
    payments: input.payments ?? paymentsFrom(cashGiver),
    // The cash and the price of an unsent order were asked about with it.
    allowCash: input.allowCash ?? cashGiver?.tendered ?? undefined,
  };
  const sellingPrice = input.sellingPrice ?? cashGiver?.total ?? undefined;
  const allowPrice = input.allowPrice ?? cashGiver?.total ?? undefined;
  const checked = await checkOrder(ports, { ...input, sellingPrice, allowPrice }, line ? null : paid);
  if (!checked.ok) return checked;
  const { product, price, mismatch, repeat, belowCost } = checked.value;
  if (cashGiver && !staysInItsMethod(cashGiver, paid.payments ?? [], price ?? 0)) {
    return fail('invalid_input', 'That money came in another way.', {
      reason: 'payments_sum',
      fields: ['payments'],
      other: cashGiver,
    });
  }
  // As the provider spells it now; the journal takes "tsel10" and "TSEL10" for one product, and one sale at a time.
  const productCode = line?.productCode ?? product.productCode;
  const { customerNo } = line ?? input;
  const stopped = await checkRelay(ports);
  if (stopped) return stopped;
  const claims = ports.claims?.() ?? null;
  const ahead = claims && (line?.id ?? claims.readBackId({ productCode, customerNo }) ?? newSaleId(ports));
  const toSend = (): Transaction => {
    const at = isoNow(ports.clock);
    if (line) return revised(line, at, { state: 'sending', sentAt: at, day: shopDay(ports) });
    const fields = { kind: 'prepaid', state: 'sending', productCode, customerNo } as const;
    const sale = newSale(ports, fields, product, ahead ?? undefined);
    return { ...sale, sentAt: sale.updatedAt, total: price, ...paymentFields(price, paid) };
  };
  const submit = async (claim: ClaimResult | null): Promise<Result<Transaction>> => {
    // While the relay and the other counters were waited for, the pause may have begun.
    const refusedMeanwhile =
      checkOlderDatabase(ports) ?? checkMailbox(ports) ?? checkForSale(ports, product, input.allowCutOff ?? false);
    if (refusedMeanwhile) return refusedMeanwhile;

    const clockRefused = checkClock(ports, product);
    if (clockRefused) return clockRefused;

    const sale = toSend();
    if (!line) sale.customerName = meterNameFor(ports, sale);
    if (repeat || claim?.isRepeat) sale.flags = flagged(sale, 'repeat_allowed');
    if (mismatch) sale.flags = flagged(sale, 'mismatch_allowed');
    if (inCutOff(ports, product)) sale.flags = flagged(sale, 'cut_off_overridden');
    if (belowCost) sale.flags = flagged(sale, 'below_cost_allowed');
    const callback = callbackUrl(sale.id);
    const refused = await commitIntent(ports, { ...checked.value, input, line, productCode }, sale);
    if (refused) return refused;
    forgetMeterName(ports, sale);

    const request = { productCode, customerNo, callbackUrl: callback };
    const settled = await send(
      ports,
      sale,
      () => provider.order(request),
      (value, faulty) => readOrder(sale, value, faulty),
    );
    if (settled.unrecorded) return notRecorded(settled.sale, settled.unrecorded);
    return saleResult(await applyEarlyWebhooks(ports, settled.sale), settled.why);
  };
  return claims ? withClaim(claims, toSend(), input, submit) : submit(null);
}

/** See orders.check: the checks of `order` that no answer of a person and no amount changes. Nothing is stored. */
export async function checkBeforePaid(
  ports: SalesContext,
  input: Pick<Input<'order'>, 'productCode' | 'customerNo'>,
): Promise<Result<null>> {
  const decidedLater = { allowDuplicate: true, allowMismatch: true, allowBelowCost: true, sellingPrice: undefined };
  const checked = await checkOrder(ports, { ...input, ...decidedLater }, null);
  if (!checked.ok && checked.error.code !== 'duplicate') return checked;
  return (await checkRelay(ports)) ?? ok(null);
}

/** Why the relay keeps orders from being sent; null: results arrive. */
async function checkRelay(ports: SalesContext): Promise<Result<never> | null> {
  if (!(await ports.isRelayLive())) {
    return checkOlderDatabase(ports) ?? checkMailbox(ports) ?? relaySilentError();
  }
  if ((await keyChange(ports))?.stopped) {
    return fail('relay_unreachable', 'Results fail the signature check, so no order is sent.', {
      reason: 'key_changed',
    });
  }
  return null;
}

/** Null: the sale is in the journal, and published. */
async function commitIntent(
  ports: SalesContext,
  { input, line, productCode, price, cost, belowCost }: Intent,
  sale: Transaction,
): Promise<Result<Transaction> | null> {
  const { db } = ports;
  const { cashFrom } = input;
  const started = await db.commit({
    sale: {
      expectedRevision: line?.revision ?? 0,
      next: sale,
      onlyOneInFlight: true,
      needsShift: ports.rules().shiftsRequired,
      ...repeatRule(input, sale.day),
    },
    // What it costs the shop today: the books keep what held for this sale, and no customer's slip shows it.
    event: {
      type: 'sale.submitted',
      at: sale.updatedAt,
      actor: 'cashier',
      data: {
        operation: 'order',
        cost,
        belowCost,
        provider: ports.providerId ?? null,
        mailbox: ports.mailboxId ?? null,
      },
      bodies: noteOf(input.reason),
    },
    ...(cashFrom === undefined ? {} : { cashFrom }),
    parts: { sold: { productCode, keptPrice: input.keepPrice ? price : null } },
  });
  if (started.kind === 'conflict') {
    if (!line) throw new Error('a new sale was already there');
    return lineGoneError((await db.get(line.id)) ?? line);
  }
  if (started.kind === 'no_shift') return noShiftOpen();
  if (started.kind === 'no_customer') return noSuchCustomer(sale.payments);
  if (started.kind === 'no_cash') return noCashToMove(await db.get(cashFrom ?? sale.id));
  if (started.kind !== 'committed') return saleConflictError(started);
  ports.publishSale(started.sale ?? sale);
  if (started.cashFrom) ports.publishSale(started.cashFrom);
  return null;
}

/** An order after every check except the relay's. */
export interface CheckedOrder {
  product: Product;
  /** what the customer pays; null: nothing is known. Whole rupiah */
  price: number | null;
  cost: number | null;
  /** allowed */
  mismatch: NumberMismatch | null;
  repeat: SaleConflict | null;
  belowCost: boolean;
}

/** @property line see order */
type Intent = CheckedOrder & { input: Input<'order'>; line: Transaction | null; productCode: string };

type OrderAsk = Omit<Input<'order'>, 'sellingPrice' | 'payments' | 'tendered' | 'cashFrom'> & {
  sellingPrice: number | undefined;
};

/**
 * Why an order may not be sent as it was asked for. Nothing is stored and nothing is sent but a look-up of the product.
 * @param paid null: the money was taken before
 */
export async function checkOrder(
  ports: SalesContext,
  input: OrderAsk,
  paid: Pick<Input<'order'>, 'tendered' | 'payments' | 'allowCash'> | null,
): Promise<Result<CheckedOrder>> {
  const { db } = ports;
  const { customerNo, sellingPrice } = input;
  const stops = checkOlderDatabase(ports) ?? checkMailbox(ports) ?? checkShopKey(ports);
  if (stops) return stops;
  const early = sellingPrice === undefined || !paid ? null : checkPayments(sellingPrice, paid);
  if (early) return early;
  const now = { at: isoNow(ports.clock), day: shopDay(ports) };
  const way = await db.findConflict({ productCode: input.productCode, customerNo, ...now, exceptId: null });
  // Which repeat was allowed is judged below, together with sales of the same credit.
  if (way && (way.kind === 'in_flight' || !input.allowDuplicate)) return saleConflictError(way);
  const stopped = await checkNotBlocked(ports);
  if (stopped) return stopped;

  const looked = await recentProduct(ports, input.productCode);
  if (!looked.ok) return looked;
  const product = looked.value;
  const notForSale = checkForSale(ports, product, input.allowCutOff ?? false);
  if (notForSale) return notForSale;
  const { numberPlan } = ports.rules();
  if (/[^0-9]/.test(customerNo) && takesDigitsOnly(product, numberPlan)) {
    return fail('invalid_input', 'A number of this product has digits only.', {
      reason: 'digits_only',
      fields: ['customerNo'],
    });
  }
  const mismatch = numberMismatch(product, customerNo, numberPlan);
  if (mismatch && !input.allowMismatch) {
    return fail('number_mismatch', 'The number is probably none for this product.', { mismatch });
  }
  const shop = await db.catalogue.get(product.productCode);
  const price = sellingPrice ?? shop?.sellingPrice ?? null;
  const unpaid = paid && checkPayments(price, paid);
  if (unpaid) return unpaid;
  const usual = usualPrice({ ...product, sellingPrice: shop?.sellingPrice ?? null });
  if (price !== null && usual !== null && price !== input.allowPrice && isUnlikelyPrice(price, usual)) {
    return unlikelyAmountError('unlikely_price', { amount: price, known: usual.amount });
  }
  const cost = shop?.cost ?? null;
  // The provider's price may have risen since the cost was entered.
  const providerPrice = shop?.providerPrice ?? null;
  const belowCost = losesMoney(price, { cost, providerPrice });
  if (belowCost && !input.allowBelowCost) {
    return belowCostError(losesMoney(price, { cost, providerPrice: null }) ? 'below_cost' : 'below_risen_cost');
  }
  const repeat = await db.repeatedByOrder({ ...product, customerNo, total: price }, now);
  if (repeat && isBlockedBy(repeat, input)) return saleConflictError(repeat);
  return ok({ product, price, cost, mismatch, repeat, belowCost });
}

function checkForSale(ports: SalesPorts, product: Product, allowCutOff: boolean): Result<never> | null {
  if (product.kind !== 'prepaid') {
    return fail('invalid_input', 'This product is a bill.', { reason: 'not_prepaid', fields: ['productCode'] });
  }
  if (!product.active) return fail('product_inactive', 'The payment service does not sell this product now.');
  if (inCutOff(ports, product) && product.cutOff && !allowCutOff) {
    const cutOff = { ...product.cutOff, timeZone: ports.rules().providerTimeZone };
    return fail('cut_off', 'The product is in its daily pause.', { cutOff });
  }
  return null;
}

function inCutOff(ports: SalesPorts, product: Product): boolean {
  return isInCutOff(product.cutOff, wallClock(ports.clock.now(), ports.rules().providerTimeZone).time);
}

/** Whether money of an unsent sale that was not cash is none for the next sale either: the drawer never had it. */
function staysInItsMethod(
  giver: Transaction,
  payments: NonNullable<Input<'order'>['payments']>,
  price: number,
): boolean {
  return owedByMethod(giver).every(({ method, amount }) => {
    const stays = payments.reduce((sum, one) => (one.method === method ? sum + one.amount : sum), 0);
    return method === 'cash' || stays >= Math.min(amount, price);
  });
}

/** The payments of an unsent order, as they are asked for; undefined where it was all in cash. */
function paymentsFrom(giver: Transaction | null): Input<'order'>['payments'] {
  if (!giver || giver.payments.length === 0) return undefined;
  return giver.payments.map(({ reference, customerId, ...payment }) => ({
    ...payment,
    ...(reference === null ? {} : { reference }),
    ...(customerId === null ? {} : { customerId }),
  }));
}

function readOrder(sale: Transaction, value: OrderResult, faulty: boolean): ProviderUpdate {
  const flags: ProviderUpdate['flags'] = faulty ? ['answer_incomplete'] : [];
  if (saysSomethingElse(value.product_code, sale.productCode)) flags.push('product_differs');
  return {
    from: 'answer',
    status: value.status,
    transactionId: value.transaction_id,
    sn: value.sn ?? null,
    message: value.message,
    price: null,
    customerName: null,
    refused: false,
    flags,
  };
}
