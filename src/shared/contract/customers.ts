import { z } from 'zod';
import { NonNegativeInt, NullableString } from '../domain/common-schemas.ts';
import { Paper } from '../domain/printer.ts';
import { CustomerNo, LongReason, nothing, Pin, ProductCode, procedure, SaleId } from './procedure.ts';
import { PrintedSlip } from './receipts.ts';

/** One customer as the receipts know them. */
export const CustomerFound = z.object({
  customerNo: z.string(),
  /** as providers wrote them */
  names: z.array(z.string()),
  sales: NonNegativeInt,
  /** of those, unsettled or with cash owed: while there are any, nothing can be erased */
  unsettled: NonNegativeInt,
  lastAt: z.iso.datetime(),
});
export type CustomerFound = z.infer<typeof CustomerFound>;

/** The result of an erasure, and the copies that Konter cannot reach. */
export const CustomerErased = z.object({
  sales: NonNegativeInt,
  /** messages of the provider that belonged to no sale */
  webhooks: NonNegativeInt,
  /** entries of the customer book that held the number; they go whole */
  saved: NonNegativeInt,
  /** unused parts of the file may hold traces until the program is closed */
  leftovers: z.boolean(),
  /** copies that still hold it; each restores without it */
  copies: NonNegativeInt,
  /** of those, backups under an earlier code: Konter never removes them */
  oldCopies: NonNegativeInt,
  /** databases replaced at a restore that could not be opened, by name */
  unreached: z.array(z.string()),
  /** the relay may still hold the provider's messages; it is asked again every hour */
  atRelay: z.boolean(),
  /** the other counters of the shop erase theirs: the relay notifies them, or is to get it yet; "none": there are no others */
  others: z.enum(['none', 'posted', 'waiting']),
});
export type CustomerErased = z.infer<typeof CustomerErased>;

/** Who is behind an electricity meter, as the provider knows it. A null name: it knows no such meter. */
export const MeterName = z.object({ name: NullableString, power: NullableString });
export type MeterName = z.infer<typeof MeterName>;

export const meters = {
  /** whose meter a token is for, for its read-back; null: the provider cannot be asked, does not answer, or it is no token */
  'meters.name': procedure({
    input: z.strictObject({ productCode: ProductCode, customerNo: CustomerNo }),
    output: MeterName.nullable(),
    needs: 'sell',
    office: 'counter',
  }),
};

export const customers = {
  /** customers by a number in any spelling, or by any part of a name; the ones seen last first, at most 20 */
  'customers.find': procedure({
    input: z.strictObject({ text: z.string().trim().min(3).max(100) }),
    output: z.object({ customers: z.array(CustomerFound) }),
    needs: 'customersFind',
    office: 'replicas',
  }),
  /** everything that is held on one number: to be read, and to be read by programs. Nothing is changed */
  'customers.export': procedure({
    input: z.strictObject({ customerNo: CustomerNo, pin: Pin.optional() }),
    output: z.object({ name: z.string(), text: z.string(), json: z.string() }),
    needs: 'customersExport',
    office: 'counter',
  }),
  /** everybody whose data this counter holds, as a file, with a draft of the notice that the law wants after a breach */
  'customers.affected': procedure({
    input: z.strictObject({ pin: Pin.optional() }),
    output: z.object({ count: NonNegativeInt, name: z.string(), csv: z.string(), notice: z.string() }),
    needs: 'customersExport',
    office: 'counter',
  }),
  /** prints what hangs at the till: what is kept of customers, and what they may ask for */
  'customers.printNotice': procedure({
    input: z.strictObject({ paper: Paper.optional() }).optional(),
    output: PrintedSlip,
    needs: 'seeBooks',
    office: 'counter',
  }),
  /** erases one customer for good; sums, receipt numbers and the chain of the log stay */
  'customers.erase': procedure({
    input: z.strictObject({
      customerNo: CustomerNo,
      /** the number as the person typed it once more */
      readBack: CustomerNo,
      reason: LongReason,
      pin: Pin.optional(),
    }),
    output: CustomerErased,
    needs: 'customersErase',
    office: 'own',
  }),
  /** sales that are still to be erased, and whether traces may be left in the file or erased customers' messages at the relay */
  'customers.state': procedure({
    input: nothing,
    output: z.object({
      waiting: NonNegativeInt,
      leftovers: z.boolean(),
      atRelay: z.boolean(),
      erasures: NonNegativeInt,
      /** of those, the ones of which the relay is still to notify the other counters of the shop */
      toOthers: NonNegativeInt,
    }),
    needs: 'customersFind',
    extendsSession: false,
    office: 'own',
  }),
};

