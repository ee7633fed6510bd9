import { z } from 'zod';
import { TransactionKind, TransactionState } from '../state.ts';

const words = z.string();

/** What some words in the search box were taken for, beside what they are as text. */
export const Understood = z.discriminatedUnion('as', [
  z.object({ as: z.literal('states'), words, states: z.array(TransactionState) }),
  /** the shop's days, both inclusive */
  z.object({ as: z.literal('days'), words, from: z.iso.date(), to: z.iso.date() }),
  /** whole rupiah */
  z.object({ as: z.literal('amount'), words, amount: z.int().nonnegative() }),
  z.object({ as: z.literal('kind'), words, kind: TransactionKind }),
  /** part of a cashier's name */
  z.object({ as: z.literal('cashier'), words, name: z.string() }),
  /** other names that the product may go by */
  z.object({ as: z.literal('product'), words, names: z.array(z.string()) }),
  /** a customer's number that was typed in groups or with the country's code */
  z.object({ as: z.literal('number'), words, number: z.string() }),
  /** a scanned proof of payment */
  z.object({ as: z.literal('proof'), words, receiptNo: z.string() }),
]);
export type Understood = z.infer<typeof Understood>;
