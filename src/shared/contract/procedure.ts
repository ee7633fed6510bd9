import { z } from 'zod';
import { maxAmount, maxBillAmount, maxDrawerAmount } from '../domain/bounds.ts';
import { readCustomerNo } from '../domain/customer-no.ts';
import { Rupiah } from '../domain/money.ts';
import type { Permission } from '../domain/staff.ts';

/**
 * Who may call it: "anybody" also while no person is signed in, "signedIn" the person who is, or who has the permission (all of them, where the
 * input decides).
 */
type Needs<I> = 'anybody' | 'signedIn' | Permission | ((input: I) => readonly Permission[]);

/**
 * How an office serves it.
 * - `own`: over its own database and settings, as at a counter
 * - `replicas`: over what every counter has shipped
 * - `counter`: only a counter does that; refused
 */
export type OfficeService = 'own' | 'replicas' | 'counter';

/** An answer without something that the caller may not see. */
type Redaction<O> = (answer: O) => O;

/** True where a sale is anywhere in it: a field that nothing else has says so. */
type HoldsSale<T> = T extends { transactionIdFrom: unknown }
  ? true
  : T extends readonly (infer Item)[]
    ? HoldsSale<Item>
    : T extends object
      ? { [K in keyof T]-?: HoldsSale<T[K]> }[keyof T]
      : never;

/** One thing the UI can ask of main. */
export interface Procedure<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  Office extends OfficeService = OfficeService,
> {
  /** what goes in; strict */
  input: I;
  /** what a success brings */
  output: O;
  needs: Needs<z.output<I>>;
  /** a person without the permission may call it once with the PIN of somebody who has it */
  pin?: true;
  /** pages call it on their own, or to read: it does not postpone the automatic lock */
  extendsSession?: false;
  office: Office;
  /** for a person who may not see what sales cost the shop */
  costs?: Redaction<z.output<O>>;
  /** for a person who may not change the connection: who knows a mailbox's id can post into one without a key */
  mailbox?: Redaction<z.output<O>>;
}

/** Any procedure, for tables of them: what its functions take is known only by its name. */
export type AnyProcedure = Omit<Procedure, 'needs' | 'costs' | 'mailbox'> & {
  needs: Needs<never>;
  costs?: (answer: never) => unknown;
  mailbox?: (answer: never) => unknown;
};

/** A row of the contract. One whose answer holds a sale does not compile without `costs`: an order's price is the shop's cost. */
export const procedure = <I extends z.ZodType, O extends z.ZodType, const Office extends OfficeService>(
  row: Procedure<I, O, Office> &
    (true extends HoldsSale<z.output<O>> ? Required<Pick<Procedure<I, O>, 'costs'>> : unknown),
): Procedure<I, O, Office> => row;

/** The permission of a procedure, and the one to override where any exception is asked for. */
export const overriding = (own: Permission, ...conditions: (boolean | undefined)[]): readonly Permission[] =>
  conditions.includes(true) ? [own, 'override'] : [own];

/** For procedures that take nothing: called with no argument or an empty object. */
export const nothing = z.strictObject({}).optional();

/** The most rows of one answer. */
export const PageLimit = z.int().min(1).max(200).optional();

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

/** What a customer pays for an order, or what it costs the shop: an order has a price, and a cost. */
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

/** A name for pay-ins and pay-outs, by which the books sum them. The owner types several with commas between them. */
export const CashCategory = words.max(30).regex(/^[^,]*$/);

/** A longer one. */
export const LongReason = words.max(500);

/** Whether a text that is kept has the PIN that comes with it. */
export const hasPin = (text: string, pin: string): boolean => pin !== '' && text.includes(pin);

/** How the payer's app or the bank names a payment: what a cashier copies from the screen that is shown to them. */
export const Reference = z.string().trim().min(1).max(64);

export const Pin = z.string().regex(/^\d{4,12}$/);
