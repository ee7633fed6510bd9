import { z } from 'zod';
import { CustomerNo, ProductCode, SaleId } from './inputs.ts';
import { procedure } from './procedure.ts';

/** Nobody is remembered for longer without being asked again. */
export const longestKeepDays = 3 * 366;

const Name = z.string().trim().min(1).max(80);
const Note = z.string().trim().max(200);
const Label = z.string().trim().max(40);

/** One number of a customer, as its owner calls it: "home", "shop", "mother". */
export const SavedNumber = z.object({
  customerNo: z.string(),
  label: z.string(),
  /** what is usually bought for it */
  productCode: z.string().nullable(),
});
export type SavedNumber = z.infer<typeof SavedNumber>;

/** A customer who agreed to be remembered. */
export const SavedCustomer = z.object({
  id: SaleId,
  name: z.string(),
  note: z.string().nullable(),
  numbers: z.array(SavedNumber),
  /** when the customer agreed, and before whom */
  consentAt: z.iso.datetime(),
  consentBy: z.string(),
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
  productCode: z.string().nullable(),
});
export type CustomerSuggestion = z.infer<typeof CustomerSuggestion>;

export const customerBook = {
  /** remembers a customer, or changes the entry `id`, which asks for their consent anew */
  'customers.save': procedure(
    z.strictObject({
      id: SaleId.optional(),
      name: Name,
      note: Note.optional(),
      numbers: z
        .array(z.strictObject({ customerNo: CustomerNo, label: Label, productCode: ProductCode.optional() }))
        .min(1)
        .max(10),
      /** the shop's day, YYYY-MM-DD; `purge_day` where it is not ahead, or further than three years */
      purgeAt: z.iso.date(),
      /** the customer was told what is kept, what for and until when, and agreed */
      consent: z.literal(true),
    }),
    SavedCustomer,
  ),
  /** by the beginning of a number or of any word of a name, else all by name; a page at a time */
  'customers.list': procedure(
    z
      .strictObject({
        text: z.string().trim().max(100).optional(),
        cursor: z.string().max(200).optional(),
        limit: z.int().min(1).max(100).optional(),
      })
      .optional(),
    z.object({ customers: z.array(SavedCustomer), next: z.string().nullable(), total: z.int().nonnegative() }),
  ),
  /** at most 8, for what was typed so far: 3 digits, or 2 letters of a name */
  'customers.suggest': procedure(
    z.strictObject({ text: z.string().max(100) }),
    z.object({ suggestions: z.array(CustomerSuggestion).max(8) }),
  ),
  /** takes one entry out of the book; sales stay as they are */
  'customers.forget': procedure(z.strictObject({ id: SaleId }), z.object({})),
};
