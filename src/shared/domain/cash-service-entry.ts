import { z } from 'zod';
import { CashServiceKind, type CustomerService, type FeeRange, type FeeSide, type PurseMove } from './cash-service.ts';
import { NullableString, PositiveInt } from './common-schemas.ts';

/** The owner's fee for an amount; null: no range has it, and a person types the fee. */
export const usualFee = (ranges: readonly FeeRange[], kind: CustomerService, amount: number): number | null =>
  ranges.find((range) => range.kind === kind && range.from <= amount && amount <= range.to)?.fee ?? null;

/** What is recorded. Amounts are whole rupiah and above zero; a fee of 0 is typed. */
export type CashServiceTerms =
  | { kind: CustomerService; amount: number; fee: number; feeSide: FeeSide }
  /** `throughDrawer`: the money comes from the drawer or goes into it; else from or to elsewhere */
  | { kind: PurseMove; amount: number; throughDrawer: boolean };

/** Of a fee within the amount, something is left that is passed on: a withdrawal's comes on top of what the customer sends. */
export const feeFits = (terms: Extract<CashServiceTerms, { fee: number }>): boolean =>
  terms.feeSide === 'cash' || terms.kind === 'withdrawal' || terms.fee < terms.amount;

/**
 * By how much drawer and purse change. Of a customer's service both together are the fee, which is all that the shop earns: the amount
 * itself only changes its form.
 */
export function movesOf(terms: CashServiceTerms): { cash: number; purse: number } {
  const { amount } = terms;
  if ('throughDrawer' in terms) {
    const purse = terms.kind === 'purse_in' ? amount : -amount;
    return { cash: terms.throughDrawer ? -purse : 0, purse };
  }
  const { kind, fee, feeSide } = terms;
  const [cash, purse] = kind === 'withdrawal' ? [-amount, amount] : [amount, -amount];
  return feeSide === 'cash' ? { cash: cash + fee, purse } : { cash, purse: purse + fee };
}

/** One record, or the counter entry that takes one back: then every amount is below zero, and both moves are turned round. */
export const CashServiceEntry = z.object({
  /** the page's own for it */
  id: z.uuid(),
  seq: PositiveInt,
  at: z.iso.datetime(),
  /** the shop's calendar day, YYYY-MM-DD */
  day: z.iso.date(),
  /** null: none was open */
  shift: PositiveInt.nullable(),
  /** who recorded it, as they were called then; "cashier" where no person was signed in */
  by: z.string(),
  kind: CashServiceKind,
  amount: z.int(),
  fee: z.int(),
  /** by how much the drawer and the purse changed */
  cash: z.int(),
  purse: z.int(),
  /** the reference at the bank or wallet, as typed; of a purse's own move or a counter entry the reason. null: erased */
  note: NullableString,
  /** the record that it takes back */
  reverses: z.uuid().nullable(),
  /** the counter entry that has taken it back */
  reversedBy: z.uuid().nullable(),
});
export type CashServiceEntry = z.infer<typeof CashServiceEntry>;

/** For files and slips. */
export const cashServiceNames = {
  id: {
    withdrawal: 'Tarik tunai',
    transfer: 'Transfer',
    deposit: 'Setor tunai',
    topup: 'Isi e-wallet',
    purse_in: 'Isi saldo agen',
    purse_out: 'Ambil saldo agen',
  },
  en: {
    withdrawal: 'Withdrawal',
    transfer: 'Transfer',
    deposit: 'Deposit',
    topup: 'Wallet top-up',
    purse_in: 'Balance paid in',
    purse_out: 'Balance taken out',
  },
} as const satisfies Record<'id' | 'en', Record<CashServiceKind, string>>;
