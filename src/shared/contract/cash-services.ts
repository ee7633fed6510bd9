import { z } from 'zod';
import { customerServices, FeeSide, purseMoves } from '../domain/cash-service.ts';
import { CashServiceEntry, feeFits } from '../domain/cash-service-entry.ts';
import { CashServiceSum } from '../domain/cash-service-sums.ts';
import { Paper } from '../domain/printer.ts';
import { ReceiptDoc } from '../domain/receipt/doc.ts';
import { CounterId } from './office.ts';
import { CounterAmount, DrawerAmount, PageLimit, Pin, procedure, Reason, Reference } from './procedure.ts';
import { PrintedSlip } from './receipts.ts';

/** The caller's own for what it records: the same call again, because its answer was lost, records nothing twice. */
const EntryId = z.uuid();

const Day = z.iso.date();

export const CashServiceInput = z.union([
  z
    .strictObject({
      id: EntryId,
      kind: z.enum(customerServices),
      amount: DrawerAmount.min(1),
      fee: CounterAmount,
      feeSide: FeeSide,
      /** of the bank or wallet, as typed from its app: no proof of anything */
      reference: Reference,
      /** a person has said that it is another one with the same reference */
      allowSameReference: z.boolean().optional(),
    })
    .refine(feeFits, { path: ['fee'], message: 'takes the whole amount' }),
  z.strictObject({
    id: EntryId,
    kind: z.enum(purseMoves),
    amount: DrawerAmount.min(1),
    throughDrawer: z.boolean(),
    reason: Reason,
  }),
]);
export type CashServiceInput = z.infer<typeof CashServiceInput>;

/** An entry, and at an office the counter that recorded it. */
const ListedService = CashServiceEntry.extend({ counter: CounterId.optional() });
export type ListedService = z.infer<typeof ListedService>;

export const cashServices = {
  /**
   * Records a cash service and sends nothing. not_allowed, shift_needed. duplicate, same_reference: the same kind has that reference on
   * that day already, and a person is asked
   */
  'cashServices.record': procedure({
    input: CashServiceInput,
    output: CashServiceEntry,
    needs: 'sell',
    office: 'counter',
  }),
  /**
   * Takes a record back by a counter entry of today, with its reason and the supervisor's approval: the record itself stays. not_found;
   * not_allowed, moved_meanwhile (it was taken back already), shift_needed, or of the PIN
   */
  'cashServices.reverse': procedure({
    input: z.strictObject({ id: EntryId, of: EntryId, reason: Reason, pin: Pin.optional() }),
    output: CashServiceEntry,
    needs: 'resolve',
    pin: true,
    office: 'counter',
  }),
  /** newest first. `text`: a part of the reference, an amount, or the number on the slip */
  'cashServices.list': procedure({
    input: z.strictObject({
      counter: CounterId.optional(),
      text: z.string().trim().max(64).optional(),
      from: Day.optional(),
      to: Day.optional(),
      /** `next` of the page before */
      before: z.strictObject({ at: z.iso.datetime(), id: EntryId }).optional(),
      limit: PageLimit,
    }),
    output: z.object({
      entries: z.array(ListedService),
      next: z.object({ at: z.iso.datetime(), id: z.uuid() }).nullable(),
    }),
    needs: 'seeReceipts',
    extendsSession: false,
    office: 'replicas',
  }),
  /** one entry with its slip and the slip's text; not_found */
  'cashServices.get': procedure({
    input: z.strictObject({ id: EntryId }),
    output: z.object({ entry: CashServiceEntry, doc: ReceiptDoc, text: z.string() }),
    needs: 'seeReceipts',
    extendsSession: false,
    office: 'replicas',
  }),
  /** prints it; not_found */
  'cashServices.print': procedure({
    input: z.strictObject({ id: EntryId, paper: Paper.optional() }),
    output: PrintedSlip,
    needs: 'printCopies',
    office: 'counter',
  }),
  /** what the business days come to, both included, by kind; kinds without an entry are left out */
  'cashServices.sums': procedure({
    input: z.strictObject({ counter: CounterId.optional(), from: Day, to: Day }),
    output: z.object({ sums: z.array(CashServiceSum) }),
    needs: 'seeBooks',
    extendsSession: false,
    office: 'replicas',
  }),
};
