import { saysSomethingElse } from '../../../shared/domain/contradiction.ts';
import { sameCustomerNo } from '../../../shared/domain/customer-no.ts';
import { isErased } from '../../../shared/domain/erased.ts';
import type { SetAsideReason } from '../../../shared/domain/sale-event.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import type { Webhook } from '../../../shared/wire/webhook.ts';
import type { Journal } from '../../ports/journal.ts';
import { keptName } from '../kept-words.ts';

/** The sale that a notification may be about: by ref first, then by the provider's id. */
export async function findSale(
  journal: Pick<Journal, 'get' | 'allByTransactionId'>,
  ref: string | null,
  webhook: Webhook,
): Promise<Transaction | null> {
  const byRef = ref === null ? null : await journal.get(ref);
  if (byRef) return byRef;
  const all = await journal.allByTransactionId(webhook.transaction_id);
  // Of a bill that was inquired anew under its id, the latest.
  return all.findLast((sale) => all[0] !== undefined && isSameBill(sale, all[0])) ?? all[0] ?? null;
}

/** Both go by one id because the provider gave it to a bill again after its payment had failed (inquiry.ts). */
function isSameBill(sale: Transaction, other: Transaction): boolean {
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
  whyNot: SetAsideReason | null;
}

/**
 * Whether a notification is about this sale. The signature covers the body, not the address, so a ref alone proves nothing.
 * To be asked of the sale as it stands at the moment of the commit: an answer may bind an id meanwhile.
 * @param body the raw bytes that the notification was read from
 */
export async function matchWith(
  journal: Pick<
    Journal,
    'allByTransactionId' | 'findByTransactionId' | 'otherWithWebhook' | 'customers' | 'otherUnnamed'
  >,
  sale: Transaction,
  webhook: Webhook,
  body: Uint8Array,
): Promise<Match> {
  const sameId = await journal.allByTransactionId(webhook.transaction_id);
  const sameBill = sameId.filter((other) => other.id !== sale.id && isSameBill(sale, other));
  // Of two payments of one bill, nothing in a webhook says which it is about. What was never sent is not meant.
  if (sameBill.some(({ sentAt }) => sentAt !== null)) return { holder: sale, whyNot: 'fits_two_bills' };
  const holder = sameBill.length > 0 ? sale : await holderOf(journal, sale, webhook, body);
  const sameCustomer = await isCustomerOf(journal, sale, webhook);
  const mayBeAnothers = await couldBeAnothers(journal, sale, webhook);
  return { holder, whyNot: whyNotAbout(sale, holder, webhook, sameCustomer, mayBeAnothers) };
}

function whyNotAbout(
  sale: Transaction,
  holder: Transaction | null,
  webhook: Webhook,
  sameCustomer: boolean,
  mayBeAnothers: boolean,
): SetAsideReason | null {
  // Only an answer binds an id to a sale; two webhooks that disagree make a dispute instead.
  if (sale.transactionIdFrom === 'answer' && sale.transactionId !== webhook.transaction_id) {
    return isAnother(sale, holder) ? 'id_of_another_sale' : 'id_differs';
  }
  if (!sameCustomer) return 'customer_differs';
  const idMatches = sale.transactionId === webhook.transaction_id;
  if (!idMatches && productDiffers(sale, webhook)) return 'product_differs';
  const neverSent = sale.state === 'inquired' || sale.state === 'expired';
  if (neverSent && webhook.status !== 'success') return 'not_sent_by_us';
  return mayBeAnothers ? 'may_be_of_another' : null;
}

/**
 * Whether a notification that would settle this sale, or tell the serial number of one that a person has called a success, may as
 * well be about another one: no answer has told this one's id, and there is another of its product and number whose id is not
 * known. That one's notification, sent to this one's address, says the same of both. An answer that comes yet will tell, or that
 * one's own notification; else a person does.
 */
async function couldBeAnothers(
  journal: Pick<Journal, 'otherUnnamed'>,
  sale: Transaction,
  { status }: Webhook,
): Promise<boolean> {
  const waits = sale.state === 'sending' || sale.state === 'unknown';
  const lacksSn = sale.state === 'success' && sale.sn === null && status !== 'failed';
  return (waits || lacksSn) && sale.transactionId === null && (await journal.otherUnnamed(sale));
}

/** Whether a number is that of the sale's customer, also where the sale no longer says who that was. */
export async function isCustomerOf(
  journal: Pick<Journal, 'customers'>,
  sale: Transaction,
  { customer_no: customerNo }: Pick<Webhook, 'customer_no'>,
): Promise<boolean> {
  return isErased(sale)
    ? journal.customers.isCustomer(sale.id, customerNo)
    : sameCustomerNo(sale.customerNo, customerNo);
}

/**
 * Whether a notification says nothing new about a sale whose customer was erased. It is then counted as one that came twice:
 * neither its number nor its serial number comes back that way.
 */
export function repeatsErased(sale: Transaction, webhook: Webhook): boolean {
  return isErased(sale) && (webhook.status === 'pending' || webhook.status === sale.state);
}

/**
 * The sale that a notification's id belongs to, if there is one. Where its id contradicted all else that its sale was known by,
 * the sale does not go by it; that the very same words stand there says whose they are.
 */
export async function holderOf(
  journal: Pick<Journal, 'findByTransactionId' | 'otherWithWebhook'>,
  sale: Transaction,
  webhook: Webhook,
  body: Uint8Array,
): Promise<Transaction | null> {
  return (await journal.findByTransactionId(webhook.transaction_id)) ?? (await journal.otherWithWebhook(sale, body));
}

/** Whether an id belongs to another sale than this one. */
export function isAnother(sale: Transaction, holder: Transaction | null): boolean {
  return holder !== null && holder.id !== sale.id;
}

/** A person has recorded what became of it. */
export function isByHand(sale: Transaction): boolean {
  return sale.flags.includes('resolved_by_hand');
}

/** Where the id matches this only warns. */
export function productDiffers(sale: Transaction, webhook: Webhook): boolean {
  return (
    saysSomethingElse(keptName(webhook.product_name), keptName(sale.productName)) ||
    saysSomethingElse(webhook.product_code, sale.productCode)
  );
}
