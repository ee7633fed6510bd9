import { z } from 'zod';
import { PaymentMethod } from '../domain/payment.ts';
import { CashAmount, nothing, procedure, SaleId } from './procedure.ts';

/** Chips have a digit each, from 1. */
export const maxParked = 9;

const Step = z.enum(['customerNo', 'product', 'price', 'tendered']);
/** As typed: it may be any part of a sale, in any field. */
const Typed = z.string().max(200);

const draft = {
  customerNo: Typed,
  /** empty: none was chosen */
  productCode: Typed,
  /** what the entry field expected, and its text */
  step: Step,
  text: Typed,
  /** typed into another field and not accepted yet */
  left: z.partialRecord(Step, Typed),
  /** null: exact cash */
  tendered: CashAmount.nullable(),
  payment: z
    .strictObject({
      first: PaymentMethod,
      part: CashAmount.nullable(),
      second: PaymentMethod.nullable(),
      customerId: SaleId.nullable(),
      references: z.partialRecord(PaymentMethod, Typed),
    })
    .nullable(),
};

/** A sale that is being typed. It has no price and no answer to any question: both are asked for again. */
export const ParkedDraft = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('order'),
    ...draft,
    /** the unsent order whose cash counts for it */
    cashFrom: SaleId.nullable(),
  }),
  z.strictObject({
    kind: z.literal('bill'),
    ...draft,
    /** the bill that was found */
    saleId: SaleId.nullable(),
  }),
]);
export type ParkedDraft = z.infer<typeof ParkedDraft>;

export const ParkedSale = z.object({ id: SaleId, parkedAt: z.iso.datetime(), draft: ParkedDraft });
export type ParkedSale = z.infer<typeof ParkedSale>;

export const parking = {
  /** of the whole counter, of all persons; oldest first */
  'parking.list': procedure({
    input: nothing,
    output: z.object({ parked: z.array(ParkedSale) }),
    needs: 'sell',
    extendsSession: false,
    office: 'own',
  }),
  /** keeps a sale that is being typed, also over a restart. not_allowed, parking_full */
  'parking.park': procedure({
    input: z.strictObject({ draft: ParkedDraft }),
    output: ParkedSale,
    needs: ({ draft }) => [draft.kind === 'order' ? 'sell' : 'payBills'],
    office: 'counter',
  }),
  /**
   * brings one back, to one window only; `instead` takes its room, so that it works while all nine are taken.
   * not_found: another window has it
   */
  'parking.take': procedure({
    input: z.strictObject({ id: SaleId, instead: ParkedDraft.optional() }),
    output: ParkedSale,
    needs: 'sell',
    office: 'counter',
  }),
};
