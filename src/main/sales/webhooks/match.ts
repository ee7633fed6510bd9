import { sameCustomerNo } from '../../../shared/domain/customer-no.ts';
import { isErased } from '../../../shared/domain/erasure.ts';
import { saysSomethingElse } from '../../../shared/domain/provider-answer.ts';
import type { QuarantineReason } from '../../../shared/domain/sale-event.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { Webhook } from '../../../shared/wire/provider.ts';
import { truncateName } from '../sale.ts';
import type { SalesDatabase } from '../sales-ports.ts';

/**
 * The sale that a notification may be about: by ref first, then by the provider's id. Some providers keep one callback address
 * for several orders: an id that an answer bound to another sale of the same customer names that sale. An id that only a
 * webhook named does not, because anyone can send a signed body to another address.
 */
export async function findSale(
  db: Pick<SalesDatabase, 'get' | 'allByTransactionId' | 'customers'>,
  ref: string | null,
  webhook: Webhook,
): Promise<Transaction | null> {
  const byRef = ref === null ? null : await db.get(ref);
  if (byRef?.transactionId === webhook.transaction_id) return byRef;
  const all = await db.allByTransactionId(webhook.transaction_id);
  // Of a bill that was inquired again under its id, the latest.
  const byId = all.findLast((sale) => all[0] !== undefined && isSameBill(sale, all[0])) ?? all[0] ?? null;
  if (!byRef || !byId) return byRef ?? byId;
  const isBound = byId.transactionIdFrom === 'answer' && (await isCustomerOf(db, byId, webhook));
  return isBound ? byId : byRef;
}

/** Both go by one id because the provider gave it to a bill again after its payment had failed (lookups.ts). */
export function isSameBill(sale: Transaction, other: Transaction): boolean {
  return (
    sale.kind === 'postpaid' &&
    other.kind === 'postpaid' &&
    sale.transactionIdFrom === 'answer' &&
    other.transactionIdFrom === 'answer' &&
    sale.transactionId === other.transactionId
  );
}

/** What is found of a notification and a sale. */
export interface Match {
  /** the sale that has the notification's id, if any has */
  holder: Transaction | null;
  /** null: it is about this sale */
  refusal: QuarantineReason | null;
  /** another spelling of the product's name that it teaches; null: none, or one that is known */
  spelling: string | null;
}

/**
 * Whether a notification is about this sale. The signature covers the body, not the address, so a ref alone proves nothing.
 * To be asked of the sale as it stands at the moment of the commit: an answer may bind an id meanwhile.
 * @param body the raw bytes that the notification was read from
 */
export async function matchWith(
  db: Pick<
    SalesDatabase,
    | 'allByTransactionId'
    | 'findByTransactionId'
    | 'otherWithWebhook'
    | 'customers'
    | 'hasUnidentifiedSibling'
    | 'codesSpelt'
    | 'knownProducts'
  >,
  sale: Transaction,
  webhook: Webhook,
  body: Uint8Array,
): Promise<Match> {
  const sameId = await db.allByTransactionId(webhook.transaction_id);
  const sameBill = sameId.filter((other) => other.id !== sale.id && isSameBill(sale, other));
  // Of two payments of one bill, nothing in a webhook says which it is about. What was never sent is not meant.
  if (sameBill.some(({ sentAt }) => sentAt !== null))
    return { holder: sale, refusal: 'fits_two_bills', spelling: null };
  const holder = sameBill.length > 0 ? sale : await ownerOfProviderId(db, sale, webhook, body);
  const sameCustomer = await isCustomerOf(db, sale, webhook);
  const mayBeAnothers = await couldBeAnothers(db, sale, webhook);
  const isKnown = await isKnownSpelling(db, sale, webhook);
  const otherProduct = productDiffers(sale, webhook) && !isKnown;
  const refusal = checkMatch(sale, holder, webhook, { sameCustomer, otherProduct, mayBeAnothers });
  return { holder, refusal, spelling: refusal === null && !isKnown ? learntSpelling(sale, holder, webhook) : null };
}

function checkMatch(
  sale: Transaction,
  holder: Transaction | null,
  webhook: Webhook,
  {
    sameCustomer,
    otherProduct,
    mayBeAnothers,
  }: { sameCustomer: boolean; otherProduct: boolean; mayBeAnothers: boolean },
): QuarantineReason | null {
  // Only an answer binds an id to a sale; two webhooks that disagree make a dispute instead.
  if (sale.transactionIdFrom === 'answer' && sale.transactionId !== webhook.transaction_id) {
    return isAnother(sale, holder) ? 'provider_id_taken' : 'id_differs';
  }
  if (!sameCustomer) return 'customer_differs';
  const idMatches = sale.transactionId === webhook.transaction_id;
  if (!idMatches && otherProduct) return 'product_differs';
  const neverSent = sale.state === 'inquired' || sale.state === 'expired';
  if (neverSent && webhook.status !== 'success') return 'unsolicited';
  return mayBeAnothers ? 'ambiguous_sale' : null;
}

