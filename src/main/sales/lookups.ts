import { fail, type KonterError, ok, type Result } from '../../shared/contract/errors.ts';
import type { Input } from '../../shared/contract/registry.ts';
import type { Product } from '../../shared/contract/selling.ts';
import { isWaitingLine } from '../../shared/domain/batch.ts';
import { sameCustomerNo } from '../../shared/domain/customer-no.ts';
import { readCutOff } from '../../shared/domain/cut-off.ts';
import { saysSomethingElse } from '../../shared/domain/provider-answer.ts';
import type { Bill, Transaction } from '../../shared/domain/transaction.ts';
import { type InquiryResult, isActive } from '../../shared/wire/provider.ts';
import { isoNow } from '../base/system.ts';
import type { NewEvent } from '../db/change.ts';
import type { ProductAnswer, ProviderOutcome } from '../provider/index.ts';
import { inBatchError, noAnswer, notPayable, saleResult } from './refusals.ts';
import { flagged, newSale, truncateDescription, truncateName, updateSale, urlOrNull } from './sale.ts';
import type { ProductLookup, SalesContext, SalesPorts } from './sales-ports.ts';

/** An order takes what the provider said of its product up to so long ago, milliseconds. */
const freshMs = 60_000;

/** How many products' look-ups are kept. */
const maxLookups = 500;

/**
 * What the provider says of a product now (spec, GET /product/{product_code}). Remembered for the buttons and for names.
 * Errors: not_configured, not_found, provider_unreachable, provider_refused, provider_bad_answer.
 */
export function lookUpProduct(ports: SalesContext, productCode: string): Promise<Result<Product>> {
  const key = productCode.toUpperCase();
  const lookup = {
    askedAt: ports.clock.now(),
    monotonic: ports.clock.monotonic(),
    answer: askForProduct(ports, productCode),
  };
  ports.lookups.delete(key);
  ports.lookups.set(key, lookup);
  const forget = (): void => {
    if (ports.lookups.get(key) === lookup) ports.lookups.delete(key);
  };
  lookup.answer.then((answer) => (answer.ok ? undefined : forget()), forget);
  for (const oldest of ports.lookups.keys()) {
    if (ports.lookups.size <= maxLookups) break;
    ports.lookups.delete(oldest);
  }
  return lookup.answer;
}

/**
 * As `lookUpProduct`, or the result of a look-up at most 60 s old. The look-up usually runs while the number is typed, so the key that sells waits for
 * one exchange with the provider and not for two.
 */
export async function recentProduct(ports: SalesContext, productCode: string): Promise<Result<Product>> {
  const lookup = ports.lookups.get(productCode.toUpperCase());
  if (lookup !== undefined && ageOf(ports, lookup) <= freshMs) {
    const answer = await lookup.answer;
    // A product that was off may be on again, so a cached "off" is looked up again.
    if (answer.ok && answer.value.active) return answer;
  }
  return lookUpProduct(ports, productCode);
}

/** The larger of two ages: the monotonic clock stops while the machine sleeps, and the wall clock may be set. */
function ageOf({ clock }: SalesPorts, { askedAt, monotonic }: ProductLookup): number {
  return Math.max(Math.abs(clock.now() - askedAt), clock.monotonic() - monotonic);
}

async function askForProduct(ports: SalesPorts, productCode: string): Promise<Result<Product>> {
  if (!ports.provider) return fail('not_configured', 'The connection to the payment service is not set up.');
  const outcome = await ports.provider.product(productCode);
  if (outcome.kind === 'refused') {
    // Which refusal means "no such product" is not shown; one about credentials certainly does not.
    const aboutUs = outcome.status === 401 || outcome.status === 403;
    return fail(aboutUs ? 'provider_refused' : 'not_found', 'The payment service does not give this product.', {
      reason: aboutUs ? 'credentials' : 'no_such_product',
      providerMessage: outcome.message,
    });
  }
  if (outcome.kind !== 'answered') return noAnswer(outcome);
  const product = readProduct(
    outcome.value,
    outcome.faults.map((fault) => fault.path),
  );
  if (product.productCode.toUpperCase() !== productCode.toUpperCase()) {
    return fail('provider_bad_answer', 'The payment service described another product.', { reason: 'other_product' });
  }
  await ports.db.saveProduct(product, isoNow(ports.clock));
  return ok(product);
}

