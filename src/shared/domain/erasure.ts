import { z } from 'zod';
import { type MoneyOfSale, owesMoney, tabOwed } from './cash.ts';
import { isUnresolved, type Transaction } from './transaction.ts';

/** One erasure, as it is remembered outside of the database too: nothing in it names the customer. */
export const Erasure = z.object({
  /** when it was asked for: a restored database learns of it later */
  at: z.iso.datetime(),
  /** of the number, under a key that only this machine holds */
  digest: z.string(),
  /** the shop's ids of the sales */
  sales: z.array(z.string()).readonly(),
  /** events that kept a webhook for no sale: number and hash */
  webhooks: z.array(z.tuple([z.int(), z.string()]).readonly()).readonly(),
  /** entries of the customer book, by id; erasures of before there was one name none */
  saved: z.array(z.string()).readonly().default([]),
  /** of a shop with several counters: the notice by which one of them informs the others; the one that followed names it too */
  notice: z.string().optional(),
});
export type Erasure = z.infer<typeof Erasure>;

/** Replaces an erased customer's number. It holds nothing of the number, which can be neither searched nor guessed from it. */
export const erasedNo = '••••';

/** Whether this sale's customer was erased: its number, name, serial number and the provider's words are gone. */
export function isErased({ customerNo }: Pick<Transaction, 'customerNo'>): boolean {
  return customerNo === erasedNo;
}

/** Whether settling this sale, its tab included, needs the customer's data no longer. An unpaid bill needs nothing. */
export function mayBeErased(sale: MoneyOfSale): boolean {
  return !isUnresolved(sale.state) && !owesMoney(sale) && tabOwed(sale) === 0;
}
