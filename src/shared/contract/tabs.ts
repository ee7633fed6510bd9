import { z } from 'zod';
import { NullableString, PositiveInt } from '../domain/common-schemas.ts';
import { Rupiah } from '../domain/money.ts';
import { MoneyMethod, Settlement } from '../domain/payment.ts';
import { Paper } from '../domain/printer.ts';
import { saleWithoutCosts, Transaction } from '../domain/transaction.ts';
import { CounterId } from './office.ts';
import { CashAmount, nothing, procedure, Reference, SaleId } from './procedure.ts';
import { PrintedSlip } from './receipts.ts';

/** What one saved customer owes the shop. */
export const Tab = z.object({
  /** at an office: the counter whose customer it is */
  counter: CounterId.optional(),
  /** null: of customers who were erased from a database that was no longer in use */
  customerId: NullableString,
  /** null: not in the customer book any more */
  name: NullableString,
  /** all numbers of the customer, in full: the reminder goes to one of them */
  numbers: z.array(z.string()),
  /** for successes, less what was paid */
  owed: Rupiah,
  /** for sales that may still fail; their debt lapses then */
  unsettled: Rupiah,
  /** of which something is left */
  sales: PositiveInt,
  /** when the oldest of them was made */
  since: z.iso.datetime(),
  /** when the customer last paid of the tab; null: never */
  lastPaidAt: z.iso.datetime().nullable(),
});
export type Tab = z.infer<typeof Tab>;

export const tabs = {
  /** the largest debt first; `owed` is the sum of all */
  'tabs.list': procedure({
    input: nothing,
    output: z.object({ tabs: z.array(Tab), owed: Rupiah }),
    needs: 'sell',
    office: 'replicas',
  }),
  /**
   * with the sales of which something is left, oldest first, and the newest settlements, newest first. not_allowed,
   * nothing_owed
   */
  'tabs.get': procedure({
    input: z.strictObject({ customerId: SaleId }),
    output: z.object({ tab: Tab, sales: z.array(Transaction), settlements: z.array(Settlement) }),
    needs: 'sell',
    office: 'replicas',
    costs: (tab) => ({ ...tab, sales: tab.sales.map(saleWithoutCosts) }),
  }),
  /**
   * the customer pays of the tab, in part or whole: the oldest sale is paid first, cash goes into the drawer of the open shift.
   * invalid_input, more_than_owed; not_allowed, nothing_owed, tab_changed or shift_needed
   */
  'tabs.settle': procedure({
    input: z.strictObject({
      customerId: SaleId,
      amount: CashAmount.min(1),
      method: MoneyMethod,
      reference: Reference.optional(),
      /** what the page showed as owed: a tab with another debt by now, as after the same call before, takes nothing */
      owed: CashAmount.optional(),
    }),
    output: z.object({
      /** what is left; null: nothing */
      tab: Tab.nullable(),
      /** the sales that were paid, in part or whole */
      sales: z.array(Transaction),
      settlement: Settlement,
    }),
    needs: 'sell',
    office: 'counter',
    costs: (settled) => ({ ...settled, sales: settled.sales.map(saleWithoutCosts) }),
  }),
  /** prints the proof of one settlement, which also says what is left now. not_found */
  'tabs.print': procedure({
    input: z.strictObject({ customerId: SaleId, at: z.iso.datetime(), paper: Paper.optional() }),
    output: PrintedSlip,
    needs: 'sell',
    office: 'counter',
  }),
};
