import { z } from 'zod';
import { Paper } from '../domain/receipt/doc.ts';
import { CashMove, Shift, ShiftNumber, ShiftReport } from '../domain/shift.ts';
import { CashAmount, Pin } from './inputs.ts';
import { nothing, procedure } from './procedure.ts';

const Move = procedure(
  z.strictObject({ amount: CashAmount.min(1), reason: z.string().trim().min(3).max(200) }),
  CashMove,
);
const Counted = z.strictObject({ counted: CashAmount });
const Which = {
  /** the open one, if none is named */
  number: ShiftNumber.optional(),
  /** of an open one: with what should be in the drawer; needs `pin`, and is written into the log */
  withCash: z.boolean().optional(),
  pin: Pin.optional(),
};

export const shifts = {
  /** `required`: nothing is sold while none is open */
  'shifts.current': procedure(nothing, z.object({ shift: Shift.nullable(), required: z.boolean() })),
  /** not_allowed, shift_open: one is open already */
  'shifts.open': procedure(Counted, Shift),
  /** cash put into the drawer, or taken out, that is about no sale. not_allowed, no_shift_open */
  'shifts.payIn': Move,
  'shifts.payOut': Move,
  /** of an open shift the X report, of a closed one its Z report */
  'shifts.report': procedure(z.strictObject(Which).optional(), ShiftReport),
  /**
   * Counts first, and is told only then what should have been there. `number`: the shift whose drawer was counted, where the
   * caller knows; another one is not closed with that count. not_allowed, no_shift_open; shift_closed: that one was, meanwhile
   */
  'shifts.close': procedure(Counted.extend({ number: ShiftNumber.optional() }), ShiftReport),
  /** newest first; `before` is a shift's number */
  'shifts.list': procedure(
    z.strictObject({ before: ShiftNumber.optional(), limit: z.int().min(1).max(200).optional() }).optional(),
    z.object({ shifts: z.array(Shift) }),
  ),
  /** prints the report, a Z with the place in the log where the shift was closed */
  'shifts.print': procedure(
    z.strictObject({ ...Which, paper: Paper.optional() }).optional(),
    z.object({
      /** as receipts.print */
      via: z.enum(['system', 'page']),
      url: z.string().nullable(),
      text: z.string(),
    }),
  ),
};
