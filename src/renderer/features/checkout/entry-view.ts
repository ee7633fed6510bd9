import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { groupCustomerNo, normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import { operatorOf } from '../../../shared/domain/number-fit.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { plural } from '../../i18n/i18n.ts';
import { type OfferedProduct, useOffers } from '../../state/offers.ts';
import { useSale } from '../../state/sales.ts';
import { currentNumberPlan } from '../../state/settings.ts';
import { type PaymentChoice, paymentParts, typesPart } from '../payment/index.ts';
import { type BillAction, nextBillAction } from './bill-inquiry.ts';
import {
  type Checkout,
  type CheckoutKind,
  customerNoOf,
  parseEntry,
  paymentOf,
  tenderedOf,
  useCheckout,
} from './checkout-store.ts';
import { offerOfCode } from './offer-search.ts';

/** What the entry form shows of an order or a bill. Amounts in whole rupiah. */
export interface EntryView {
  checkout: Checkout;
  customerNo: string;
  /** '' while no product is selected */
  productCode: string;
  /** null also where the product of a bill is not known here */
  product: OfferedProduct | null;
  /** what the customer pays; null while that is not known */
  total: number | null;
  payment: PaymentChoice;
  /** the amount of the cash step: cash, or the part that is paid in another way */
  tendered: number | null;
  /** the bill that was found, and what comes next; null for an order */
  sale: Transaction | null;
  billAction: BillAction | null;
}

export function useEntryView(kind: CheckoutKind): EntryView {
  const checkout = useCheckout((state) => state[kind]);
  const offers = useOffers((state) => state.offers);
  const sale = useSale(checkout.kind === 'bill' ? checkout.saleId : null);
  const customerNo = normaliseCustomerNo(customerNoOf(checkout));
  const payment = paymentOf(checkout);
  const tendered = typesPart(payment) ? payment.part : tenderedOf(checkout);
  if (checkout.kind === 'order') {
    const { product, price } = checkout.draft;
    const productCode = product?.productCode ?? '';
    return {
      checkout,
      customerNo,
      productCode,
      product,
      total: price,
      payment,
      tendered,
      sale: null,
      billAction: null,
    };
  }
  const { productCode } = checkout;
  const product = offerOfCode(offers ?? [], productCode)?.product ?? null;
  const billAction = nextBillAction(checkout, sale);
  const total = billAction === 'confirm' ? (sale?.total ?? null) : null;
  return { checkout, customerNo, productCode, product, total, payment, tendered, sale, billAction };
}

/** What the entry field expects. Cash is not asked for before the bill is there. */
export function useEntryLabel({ checkout, productCode, total, payment, billAction }: EntryView): string {
  const { t } = useTranslation();
  const { kind, step } = checkout;
  if (step === 'customerNo' && (kind === 'bill' || productCode !== '')) return t('entry.label.number');
  if (step === 'tendered' && total !== null && typesPart(payment))
    return t('payments.part', { method: t(`payments.method.${payment.first}`) });
  if (kind === 'order') return t(`entry.label.${step}`);
  if (step === 'product') return t('entry.label.bill');
  return t(billAction === 'wait' ? 'bills.inquiring' : 'entry.label.tendered');
}

/** How the text of the entry field is understood; while it is empty, what may be typed. It blocks nothing. */
export function useEntryHint({ checkout, productCode, total, payment, billAction }: EntryView): string {
  const { t } = useTranslation();
  const { kind, text, step, phase } = checkout;
  if (phase === 'lookup') return t(kind === 'order' ? 'sell.lookingUp' : 'bills.inquiring');
  const entry = parseEntry(checkout);
  const number = text === '' ? customerNoOf(checkout) : 'customerNo' in entry ? entry.customerNo : '';
  // A bill's number belongs to no phone operator.
  const operator = kind === 'order' ? (operatorOf(number, currentNumberPlan())?.name ?? null) : null;
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
  if (step === 'tendered' && total !== null && typesPart(payment)) return partHint(t, payment, total);
  if (kind === 'order') {
    if (step === 'product' && operator !== null && text === '') return t('entry.fromPrefix', { operator });
    return t(step === 'customerNo' && productCode !== '' ? 'entry.hint.number' : `entry.hint.${step}`);
  }
  if (step === 'tendered') return billAction === 'confirm' ? t('entry.hint.tendered') : '';
  return t(step === 'product' ? 'entry.hint.bill' : 'entry.hint.number');
}

/** What becomes of the rest, while a part is typed. */
function partHint(t: TFunction, payment: PaymentChoice, total: number): string {
  const rest = payment.second === null ? undefined : paymentParts(payment, total)[1];
  if (!rest || rest.amount <= 0) return t('payments.whole');
  return t('payments.rest', { amount: formatRupiah(rest.amount), method: t(`payments.method.${rest.method}`) });
}

/** What was accepted so far, as it is announced, in the order of the fields; null: not yet. */
export function useAcceptedFields(view: EntryView): ReadonlyArray<string | null> {
  const { t } = useTranslation();
  const { checkout, customerNo, productCode, product, total, sale } = view;
  const name = checkout.kind === 'order' ? (product?.productName ?? productCode) : productCode;
  const price =
    checkout.kind === 'order'
      ? `${t('sell.price')} ${formatRupiah(total ?? 0)}`
      : `${sale?.customerName ?? ''} ${t('bills.total')} ${formatRupiah(total ?? 0)}`.trim();
  return [
    customerNo === '' ? null : `${t('entry.slot.number')} ${groupCustomerNo(customerNo)}`,
    productCode === '' ? null : `${t('entry.slot.product')} ${name}`,
    total === null || checkout.step === 'price' ? null : price,
  ];
}