/**
 * Whether a webhook that would settle this sale, or add the serial number to one that a person recorded as a success, could be
 * about another sale: no answer has named this sale's id, and a second sale of the same product and number has no id either. The
 * other's webhook, sent to this sale's address, would fit both. A later answer, the other's own webhook or a person decides.
 */
async function couldBeAnothers(
  db: Pick<SalesDatabase, 'hasUnidentifiedSibling'>,
  sale: Transaction,
  { status }: Webhook,
): Promise<boolean> {
  const waits = sale.state === 'sending' || sale.state === 'unknown';
  const lacksSn = sale.state === 'success' && sale.sn === null && status !== 'failed';
  return (waits || lacksSn) && sale.transactionId === null && (await db.hasUnidentifiedSibling(sale));
}

/** Whether a number is that of the sale's customer, also where the sale no longer says who that was. */
export async function isCustomerOf(
  db: Pick<SalesDatabase, 'customers'>,
  sale: Transaction,
  { customer_no: customerNo }: Pick<Webhook, 'customer_no'>,
): Promise<boolean> {
  return isErased(sale) ? db.customers.isCustomer(sale.id, customerNo) : sameCustomerNo(sale.customerNo, customerNo);
}

/**
 * Whether a webhook adds nothing to a sale whose customer was erased. It then counts as a duplicate, so that neither the erased
 * number nor the serial number is stored again.
 */
export function repeatsErased(sale: Transaction, webhook: Webhook): boolean {
  return isErased(sale) && (webhook.status === 'pending' || webhook.status === sale.state);
}

/**
 * The sale that a webhook's id belongs to; null: none. A sale does not take an id that contradicts all else known about it: then
 * the same webhook, stored with that sale, names the owner.
 */
export async function ownerOfProviderId(
  db: Pick<SalesDatabase, 'findByTransactionId' | 'otherWithWebhook'>,
  sale: Transaction,
  webhook: Webhook,
  body: Uint8Array,
): Promise<Transaction | null> {
  return (await db.findByTransactionId(webhook.transaction_id)) ?? (await db.otherWithWebhook(sale, body));
}

/** Whether an id belongs to another sale than this one. */
export function isAnother(sale: Transaction, holder: Transaction | null): boolean {
  return holder !== null && holder.id !== sale.id;
}

/** A person has recorded what became of it. */
export function isManuallyResolved(sale: Transaction): boolean {
  return sale.flags.includes('resolved_by_hand');
}

/** Where the id matches this only warns. */
export function productDiffers(sale: Transaction, webhook: Webhook): boolean {
  return (
    saysSomethingElse(truncateName(webhook.product_name), truncateName(sale.productName)) ||
    saysSomethingElse(webhook.product_code, sale.productCode)
  );
}

/**
 * Another spelling of the product's name, where an answer has bound the webhook's id to this order: a later order of the same code
 * whose answer is lost is known by it as well. One that holds the customer's number would hold another one each time.
 */
function learntSpelling(sale: Transaction, holder: Transaction | null, webhook: Webhook): string | null {
  const spelling = spellingIn(sale, webhook);
  const isBound = sale.transactionIdFrom === 'answer' && sale.transactionId === webhook.transaction_id;
  if (spelling === null || !isBound || isErased(sale) || isAnother(sale, holder)) return null;
  return spelling.includes(sale.customerNo) ? null : spelling;
}

/** Whether the product's name is spelt as an earlier webhook taught. A spelling that fits two products identifies neither. */
async function isKnownSpelling(
  db: Pick<SalesDatabase, 'codesSpelt' | 'knownProducts'>,
  sale: Transaction,
  webhook: Webhook,
): Promise<boolean> {
  const spelling = spellingIn(sale, webhook);
  if (spelling === null) return false;
  const isOther = (code: string): boolean => saysSomethingElse(code, sale.productCode);
  const codes = await db.codesSpelt(spelling);
  if (codes.length === 0 || codes.some(isOther)) return false;
  const named = (await db.knownProducts()).filter(({ product }) => plainName(product.productName) === spelling);
  return !named.some(({ product }) => isOther(product.productCode));
}

/** The name in a webhook, where it is another than ours and nothing else says that the product is another one. */
function spellingIn(sale: Transaction, webhook: Webhook): string | null {
  if (sale.kind !== 'prepaid' || saysSomethingElse(webhook.product_code, sale.productCode)) return null;
  const spelling = plainName(webhook.product_name);
  return spelling === '' || !saysSomethingElse(spelling, truncateName(sale.productName)) ? null : spelling;
}

/** Names that are the same in this are the same name, see saysSomethingElse. */
const plainName = (name: string | null | undefined): string => truncateName(name)?.trim().toUpperCase() ?? '';