/** A product of the interface as the shop keeps it. @param faults paths that were missing or wrong */
export function readProduct(answer: ProductAnswer, faults: string[]): Product {
  const { product } = answer;
  const common = {
    productCode: product.product_code,
    productName: truncateName(product.product_name),
    type: truncateName(product.type),
    active: isActive(product.Status),
    description: truncateDescription(product.description),
    faults,
  };
  if (answer.kind === 'postpaid') {
    const { Category, Brand, admin, commission } = answer.product;
    return {
      ...common,
      kind: 'postpaid',
      category: truncateName(Category?.name),
      brand: truncateName(Brand?.name),
      logo: urlOrNull(Brand?.logo),
      cutOff: null,
      admin,
      commission,
    };
  }
  const { category, brand, start_cut_off, end_cut_off } = answer.product;
  return {
    ...common,
    kind: 'prepaid',
    category: truncateName(category?.name),
    brand: truncateName(brand?.name),
    logo: urlOrNull(brand?.logo),
    cutOff: readCutOff(start_cut_off, end_cut_off),
    admin: null,
    commission: null,
  };
}

type Answered = Extract<ProviderOutcome<InquiryResult>, { kind: 'answered' }>;

/**
 * Asks for a bill (spec, POST /billing/inquiry) and keeps it as `inquired`, ready to be paid. A bill that the provider
 * answers with "failed" is kept as failed. Nothing is sold here.
 */
export async function inquire(ports: SalesContext, input: Input<'inquiry'>): Promise<Result<Transaction>> {
  if (!ports.provider) return fail('not_configured', 'The connection to the payment service is not set up.');
  // In the provider's own spelling, so that one bill is one bill however its product was typed. One that is known is asked about at once.
  const item = await ports.db.catalogue.get(input.productCode);
  const billCode = item?.kind === 'postpaid' ? item.productCode : null;
  const inquiry =
    billCode === null ? null : ports.provider.inquiry({ productCode: billCode, customerNo: input.customerNo });
  const looked = await recentProduct(ports, input.productCode);
  if (!looked.ok) return ofProductCheck(looked);
  if (looked.value.kind !== 'postpaid') {
    return fail('invalid_input', 'This product is not a bill.', { reason: 'not_postpaid', fields: ['productCode'] });
  }
  if (!looked.value.active) return fail('product_inactive', 'The payment service does not take this bill now.');

  const bill = { productCode: looked.value.productCode, customerNo: input.customerNo };
  const outcome = await (inquiry !== null && billCode === bill.productCode ? inquiry : ports.provider.inquiry(bill));
  if (outcome.kind === 'refused') {
    return fail('provider_refused', 'The payment service did not give this bill.', {
      reason: 'refused',
      providerMessage: outcome.message,
    });
  }
  if (outcome.kind !== 'answered') return noAnswer(outcome);
  const fee = (await ports.db.catalogue.get(bill.productCode))?.fee ?? ports.rules().billFee;
  return ports.keepBills(() => keepBill(ports, bill, looked.value, outcome, fee));
}

/** The bill was not asked for yet: it was its product that the provider said nothing usable about. */
function ofProductCheck({ error }: { error: KonterError }): Result<never> {
  if (error.reason !== 'no_answer' && error.reason !== 'unreadable') return { ok: false, error };
  return { ok: false, error: { ...error, reason: `product_${error.reason}` } };
}

async function keepBill(
  ports: SalesPorts,
  input: Input<'inquiry'>,
  product: Product,
  outcome: Answered,
  fee: number,
): Promise<Result<Transaction>> {
  const result = outcome.value;
  const event: Omit<NewEvent, 'at'> = {
    type: result.status === 'inquiry' ? 'bill.inquired' : 'bill.inquiry_failed',
    actor: 'provider',
    // What the product pays today: a later look-up may say something else, and the books keep what held for this bill.
    data: {
      faults: outcome.faults.map((fault) => fault.path),
      commission: product.commission,
      provider: ports.providerId ?? null,
    },
    bodies: [
      { role: 'request', bytes: outcome.sent },
      { role: 'answer', bytes: outcome.answer },
    ],
  };
  const all = await ports.db.allByTransactionId(result.transaction_id);
  const bill = all.findLast(({ transactionIdFrom }) => transactionIdFrom === 'answer') ?? all[0];
  const isNew = bill === undefined || (isSameBill(bill, input) && (await isPayableAgain(ports, bill, result.status)));
  if (!isNew) return keepKnownBill(ports, input, bill, outcome, event, fee);

  const state = result.status === 'inquiry' ? 'inquired' : 'failed';
  const blank = newSale(ports, { ...input, kind: 'postpaid', state }, product);
  const sale = { ...blank, ...billFields(ports, blank, result, outcome.faults.length > 0, fee) };
  sale.settledAt = state === 'failed' ? sale.createdAt : null;
  const commitResult = await ports.db.commit({
    sale: { expectedRevision: 0, next: sale },
    event: { ...event, at: sale.createdAt },
  });
  if (commitResult.kind !== 'committed') throw new Error(`a new bill was answered with ${commitResult.kind}`);
  const stored = commitResult.sale ?? sale;
  ports.publishSale(stored);
  return state === 'inquired' ? ok(stored) : saleResult(stored);
}

