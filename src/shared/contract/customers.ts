import { z } from 'zod';
import { CustomerNo, Pin } from './inputs.ts';
import { nothing, procedure } from './procedure.ts';

/** One customer as the receipts know them. */
export const CustomerFound = z.object({
  customerNo: z.string(),
  /** as providers wrote them */
  names: z.array(z.string()),
  sales: z.int().nonnegative(),
  /** of those, not settled or with cash owed: as long as there are any, nothing can be erased */
  unsettled: z.int().nonnegative(),
  lastAt: z.iso.datetime(),
});
export type CustomerFound = z.infer<typeof CustomerFound>;

/** What an erasure did, and where Konter cannot reach. */
export const CustomerErased = z.object({
  sales: z.int().nonnegative(),
  /** messages of the provider that belonged to no sale */
  webhooks: z.int().nonnegative(),
  /** entries of the customer book that held the number; they go whole */
  saved: z.int().nonnegative(),
  /** unused parts of the file may hold traces until the program is closed */
  leftovers: z.boolean(),
  /** copies that still hold it; each restores without it */
  copies: z.int().nonnegative(),
  /** of those, copies under an earlier code: Konter never takes them away */
  oldCopies: z.int().nonnegative(),
  /** databases put aside at a restore that could not be opened, by name */
  unreached: z.array(z.string()),
});
export type CustomerErased = z.infer<typeof CustomerErased>;

export const customers = {
  /** customers by a number in any spelling, or by any part of a name; the ones seen last first, at most 20 */
  'customers.find': procedure(
    z.strictObject({ text: z.string().trim().min(3).max(100) }),
    z.object({ customers: z.array(CustomerFound) }),
  ),
  /** everything that is held on one number: to be read, and to be read by programs. Nothing is changed */
  'customers.export': procedure(
    z.strictObject({ customerNo: CustomerNo, pin: Pin.optional() }),
    z.object({ name: z.string(), text: z.string(), json: z.string() }),
  ),
  /** erases one customer for good; sums, receipt numbers and the chain of the log stay */
  'customers.erase': procedure(
    z.strictObject({
      customerNo: CustomerNo,
      /** the number as the person typed it once more */
      readBack: CustomerNo,
      reason: z.string().trim().min(3).max(500),
      pin: Pin.optional(),
    }),
    CustomerErased,
  ),
  /** sales that are still to be erased, and whether traces may be left in the file */
  'customers.state': procedure(
    nothing,
    z.object({ waiting: z.int().nonnegative(), leftovers: z.boolean(), erasures: z.int().nonnegative() }),
  ),
};
