import { groupCustomerNo } from '../../../shared/domain/customer-no.ts';
import type { EntryReading } from '../../../shared/domain/entry.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { operatorOf, strayPrefix } from '../../../shared/domain/number-fit.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { plural } from '../../i18n/i18n.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { type Offer, type OfferedProduct, useOffers } from '../../state/offers.ts';
import { useSale } from '../../state/sales.ts';
import { currentNumberPlan } from '../../state/settings.ts';
import { cashDue, type PaymentChoice, paymentParts, typesPart } from '../payment/index.ts';
import { type NextAction, nextAction } from './bill-inquiry.ts';
import { type CheckoutKind, checkoutRules } from './checkout-rules.ts';
import { type Checkout, parseEntry, useCheckout } from './checkout-store.ts';
import { offerOfCode } from './offer-search.ts';
import { cashStepOf, codeOf, paymentOf, productOf, requestOf, type SaleDraft, totalOf } from './sale-draft.ts';
import { isRefused } from './submission.ts';

/** What the entry form shows of an order or a bill. Amounts in whole rupiah. */
export interface EntryView {
  checkout: Checkout;
  customerNo: string;
  /** '' while no product is selected */
  productCode: string;
  /** the shop has set no price for the product of an order */
  isPriceMissing: boolean;
  /** null also where the product of a bill is not known here */
  product: OfferedProduct | null;
  /** what the customer pays; null while that is not known */
  total: number | null;
  payment: PaymentChoice;
  /** the amount of the cash step: cash, or the part that is paid in another way */
  tendered: number | null;
  /** the bill that was found; null for an order */
  bill: Transaction | null;
  action: NextAction;
}

export function useEntryView(kind: CheckoutKind): EntryView {
  const checkout = useCheckout((state) => state[kind]);
  const { draft } = checkout;
  const offers = useOffers((state) => state.offers);
  const bill = useSale(draft.bill);
  const action = nextAction(checkout, bill);
  return {
    checkout,
    customerNo: requestOf(draft).customerNo,
    productCode: codeOf(draft),
    isPriceMissing: hasNoPrice(draft, offers ?? []),
    product: productOf(draft, offers ?? []),
    total: action === 'confirm' ? totalOf(draft, bill) : null,
    payment: paymentOf(draft),
    tendered: cashStepOf(draft),
    bill,
    action,
  };
}

const hasNoPrice = ({ product }: SaleDraft, offers: readonly Offer[]): boolean =>
  product?.kind === 'prepaid' && (offerOfCode(offers, product.productCode)?.sellingPrice ?? null) === null;

/** The field's words. What comes after a product is only a number, and a price that the shop has not set is no cash. */
function fieldWords({ checkout, productCode, isPriceMissing }: EntryView) {
  const { kind, step } = checkout;
  if (step === 'price' && isPriceMissing && !isRefused(checkout)) return 'missingPrice';
  return step === 'customerNo' && productCode !== '' ? 'number' : checkoutRules[kind].words[step];
}

/** What the entry field expects. Cash is not asked for before the bill is there. */
export function useEntryLabel(view: EntryView): string {
  const { t } = useTranslation();
  const { checkout, total, payment, action } = view;
  const { step } = checkout;
  if (step === 'tendered' && total !== null && typesPart(payment)) return t(`payments.part.${payment.first}`);
  if (step === 'tendered' && action === 'wait') return t('bills.lookingUp');
  return t(`entry.label.${fieldWords(view)}`);
}

/** How the text of the entry field is understood; while it is empty, what may be typed. It blocks nothing. */
export function useEntryHint(view: EntryView): string {
  const { t } = useTranslation();
  const { checkout, customerNo, total, payment, action } = view;
  const { kind, text, step, phase } = checkout;
  const { screen, products } = checkoutRules[kind];
  if (phase === 'lookup' || phase === 'inquiry') return t(`${screen}.lookingUp`);
  const entry = parseEntry(checkout);
  const number = text === '' ? customerNo : 'customerNo' in entry ? entry.customerNo : '';
  // A bill's number belongs to no phone operator.
  const operator = products.includes('prepaid') ? (operatorOf(number, currentNumberPlan())?.name ?? null) : null;
  if ('dropped' in entry) return droppedHint(t, entry);
  const prefix = products.includes('prepaid') ? strayPrefix(number, currentNumberPlan()) : null;
  // A meter's number may begin like this, too: it is said, and asked about once a product makes it a phone's.
  if (prefix !== null && (entry.is === 'number' || (step === 'product' && text === '')))
    return t('entry.mismatch.prefix', { prefix });
  if (entry.is === 'number') {
    const digits = entry.customerNo.length;
    return operator === null
      ? t('entry.isNumber', plural(digits))
      : t('entry.isNumberOf', { ...plural(digits), operator });
  }
  if (entry.is === 'quick') return t('entry.isQuick', { product: entry.product });
  if (entry.is === 'unclear') return t('entry.isUnclear');
  if (entry.is === 'receipt') return t('entry.isReceipt');
  if (entry.is === 'proof') return t('entry.isProof');
  if ((step === 'tendered' || step === 'price') && isRefused(checkout)) return '';
  if (step === 'tendered' && total !== null && typesPart(payment)) return partHint(t, payment, total);
  if (step === 'tendered' && action !== 'confirm') return '';
  if (step === 'tendered' && total !== null && payment.second === 'cash')
    return t('payments.cashPart', { amount: formatRupiah(cashDue(payment, total)) });
  // What Enter means in an empty field.
  if (step === 'tendered' && text !== '') return '';
  if (step === 'product' && operator !== null && text === '') return t('entry.fromPrefix', { operator });
  return t(`entry.hint.${fieldWords(view)}`);
}

/** Of a chat: the number and product that count, and the words that do not. */
function droppedHint(t: TFunction, entry: Extract<EntryReading, { customerNo: string }>): string {
  const order = entry.is === 'quick' ? [entry.product] : [];
  return [...order, groupCustomerNo(entry.customerNo), t('entry.dropped', { words: entry.dropped ?? '' })].join(' · ');
}

/** What becomes of the rest, while a part is typed. */
function partHint(t: TFunction, payment: PaymentChoice, total: number): string {
  const rest = payment.second === null ? undefined : paymentParts(payment, total)[1];
  if (!rest || rest.amount <= 0) return t('payments.whole');
  const words = t('payments.rest', { amount: formatRupiah(rest.amount), method: t(`payments.method.${rest.method}`) });
  return payment.first === 'cash' ? `${words}. ${t('payments.countCash')}` : words;
}

/** What was accepted so far, as it is announced, in the order of the fields; null: not yet. */
export function useAcceptedFields(view: EntryView): ReadonlyArray<string | null> {
  const { t } = useTranslation();
  const { checkout, customerNo, productCode, total, bill } = view;
  const { kind, draft, step } = checkout;
  const name = draft.product?.productName ?? productCode;
  const price =
    `${bill?.customerName ?? ''} ${t(`${checkoutRules[kind].screen}.price`)} ${formatRupiah(total ?? 0)}`.trim();
  return [
    customerNo === '' ? null : `${t('entry.slot.number')} ${groupCustomerNo(customerNo)}`,
    productCode === '' ? null : `${t('entry.slot.product')} ${name}`,
    total === null || step === 'price' ? null : price,
  ];
}