function isSameBill(bill: Transaction, input: Input<'inquiry'>): boolean {
  return !saysSomethingElse(bill.productCode, input.productCode) && sameCustomerNo(bill.customerNo, input.customerNo);
}

/**
 * Whether a bill that comes under the id of a failed sale is a new sale: the provider itself answered that payment with
 * "Gagal", or it was never sent. A refusal, a webhook or a person's word is not enough, since the payment may have been made.
 */
async function isPayableAgain(
  { db }: SalesPorts,
  { id, state, sentAt, refused, flags }: Transaction,
  status: InquiryResult['status'],
): Promise<boolean> {
  if (status !== 'inquiry') return false;
  // It stands for money that was taken for it in a batch, and was never sent.
  if (state === 'expired' && flags.includes('batch_line')) return true;
  if (state !== 'failed' || refused || flags.includes('resolved_by_hand')) return false;
  return sentAt === null || (await db.timeline(id)).some(({ type }) => type === 'sale.response_received');
}

/** The provider named the same bill under the same id again: the sale is refreshed if it is still open to payment. */
async function keepKnownBill(
  ports: SalesPorts,
  input: Input<'inquiry'>,
  bill: Transaction,
  outcome: Answered,
  event: Omit<NewEvent, 'at'>,
  fee: number,
): Promise<Result<Transaction>> {
  if (!isSameBill(bill, input) || outcome.value.status !== 'inquiry') {
    return fail('provider_bad_answer', 'The payment service gave an id that belongs to another sale.', {
      reason: 'provider_id_taken',
      other: bill,
    });
  }
  const stored = await updateSale(ports, bill.id, (now) =>
    !isWaitingLine(now) && (now.state === 'inquired' || now.state === 'expired')
      ? {
          changes: { ...billFields(ports, now, outcome.value, outcome.faults.length > 0, fee), state: 'inquired' },
          event,
        }
      : null,
  );
  if (!stored) throw new Error('a known bill is gone');
  if (isWaitingLine(stored)) return inBatchError(stored);
  return stored.state === 'inquired' ? ok(stored) : notPayable(stored);
}

function billFields(
  ports: SalesPorts,
  sale: Transaction,
  result: InquiryResult,
  faulty: boolean,
  fee: number,
): Partial<Transaction> & Pick<Transaction, 'settledAt'> {
  const otherProduct = saysSomethingElse(result.product_code, sale.productCode);
  return {
    brand: result.brand?.name ?? sale.brand,
    category: result.category?.name ?? sale.category,
    customerName: result.customer_name,
    transactionId: result.transaction_id,
    transactionIdFrom: 'answer',
    message: result.message,
    price: result.price,
    fee: result.price === null ? null : fee,
    total: result.price === null ? null : result.price + fee,
    bill: readBill(result),
    inquiredAt: isoNow(ports.clock),
    flags: flagged(
      sale,
      ...(faulty ? (['answer_incomplete'] as const) : []),
      ...(otherProduct ? (['product_differs'] as const) : []),
    ),
    settledAt: null,
  };
}

function readBill(result: InquiryResult): Bill | null {
  const { description } = result;
  if (!description) return null;
  return {
    billSheet: description.bill_sheet,
    details: (description.details ?? []).map((detail) => ({
      period: detail.period ?? '',
      billValue: detail.bill_value,
      priceAdmin: detail.price_admin,
    })),
  };
}
