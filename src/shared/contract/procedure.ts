import { z } from 'zod';
import { maxAmount, maxBillAmount, maxDrawerAmount } from '../domain/bounds.ts';
import { readCustomerNo } from '../domain/customer-no.ts';
import { Rupiah } from '../domain/money.ts';

/** One thing the UI can ask of main: what goes in (strict) and what a success brings. */
export interface Procedure<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  input: I;
  output: O;
}

export const procedure = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O): Procedure<I, O> => ({
  input,
  output,
});

/** For procedures that take nothing: called with no argument or an empty object. */
export const nothing = z.strictObject({}).optional();

export const SaleId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

/** As typed; trimmed. Codes go into a path, so only what every provider uses is let through. */
export const ProductCode = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);

/**
 * As typed, normalised: spaces, dashes and +62 are taken off before anything else sees it. Refused where they may stand between two
 * numbers rather than groups.
 */
export const CustomerNo = z
  .string()
  .max(64)
  .transform((written, context) => {
    const number = readCustomerNo(written);
    if (number !== null) return number;
    context.addIssue({ code: 'custom', message: 'not a customer number' });
    return z.NEVER;
  });

/** The cash for a price. */
export const CounterAmount = Rupiah.max(maxAmount);

/** What a customer pays for an order, or what it costs the shop: nothing is given away, and nothing costs nothing. */
export const PriceAmount = CounterAmount.min(1);

/** A bill's total, a part of it or the cash for it: more than a hundred million, which some bills come to. */
export const CashAmount = Rupiah.max(maxBillAmount);

/** Cash that is counted in a drawer. */
export const DrawerAmount = Rupiah.max(maxDrawerAmount);

/** Between two counts of one drawer. */
export const CashDifference = z.int().min(-maxDrawerAmount).max(maxDrawerAmount);

const words = z.string().trim().min(3).regex(/\p{L}/u);

/** A person's reason for an exception: a few words, kept in the journal beside it. Digits alone may be a PIN. */
export const Reason = words.max(200);

/** A longer one. */
export const LongReason = words.max(500);

/** Whether a text that is kept has the PIN that comes with it. */
export const hasPin = (text: string, pin: string): boolean => pin !== '' && text.includes(pin);

/** How the payer's app or the bank names a payment: what a cashier copies from the screen that is shown to them. */
export const Reference = z.string().trim().min(1).max(64);

export const Pin = z.string().regex(/^\d{4,12}$/);
