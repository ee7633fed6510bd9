import { z } from 'zod';
import { maxBatchLines } from '../domain/batch.ts';
import { PositiveInt } from '../domain/common-schemas.ts';
import { DisplayView } from '../domain/display.ts';
import { PaymentMethod } from '../domain/payment.ts';
import { CashAmount, nothing, procedure, SaleId } from './procedure.ts';

/** A number while it is typed may not be one yet. */
const TypedNumber = z
  .string()
  .max(31)
  .regex(/^[0-9A-Za-z+]*$/);

/** Left out: all in cash. */
const Payments = z
  .array(z.strictObject({ method: PaymentMethod, amount: CashAmount }))
  .max(2)
  .optional();

/** What the customer is to pay by QRIS now, while the sale is read back; left out: nothing. */
const QrisDue = CashAmount.optional();

/**
 * The view that the cashier's page requests for its customer. It may name an entry in progress and a sale by its id; a sale's
 * outcome is never taken from the page.
 */
export const DisplayScene = z.discriminatedUnion('kind', [
  /** the last customer is served; what they see goes after the set time */
  z.strictObject({ kind: z.literal('idle') }),
  /** nothing was sent yet */
  z.strictObject({
    kind: z.literal('draft'),
    product: z.string().trim().max(120).nullable(),
    customerNo: TypedNumber.nullable(),
    /** several that are paid together: how many; then neither product nor number is named */
    sales: z.int().min(1).max(maxBatchLines).optional(),
    total: CashAmount.nullable(),
    payments: Payments,
    tendered: CashAmount.nullable(),
    qrisDue: QrisDue,
    /** read back: the customer is asked whether it is right */
    asking: z.boolean(),
  }),
  /** a sale or a bill by its id: main adds the stored facts */
  z.strictObject({
    kind: z.literal('sale'),
    id: SaleId,
    /** of a bill that is not paid yet; of anything that was sent the book knows it */
    payments: Payments,
    tendered: CashAmount.nullable(),
    qrisDue: QrisDue,
    asking: z.boolean(),
  }),
  /** several sales that were paid together, by the id of their batch */
  z.strictObject({ kind: z.literal('batch'), id: z.uuid() }),
  /** made-up values, to see where the display is */
  z.strictObject({ kind: z.literal('test') }),
]);
export type DisplayScene = z.infer<typeof DisplayScene>;

/** A screen of this machine, as the system names it. */
export const DisplayScreen = z.object({
  id: z.string().max(40),
  name: z.string().max(80),
  width: PositiveInt,
  height: PositiveInt,
  /** the counter itself is on it: nothing is put over it */
  counter: z.boolean(),
});
export type DisplayScreen = z.infer<typeof DisplayScreen>;

export const DisplayState = z.object({
  /** "window": the counter opens it by itself; "page": a browser opens it by an address; "none": this host has none */
  via: z.enum(['window', 'page', 'none']),
  /** a display is open now */
  open: z.boolean(),
  /** where it may be opened; empty where a browser opens it */
  screens: z.array(DisplayScreen).max(20),
  view: DisplayView,
});
export type DisplayState = z.infer<typeof DisplayState>;

export const display = {
  'display.show': procedure({
    input: DisplayScene,
    output: z.object({}),
    needs: 'sell',
    extendsSession: false,
    office: 'own',
  }),
  'display.preview': procedure({
    input: nothing,
    output: DisplayState,
    needs: 'anybody',
    extendsSession: false,
    office: 'own',
  }),
  /** an address that opens the display in a browser of this machine, once; `not_found` where the counter opens it by itself */
  'display.link': procedure({
    input: nothing,
    output: z.object({ url: z.string().max(300) }),
    needs: 'settingsScreen',
    office: 'own',
  }),
};
