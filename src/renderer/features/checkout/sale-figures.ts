import { cashPart, moneyAtStake, tabCustomer } from '../../../shared/domain/cash.ts';
import { readToken } from '../../../shared/domain/electricity-token.ts';
import { formatRupiah } from '../../../shared/domain/money.ts';
import type { Payment } from '../../../shared/domain/payment.ts';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { plural } from '../../i18n/i18n.ts';
import { paymentWords } from '../../i18n/sale-messages.ts';
import { periodText } from '../../i18n/time-text.ts';
import { type TFunction, useTranslation } from '../../i18n/translation.ts';
import { type Offer, useOffers } from '../../state/offers.ts';
import { useSale } from '../../state/sales.ts';
import { paymentParts } from '../payment/index.ts';
import type { CheckoutKind } from './checkout-rules.ts';
import { useCheckout } from './checkout-store.ts';
import { offerOfCode } from './offer-search.ts';
import { codeOf, paymentOf, requestOf, type SaleDraft, totalOf } from './sale-draft.ts';

/** Whose a sale is, and its money. Amounts in whole rupiah. */
export interface Figures {
  customerNo: string;
  customerName: string | null;
  product: string;
  total: number | null;
  /** how it is paid; empty: all in cash */
  payments: readonly (Pick<Payment, 'method' | 'amount'> & { reference?: string | null })[];
  /** who owes what goes on the tab; null: no customer, or the name is not at hand */
  debtor: string | null;
  /** null: exactly the part in cash */
  tendered: number | null;
  /** of a bill, as the provider names them; '' where it does not */
  periods: readonly string[];
  /** once it was sent */
  sale: Transaction | null;
}

/** @param draft of which it was made: it has the name of who owes */
export const figuresOf = (sale: Transaction, draft?: SaleDraft): Figures => ({
  customerNo: sale.customerNo,
  // Whose meter it is stands beside the token.
  customerName: readToken(sale.sn)?.details ? null : sale.customerName,
  product: sale.productName ?? sale.productCode,
  total: sale.total,
  payments: sale.payments,
  debtor: draft === undefined ? null : debtorOf(sale, draft),
  tendered: sale.tendered,
  periods: sale.bill?.details.map(({ period }) => period) ?? [],
  sale,
});

function debtorOf(sale: Transaction, draft: SaleDraft): string | null {
  const { customer } = paymentOf(draft);
  return customer !== null && customer.id === tabCustomer(sale) ? customer.name : null;
}

/** What a bill is for: its months and, where there are several, how many. Null for an order. */
export function periodRow(t: TFunction, { periods }: Figures): [string, string] | null {
  const named = periods.filter((period) => period !== '').map(periodText);
  const [first, last] = [named.at(0), named.at(-1)];
  if (periods.length === 0) return null;
  const range = first === last ? (first ?? '') : `${first} – ${last}`;
  const count = periods.length === 1 ? '' : t('bills.periodCount', plural(periods.length));
  return [t('bills.period'), [range, count].filter(Boolean).join(' · ') || t('common.none')];
}

/** How it is paid, and the cash that was handed over: rows of a label and a value. */
export function paidRows(t: TFunction, { total, payments, debtor, tendered }: Figures): Array<[string, string]> {
  const due = cashPart(total, payments);
  const cash: [string, string] = [
    t('sell.tendered'),
    tendered === null || tendered === due ? t('sell.exact') : formatRupiah(tendered),
  ];
  if (payments.length === 0) return [cash];
  const words = [paymentWords(t, payments), debtor].filter(Boolean).join(', ');
  const label = payments.every(({ method }) => method === 'tab') ? t('payments.part.tab') : t('payments.paid');
  return [[label, words], ...(due === 0 ? [] : [cash])];
}

interface Confirmation extends Figures {
  /** about the money, to be read before the sale is sent */
  notes: readonly string[];
}

/** Null while the bill is not known here. */
export function useConfirmation(kind: CheckoutKind): Confirmation | null {
  const { t } = useTranslation();
  const { draft } = useCheckout((state) => state[kind]);
  const { product, cashFrom, tendered } = draft;
  const bill = useSale(draft.bill);
  const risen = useOffers(({ offers }) => offerOfCode(offers ?? [], codeOf(draft))?.risen);
  if (draft.bill !== null && !bill) return null;
  const payment = paymentOf(draft);
  const total = totalOf(draft, bill);
  const payments = total === null ? [] : paymentParts(payment, total);
  const isOwed = payments.some(({ method }) => method === 'tab');
  return {
    ...(bill
      ? figuresOf(bill)
      : {
          customerNo: requestOf(draft).customerNo,
          customerName: null,
          product: product?.productName ?? codeOf(draft),
          periods: [],
        }),
    total,
    payments,
    debtor: isOwed ? (payment.customer?.name ?? null) : null,
    tendered,
    sale: null,
    notes: [
      ...(cashFrom ? [t('sell.cashKept', { cash: formatRupiah(moneyAtStake(cashFrom)) })] : []),
      ...(risen && bill === null ? [risenCostNote(t, risen, total ?? 0)] : []),
    ],
  };
}

/** With figures for those who may see costs; main leaves them out for others. */
function risenCostNote(t: TFunction, { cost, providerPrice }: NonNullable<Offer['risen']>, price: number): string {
  if (cost === null || providerPrice === null) return t('sell.costRisen.neutral');
  return t('sell.costRisen.figures', {
    took: formatRupiah(providerPrice),
    cost: formatRupiah(cost),
    price: formatRupiah(price),
    margin: formatRupiah(price - providerPrice),
  });
}
