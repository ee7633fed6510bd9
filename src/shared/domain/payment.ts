import { z } from 'zod';
import { NullableString, PositiveInt } from './common-schemas.ts';
import { Rupiah } from './money.ts';
import type { Language } from './preferences.ts';

/** How a customer pays, cash first. "tab": a saved customer owes it to the shop. */
export const paymentMethods = ['cash', 'qris', 'transfer', 'ewallet', 'tab'] as const;

export const PaymentMethod = z.enum(paymentMethods);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** The methods by which money moves: a tab is a promise of it. */
export const MoneyMethod = PaymentMethod.exclude(['tab']);
export type MoneyMethod = z.infer<typeof MoneyMethod>;
export const moneyMethods = MoneyMethod.options;

/** The methods whose money comes to an account of the shop: neither into the drawer nor on a tab. */
export const accountMethods = MoneyMethod.exclude(['cash']).options;

/** The methods as files and slips name them. */
export const methodNames: Readonly<Record<Language, Readonly<Record<PaymentMethod, string>>>> = {
  id: { cash: 'Tunai', qris: 'QRIS', transfer: 'Transfer', ewallet: 'Dompet digital', tab: 'Utang' },
  en: { cash: 'Cash', qris: 'QRIS', transfer: 'Transfer', ewallet: 'E-wallet', tab: 'Tab' },
};

/** A value for each of some methods. */
export function byMethod<M extends PaymentMethod, T>(methods: readonly M[], valueOf: (method: M) => T): Record<M, T> {
  // oxlint-disable-next-line typescript/consistent-type-assertions -- Object.fromEntries widens the names
  return Object.fromEntries(methods.map((method) => [method, valueOf(method)])) as Record<M, T>;
}

/** A part of what a sale costs, as it was recorded when the sale was made. */
export const Payment = z.object({
  method: PaymentMethod,
  amount: Rupiah,
  /** as the payer's app or the bank names the payment; null: none was entered, or it was erased */
  reference: NullableString,
  /** of a tab: the saved customer who owes it; null for other methods, or erased */
  customerId: NullableString,
});
export type Payment = z.infer<typeof Payment>;

/** How much of a total by which method, without names. */
export const PaymentPart = Payment.pick({ method: true, amount: true });
export type PaymentPart = z.infer<typeof PaymentPart>;

/** What a customer has paid of a tab since the sale. */
export const TabPayment = z.object({
  method: MoneyMethod,
  amount: Rupiah,
  reference: NullableString,
  at: z.iso.datetime(),
});
export type TabPayment = z.infer<typeof TabPayment>;

/** What a customer paid of the tab at once. It goes to the oldest sales first. */
export const Settlement = TabPayment.extend({
  /** how many it paid, in part or whole */
  sales: PositiveInt,
});
export type Settlement = z.infer<typeof Settlement>;

/** An amount by one method, e.g. of what was returned. */
export const MoneyAmount = z.object({ method: MoneyMethod, amount: Rupiah });
export type MoneyAmount = z.infer<typeof MoneyAmount>;

/** Whole rupiah by method. */
export type AmountsByMethod = Record<PaymentMethod, number>;

const zero: AmountsByMethod = byMethod(paymentMethods, () => 0);
export const noAmounts = (): AmountsByMethod => ({ ...zero });

/** What amounts come to together. Whole rupiah. */
export const sumOf = (amounts: readonly { amount: number }[]): number =>
  amounts.reduce((sum, { amount }) => sum + amount, 0);
