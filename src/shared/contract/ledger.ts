import { z } from 'zod';
import { NonNegativeInt, NullableString } from '../domain/common-schemas.ts';
import { CashCount, ShiftNumber, sumOfCount } from '../domain/drawer-count.ts';
import { DrawerSums } from '../domain/drawer-sums.ts';
import { Paper } from '../domain/printer.ts';
import { ReportRow } from '../domain/sales-report.ts';
import { CashMove, reportWithoutCosts, Shift, ShiftReport } from '../domain/shift.ts';
import { CounterId } from './office.ts';
import { CashCategory, CashDifference, DrawerAmount, nothing, PageLimit, Pin, procedure, Reason } from './procedure.ts';
import { PrintedSlip } from './receipts.ts';

const Day = z.iso.date();
const filters = {
  /** at an office: of this counter alone; a shift is always of one */
  counter: CounterId.optional(),
  shift: ShiftNumber.optional(),
  /** the journal's actor: a person's id, "cashier" when no person was signed in */
  cashier: z.string().max(64).optional(),
  /** the supervisor's: shows the cash also of the days of an open shift, whose drawer is to be counted blind */
  pin: Pin.optional(),
};

export const BookBy = z.enum(['day', 'month', 'hour', 'product', 'brand', 'cashier', 'shift', 'counter']);
export type BookBy = z.infer<typeof BookBy>;

/** One line for each of what was asked for. */
export const NamedLine = z.object({
  /**
   * YYYY-MM-DD; YYYY-MM; the hour 00 to 23 of the shop's clock in its present time zone; the product's code; the brand, the actor or the
   * shift's number. Empty: the provider named no brand, it was not sent here, no shift was open
   */
  key: z.string(),
  /** of a product: the provider's latest name; of a cashier: their present name */
  name: NullableString,
  line: ReportRow,
});
export type NamedLine = z.infer<typeof NamedLine>;

/** How far the sums of an older database are made: until then they hold less than was sold. null: they are whole. */
const Filling = z.object({ done: NonNegativeInt, total: NonNegativeInt }).nullable();

/** The first of these days whose cash is left out, as that of all later ones: a shift is open, and its drawer is counted blind. Left out: none is. */
const CashHiddenFrom = Day.optional();

export const books = {
  /** one business day, today if none is named */
  'books.day': procedure({
    input: z.strictObject({ day: Day.optional(), ...filters }).optional(),
    output: z.object({
      day: Day,
      total: ReportRow,
      hours: z.array(NamedLine),
      cashiers: z.array(NamedLine),
      shifts: z.array(NamedLine),
      filling: Filling,
      cashHiddenFrom: CashHiddenFrom,
    }),
    needs: 'seeBooks',
    extendsSession: false,
    office: 'replicas',
  }),
  /**
   * Business days from one to another, both included. Days, months, hours and shifts come in their order, the others by turnover,
   * largest first; equal ones by key.
   */
  'books.range': procedure({
    input: z.strictObject({
      from: Day,
      to: Day,
      by: BookBy,
      ...filters,
      /** by the hour: of each day only the hours before this one, so that today can be compared with a whole day */
      untilHour: z.int().min(0).max(23).optional(),
      /** `next` of the page before */
      cursor: z.string().max(400).optional(),
      limit: z.int().min(1).max(500).optional(),
    }),
    output: z.object({
      lines: z.array(NamedLine),
      next: NullableString,
      total: ReportRow,
      filling: Filling,
      cashHiddenFrom: CashHiddenFrom,
    }),
    needs: 'seeBooks',
    extendsSession: false,
    office: 'replicas',
  }),
  /** differences and moves of the drawers of shifts that were opened on these days; hides nothing that a blind count needs hidden */
  'books.drawers': procedure({
    input: z.strictObject({ from: Day, to: Day, counter: CounterId.optional() }),
    output: DrawerSums,
    needs: 'seeBooks',
    extendsSession: false,
    office: 'replicas',
  }),
  /** computes all sums again from the sales and their events, beside selling; `filling` reports the progress */
  'books.rebuild': procedure({
    input: z.strictObject({ pin: Pin.optional() }).optional(),
    output: z.object({}),
    needs: 'seeBooks',
    office: 'counter',
  }),
};

