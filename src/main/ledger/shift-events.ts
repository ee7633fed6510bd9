import { z } from 'zod';
import { Rupiah } from '../../shared/domain/money.ts';
import { LedgerTotals, OpenTotals } from '../../shared/domain/sales-report.ts';
import { ShiftCash, ShiftNumber } from '../../shared/domain/shift.ts';
import { TransactionState } from '../../shared/domain/transaction.ts';
import { jsonText } from '../db/statements.ts';

/** id, state, amount, cash in the drawer */
const OpenSale = z.tuple([z.string(), TransactionState, Rupiah, Rupiah]);

/** What a shift's first event holds. */
export const OpenedData = jsonText.pipe(
  z.object({
    shift: ShiftNumber,
    day: z.iso.date(),
    counted: Rupiah,
    /** what the shift before has left open */
    takenOver: z.array(OpenSale),
  }),
);

/** What its last event holds: all that its report will ever say. */
export const ClosedData = z.object({
  shift: ShiftNumber,
  terminal: z.string(),
  counted: Rupiah.nullable(),
  difference: z.int().nullable(),
  drawer: ShiftCash,
  sums: LedgerTotals,
  open: OpenTotals,
  handedOver: z.array(OpenSale),
});
export type ClosedData = z.infer<typeof ClosedData>;
export const ClosedText = jsonText.pipe(ClosedData);

export const MovedData = jsonText.pipe(z.object({ shift: ShiftNumber, amount: Rupiah }));
