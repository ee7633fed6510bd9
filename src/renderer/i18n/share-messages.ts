import type { Tab } from '../../shared/contract/tabs.ts';
import { tabOwed } from '../../shared/domain/cash.ts';
import { asDialled, groupCustomerNo } from '../../shared/domain/customer-no.ts';
import { electricityToken } from '../../shared/domain/electricity-token.ts';
import { formatRupiah } from '../../shared/domain/money.ts';
import { type NumberPlan, operatorOf } from '../../shared/domain/number-fit.ts';
import type { Settlement } from '../../shared/domain/payment.ts';
import type { Language } from '../../shared/domain/preferences.ts';
import { type Transaction } from '../../shared/domain/transaction.ts';
import { plural } from './i18n.ts';
import { dateTimeText } from './time-text.ts';
import type { TFunction } from './translation.ts';

interface Place {
  shop: string;
  zone: string;
  language: Language;
  isTraining: boolean;
}

type Line = readonly [label: string, value: string | null];

/** A line each: a chat has a proportional font, so nothing stands in columns, and no sign that a chat takes for a format. */
const linesOf = (lines: readonly Line[]): string[] =>
  lines.flatMap(([label, value]) => (value === null || value === '' ? [] : [`${label}: ${value}`]));

/** "25/11/2026 14:05 WIB": a reader elsewhere needs the zone. */
function whenText(iso: string, { zone, language }: Place): string {
  const parts = new Intl.DateTimeFormat(language === 'id' ? 'id-ID' : 'en-GB', {
    timeZone: zone,
    timeZoneName: 'short',
  }).formatToParts(Date.parse(iso));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${dateTimeText(iso, zone)} ${name}`.trim();
}

const productText = ({ productName, productCode }: Transaction): string => productName ?? productCode;

/** What became of a sale, for the customer's chat. It is no receipt, and says so in training. */
export function customerText(t: TFunction, sale: Transaction, place: Place): string {
  const token = sale.state === 'success' ? electricityToken(sale.sn) : null;
  const sn = sale.state === 'success' ? sale.sn : null;
  return [
    ...(place.isTraining ? [t('share.training')] : []),
    ...(place.shop === '' ? [] : [place.shop]),
    `${t(`states.${sale.state}`)}: ${productText(sale)}`,
    ...linesOf([
      [t('share.number'), groupCustomerNo(sale.customerNo)],
      [t('share.name'), sale.customerName],
      token === null ? [t('share.sn'), sn] : [t('share.token'), token.join(' ')],
      [t('share.total'), sale.total === null ? null : formatRupiah(sale.total)],
      [t('share.receipt'), sale.receiptNo],
      [t('share.time'), whenText(sale.sentAt ?? sale.createdAt, place)],
    ]),
  ].join('\n');
}

/** What became of the sales of a batch, one line each, for the chat of the customer who paid for all. */
export function batchText(t: TFunction, sales: readonly Transaction[], place: Place): string {
  const sold = sales.filter(({ state }) => state === 'success');
  const [first] = sales;
  const line = (sale: Transaction, at: number): string => {
    const token = sale.state === 'success' ? electricityToken(sale.sn) : null;
    const sn = sale.state === 'success' && sale.sn !== null && token === null ? `${t('share.sn')} ${sale.sn}` : null;
    return [
      `${at + 1}. ${productText(sale)}`,
      groupCustomerNo(sale.customerNo),
      t(`states.${sale.state}`),
      token === null ? sn : `${t('share.token')} ${token.join(' ')}`,
    ]
      .filter((each) => each !== null)
      .join(', ');
  };
  const total = formatRupiah(sold.reduce((sum, sale) => sum + (sale.total ?? 0), 0));
  return [
    ...(place.isTraining ? [t('share.training')] : []),
    ...(place.shop === '' ? [] : [place.shop]),
    ...sales.map(line),
    ...linesOf([
      [t(sold.length === sales.length ? 'share.total' : 'share.totalSuccess'), total],
      [t('share.time'), first ? whenText(first.sentAt ?? first.createdAt, place) : null],
    ]),
  ].join('\n');
}

/** A chat with the customer where the number is a mobile one, otherwise the sender chooses the chat. */
export function whatsAppLink(customerNo: string, text: string, plan: NumberPlan): string {
  const number = operatorOf(customerNo, plan) === null ? '' : `62${asDialled(customerNo).slice(1)}`;
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}

/** What the provider's customer service asks for about a sale whose outcome is not certain. The number stands without spaces. */
export function complaintText(t: TFunction, sale: Transaction, place: Place): string {
  return [
    ...(place.isTraining ? [t('share.training')] : []),
    t('share.complaint'),
    ...linesOf([
      [t('share.product'), `${productText(sale)} (${sale.productCode})`],
      [t('share.number'), sale.customerNo],
      [t('share.time'), whenText(sale.sentAt ?? sale.createdAt, place)],
      [t('share.transactionId'), sale.transactionId],
      [t('share.ref'), sale.id],
      [t('share.state'), t(`states.${sale.state}`)],
    ]),
    t('share.complaintEnd'),
  ].join('\n');
}

/** More are summed up: a reminder is read on a phone. */
const maxDebts = 5;

const dateText = (iso: string, zone: string): string => dateTimeText(iso, zone).slice(0, 10);

/** Reminds a customer of the tab, kindly. @param sales those of which something is left, oldest first */
export function reminderText(
  t: TFunction,
  { name, owed, since }: Pick<Tab, 'name' | 'owed' | 'since'>,
  sales: readonly Transaction[],
  { shop, zone, isTraining }: Place,
): string {
  const certain = sales.filter(({ state }) => state === 'success');
  const debts = certain.slice(0, maxDebts).map((sale) =>
    t('tabs.text.debt', {
      day: dateText(sale.createdAt, zone),
      product: productText(sale),
      amount: formatRupiah(tabOwed(sale)),
    }),
  );
  const more = certain.length - debts.length;
  return [
    ...(isTraining ? [t('share.training')] : []),
    ...(name === null ? [] : [t('tabs.text.hello', { name })]),
    shop === ''
      ? t('tabs.text.owedHere', { owed: formatRupiah(owed) })
      : t('tabs.text.owed', { shop, owed: formatRupiah(owed) }),
    ...(debts.length === 0 ? [t('tabs.text.since', { day: dateText(since, zone) })] : debts),
    ...(more > 0 ? [t('tabs.text.more', plural(more))] : []),
    t('tabs.text.ask'),
  ].join('\n');
}

/** What a customer paid of the tab, as a proof for the chat. @param left what is owed still */
export function settlementText(
  t: TFunction,
  { name, left, ...paid }: Settlement & { name: string | null; left: number },
  place: Place,
): string {
  const { amount, method, at } = paid;
  return [
    ...(place.isTraining ? [t('share.training')] : []),
    ...(place.shop === '' ? [] : [place.shop]),
    ...(name === null ? [] : [t('tabs.text.hello', { name })]),
    t('tabs.text.paid', {
      amount: formatRupiah(amount),
      method: t(`payments.method.${method}`),
      time: whenText(at, place),
    }),
    left > 0 ? t('tabs.text.left', { owed: formatRupiah(left) }) : t('tabs.text.nothing'),
    t('tabs.text.thanks'),
  ].join('\n');
}
