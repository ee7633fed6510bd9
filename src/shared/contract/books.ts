import { z } from 'zod';
import { ReportRow } from '../domain/sales-report.ts';
import { ShiftNumber } from '../domain/shift.ts';
import { Pin } from './inputs.ts';
import { procedure } from './procedure.ts';

const Day = z.iso.date();
const filters = {
  shift: ShiftNumber.optional(),
  /** the actor of the log: a person's id, "cashier" where nobody was signed in */
  cashier: z.string().max(64).optional(),
  /** the supervisor's: shows the cash also while a shift is open, whose drawer is to be counted blind */
  pin: Pin.optional(),
};

export const BookBy = z.enum(['day', 'hour', 'product', 'brand', 'cashier', 'shift']);
export type BookBy = z.infer<typeof BookBy>;

/** One line for each of what was asked for. */
export const NamedLine = z.object({
  /**
   * YYYY-MM-DD; the hour 00 to 23 of the shop's clock as its time zone is set now; the product's code; the brand, the actor
   * or the shift's number. Empty: the provider named no brand, nobody here sent it, no shift was open
   */
  key: z.string(),
  /** of a product: as the provider last called it; of a cashier: what they are called now */
  name: z.string().nullable(),
  line: ReportRow,
});
export type NamedLine = z.infer<typeof NamedLine>;

/** How far the sums of an older database are made: until then they hold less than was sold. null: they are whole. */
const Filling = z.object({ done: z.int().nonnegative(), total: z.int().nonnegative() }).nullable();

export const books = {
  /** one business day, today if none is named */
  'books.day': procedure(
    z.strictObject({ day: Day.optional(), ...filters }).optional(),
    z.object({
      day: Day,
      total: ReportRow,
      hours: z.array(NamedLine),
      cashiers: z.array(NamedLine),
      shifts: z.array(NamedLine),
      filling: Filling,
    }),
  ),
  /**
   * Business days from one to another, both included. Days, hours and shifts come in their order, the others by turnover,
   * largest first; equal ones by key.
   */
  'books.range': procedure(
    z.strictObject({
      from: Day,
      to: Day,
      by: BookBy,
      ...filters,
      /** `next` of the page before */
      cursor: z.string().max(400).optional(),
      limit: z.int().min(1).max(500).optional(),
    }),
    z.object({ lines: z.array(NamedLine), next: z.string().nullable(), total: ReportRow, filling: Filling }),
  ),
  /** makes all sums anew from the sales and their log, beside selling; see `filling` for how far they are */
  'books.rebuild': procedure(z.strictObject({ pin: Pin.optional() }).optional(), z.object({})),
};