const Move = procedure({
  input: z.strictObject({
    amount: DrawerAmount.min(1),
    reason: Reason,
    /** one of the setting `cashCategories` */
    category: CashCategory.optional(),
    /** how many moves of the shift the caller has seen: a call that is repeated because its answer was lost moves nothing twice */
    known: z.int().min(0).optional(),
  }),
  output: CashMove,
  needs: 'moveCash',
  office: 'counter',
});
const Counted = z.strictObject({
  counted: DrawerAmount,
  /** what that is the sum of; the setting `drawerCount` may require it */
  count: CashCount.optional(),
});
const addsUp = ({ counted, count }: z.infer<typeof Counted>): boolean =>
  count === undefined || sumOfCount(count) === counted;
const notTheSum = { message: 'not the sum of the count', path: ['counted'] };
const Which = {
  /** at an office: whose shift */
  counter: CounterId.optional(),
  /** the open one, if none is named */
  number: ShiftNumber.optional(),
  /** of an open one: with what should be in the drawer; needs `pin`, and is written into the log */
  withCash: z.boolean().optional(),
  pin: Pin.optional(),
};

export const shifts = {
  /** `required`: nothing is sold while none is open */
  'shifts.current': procedure({
    input: nothing,
    output: z.object({ shift: Shift.nullable(), required: z.boolean() }),
    needs: 'signedIn',
    extendsSession: false,
    office: 'own',
  }),
  /**
   * not_allowed, shift_open: one is open already; opening_differs: the count is another than at the last close, as `carried` of the
   * error says. Then a person counts again, or accepts that difference and says why
   */
  'shifts.open': procedure({
    input: Counted.extend({
      accept: z.strictObject({ difference: CashDifference, reason: Reason }).optional(),
    }).refine(addsUp, notTheSum),
    output: Shift,
    needs: 'shifts',
    office: 'counter',
  }),
  /** cash put into the drawer, or taken out, that is about no sale. not_allowed, no_shift_open or moved_meanwhile */
  'shifts.payIn': Move,
  'shifts.payOut': Move,
  /** of an open shift the X report, of a closed one its Z report */
  'shifts.report': procedure({
    input: z.strictObject(Which).optional(),
    output: ShiftReport,
    needs: 'shifts',
    office: 'replicas',
    costs: reportWithoutCosts,
  }),
  /**
   * Closes a shift by its count; the expected cash is shown only afterwards. `number`: the shift whose drawer was counted,
   * where the caller knows it; another shift is not closed with that count. not_allowed: no_shift_open; shift_closed: that
   * shift was closed meanwhile
   */
  'shifts.close': procedure({
    input: Counted.extend({
      number: ShiftNumber.optional(),
      /** what is in the purse, where the shop keeps one; left out: it was not counted */
      purse: DrawerAmount.optional(),
    }).refine(addsUp, notTheSum),
    output: ShiftReport,
    needs: 'shifts',
    office: 'counter',
    costs: reportWithoutCosts,
  }),
  /**
   * Notes why the counted cash differs; the report itself stays as it was. not_allowed, shift_not_last: the next shift is closed
   * already
   */
  'shifts.explain': procedure({
    input: z.strictObject({ number: ShiftNumber, note: Reason }),
    output: ShiftReport,
    needs: 'shifts',
    office: 'counter',
  }),
  /** newest first; `before` is a shift's number, at an office of the counter that is named */
  'shifts.list': procedure({
    input: z
      .strictObject({
        counter: CounterId.optional(),
        before: ShiftNumber.optional(),
        limit: PageLimit,
      })
      .optional(),
    output: z.object({
      shifts: z.array(Shift),
      /** at an office: of each shift in turn, whose it is */
      counters: z.array(CounterId).optional(),
    }),
    needs: 'shifts',
    office: 'replicas',
  }),
  /** prints the report, a Z with the place in the log where the shift was closed */
  'shifts.print': procedure({
    input: z.strictObject({ ...Which, paper: Paper.optional() }).optional(),
    output: PrintedSlip,
    needs: 'shifts',
    office: 'replicas',
  }),
};