/** No customer is kept for longer without a new consent. */
export const longestKeepDays = 3 * 366;

const Name = z.string().trim().min(1).max(80);
const Note = z.string().trim().max(200);
const Label = z.string().trim().max(40);

/** One number of a customer, as its owner calls it: "home", "shop", "mother". */
export const SavedNumber = z.object({
  customerNo: z.string(),
  label: z.string(),
  /** the product usually bought for the number */
  productCode: NullableString,
});
export type SavedNumber = z.infer<typeof SavedNumber>;

/** A customer who agreed to be remembered, or whose name alone is kept because they owe the shop. */
export const SavedCustomer = z.object({
  id: SaleId,
  name: z.string(),
  note: NullableString,
  numbers: z.array(SavedNumber),
  /** when the customer agreed; without consent, when the name was written down */
  consentAt: z.iso.datetime(),
  /** before whom; null: the customer has not agreed yet, and the name stays only while something is on the tab */
  consentBy: NullableString,
  /** the shop's day, YYYY-MM-DD: on it the entry goes by itself */
  purgeAt: z.iso.date(),
  /** the numbers and the note are hidden from this person: the entry cannot be changed */
  masked: z.boolean(),
});
export type SavedCustomer = z.infer<typeof SavedCustomer>;

/** One number to go on with, for the field where it is typed. */
export const CustomerSuggestion = z.object({
  id: SaleId,
  name: z.string(),
  customerNo: z.string(),
  label: z.string(),
  productCode: NullableString,
});
export type CustomerSuggestion = z.infer<typeof CustomerSuggestion>;

export const customerBook = {
  /** saves a customer, or changes the entry `id`, which needs a new consent */
  'customers.save': procedure({
    input: z.strictObject({
      id: SaleId.optional(),
      name: Name,
      note: Note.optional(),
      numbers: z
        .array(z.strictObject({ customerNo: CustomerNo, label: Label, productCode: ProductCode.optional() }))
        .min(1)
        .max(10),
      /** the shop's day, YYYY-MM-DD; `purge_day` where it is not ahead, or further than three years */
      purgeAt: z.iso.date(),
      /** the customer was informed what is kept, what for and until when, and agreed */
      consent: z.literal(true),
    }),
    output: SavedCustomer,
    needs: 'sell',
    office: 'own',
  }),
  /**
   * writes down the name of a new customer for a tab: number, months and consent come later by `customers.save`. No field distinguishes two
   * people of one name apart. invalid_input, name_taken. With `id`, the name of a customer whose tab is open and who is not saved any
   * more, as after a correction; not_found: there is none such
   */
  'customers.addDebtor': procedure({
    input: z.strictObject({ name: Name.regex(/\p{L}/u), id: SaleId.optional() }),
    output: SavedCustomer,
    needs: 'sell',
    office: 'own',
  }),
  /** by the beginning of a number or of any word of a name, else all by name; a page at a time */
  'customers.list': procedure({
    input: z
      .strictObject({
        text: z.string().trim().max(100).optional(),
        cursor: z.string().max(200).optional(),
        limit: z.int().min(1).max(100).optional(),
      })
      .optional(),
    output: z.object({ customers: z.array(SavedCustomer), next: NullableString, total: NonNegativeInt }),
    needs: 'sell',
    office: 'own',
  }),
  /** at most 8, for the text typed so far: 3 digits, or 2 letters of a name */
  'customers.suggest': procedure({
    input: z.strictObject({ text: z.string().max(100) }),
    output: z.object({ suggestions: z.array(CustomerSuggestion).max(8) }),
    needs: 'sell',
    extendsSession: false,
    office: 'own',
  }),
  /** takes one entry out of the book; sales stay as they are */
  'customers.forget': procedure({
    input: z.strictObject({ id: SaleId }),
    output: z.object({}),
    needs: 'sell',
    office: 'own',
  }),
};
