import { z } from 'zod';
import { MemberState, maxMembers } from '../domain/bill-group.ts';
import { TableLayout, TableView } from '../domain/column-mapping.ts';
import { NonNegativeInt } from '../domain/common-schemas.ts';
import { Rupiah } from '../domain/money.ts';
import { Paper } from '../domain/printer.ts';
import { saleWithoutCosts, Transaction } from '../domain/transaction.ts';
import { errorWithoutCosts, KonterError } from './errors.ts';
import { ChosenFile, ExportFormat, FileTask, Separator, TaskId } from './files.ts';
import { CustomerNo, nothing, ProductCode, procedure, SaleId } from './procedure.ts';
import { PrintedSlip } from './receipts.ts';
import { ModeField } from './selling.ts';

const Name = z.string().trim().min(1).max(80);

/** One bill of a group, and how it stands today. */
export const GroupMember = z.object({
  id: SaleId,
  name: z.string(),
  /** who pays for it; empty: the member */
  payer: z.string(),
  productCode: z.string(),
  customerNo: z.string(),
  state: MemberState,
  /** the sale that says so; null: none does */
  sale: Transaction.nullable(),
  /** why today's last inquiry left no sale */
  error: KonterError.nullable(),
  /** what was paid here in the month before; null: nothing */
  lastMonth: Rupiah.nullable(),
  /** today */
  isAsked: z.boolean(),
});
export type GroupMember = z.infer<typeof GroupMember>;

/** A saved list of bills that are paid together (kolektif). */
export const BillGroup = z.object({
  id: SaleId,
  name: z.string(),
  consentAt: z.iso.datetime(),
  consentBy: z.string(),
  /** the shop's day, YYYY-MM-DD: on it the group goes by itself */
  purgeAt: z.iso.date(),
  /** the numbers are hidden from this person: the list cannot be changed */
  masked: z.boolean(),
  members: z.array(GroupMember),
  /** the inquiries that are made for it, or were made last; null: none since the program started */
  inquiries: z
    .object({
      isRunning: z.boolean(),
      done: NonNegativeInt,
      total: NonNegativeInt,
      /** what ended them before the last */
      error: KonterError.nullable(),
    })
    .nullable(),
});
export type BillGroup = z.infer<typeof BillGroup>;

const groupWithoutCosts = (group: BillGroup): BillGroup => ({
  ...group,
  members: group.members.map(({ sale, error, ...member }) => ({
    ...member,
    sale: sale && saleWithoutCosts(sale),
    error: error && errorWithoutCosts(error),
  })),
  inquiries: group.inquiries && {
    ...group.inquiries,
    error: group.inquiries.error && errorWithoutCosts(group.inquiries.error),
  },
});

const Column = z.string().max(200);

/** How a file with a group's list is read. */
export const MemberMapping = TableLayout.extend({
  columns: z.strictObject({ name: Column, productCode: Column, customerNo: Column, payer: Column.nullable() }),
});
export type MemberMapping = z.infer<typeof MemberMapping>;

/** The file's mapping, and its lines as it reads them: texts that a person still sees and mends. */
export const MemberProposal = TableView.extend({
  mapping: MemberMapping,
  lines: z.array(z.object({ name: z.string(), productCode: z.string(), customerNo: z.string(), payer: z.string() })),
});
export type MemberProposal = z.infer<typeof MemberProposal>;

const One = { id: SaleId };

export const billGroups = {
  /** by name */
  'billGroups.list': procedure({
    input: nothing,
    output: z.object({ groups: z.array(z.object({ id: SaleId, name: z.string(), members: NonNegativeInt })) }),
    needs: 'sell',
    extendsSession: false,
    office: 'counter',
  }),
  'billGroups.get': procedure({
    input: z.strictObject(One),
    output: BillGroup,
    needs: 'sell',
    extendsSession: false,
    office: 'counter',
    costs: groupWithoutCosts,
  }),
  /**
   * saves a group, or changes the one with that id, which needs a new consent. invalid_input, purge_day or number_twice; not_allowed for
   * somebody who may not see its numbers
   */
  'billGroups.save': procedure({
    input: z.strictObject({
      id: SaleId.optional(),
      name: Name,
      members: z
        .array(
          z.strictObject({
            name: Name,
            payer: z.string().trim().max(80),
            productCode: ProductCode,
            customerNo: CustomerNo,
          }),
        )
        .min(1)
        .max(maxMembers),
      /** the shop's day, YYYY-MM-DD; as that of a saved customer */
      purgeAt: z.iso.date(),
      /** each member was informed what is kept, what for and until when, and agreed */
      consent: z.literal(true),
    }),
    output: BillGroup,
    needs: 'sell',
    office: 'counter',
    costs: groupWithoutCosts,
  }),
  /** removes the list; sales stay as they are */
  'billGroups.forget': procedure({
    input: z.strictObject(One),
    output: z.object({}),
    needs: 'sell',
    office: 'counter',
  }),
  /**
   * begins to ask for the bills, one after the other with pauses: those of `members`, else each that has no answer of today and was not
   * paid here this month. not_allowed, list_running: another group is asked for
   */
  'billGroups.inquire': procedure({
    input: z.strictObject({ ...One, members: z.array(SaleId).min(1).max(maxMembers).optional(), ...ModeField }),
    output: BillGroup,
    needs: 'payBills',
    office: 'counter',
    costs: groupWithoutCosts,
  }),
  /** asks for no more; the inquiry under way is kept */
  'billGroups.stop': procedure({ input: nothing, output: z.object({}), needs: 'payBills', office: 'counter' }),
  /** the list for the collector, with masked numbers; at once or not at all, as no copy of it is kept */
  'billGroups.print': procedure({
    input: z.strictObject({ ...One, paper: Paper.optional() }),
    output: PrintedSlip,
    needs: 'printCopies',
    office: 'counter',
  }),
  /** the list as it stands, in a form that can be read in again; null: the person gave it no place */
  'billGroups.export': procedure({
    input: z.strictObject({ ...One, format: ExportFormat.extract(['csv', 'xlsx']), separator: Separator.optional() }),
    output: z.object({ task: FileTask.nullable() }),
    needs: 'exports',
    office: 'counter',
  }),
  /** asks for a file with a list; "page": the host's script brings it before this resolves */
  'billGroups.choose': procedure({ input: nothing, output: ChosenFile, needs: 'sell', office: 'counter' }),
  /** proposes how it is read; with `mapping`: what the person has corrected. Nothing is stored */
  'billGroups.readFile': procedure({
    input: z.strictObject({ file: TaskId, mapping: MemberMapping.optional() }),
    output: MemberProposal,
    needs: 'sell',
    office: 'counter',
  }),
};
