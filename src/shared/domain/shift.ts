import { z } from 'zod';
import { CashServiceSum, ShiftPurse } from './cash-service-sums.ts';
import { NonNegativeInt, NullableInt, NullableString, PositiveInt } from './common-schemas.ts';
import { CarriedCash, CashCount, ShiftNumber } from './drawer-count.ts';
import { Rupiah } from './money.ts';
import { accountMethods, byMethod } from './payment.ts';
import { type KnownAmount, ReportRow } from './sales-report.ts';
import { isUnresolved, TransactionState } from './transaction.ts';

const Instant = z.iso.datetime();

/** A time at the drawer, from one count of its cash to the next. */
export const Shift = z.object({
  /** 1 is the database's first */
  number: ShiftNumber,
  /** the shop's calendar day of its opening, YYYY-MM-DD */
  day: z.iso.date(),
  openedAt: Instant,
  /** who that was, as they were called then; "cashier" where no person was signed in */
  openedBy: z.string(),
  /** counted at the opening */
  opening: Rupiah,
  /** null: only its sum was counted */
  openingCount: CashCount.nullable(),
  /** null: it is the first shift, or the last close had no count */
  carried: CarriedCash.nullable(),
  /** null while it is open */
  closed: z
    .object({
      at: Instant,
      by: z.string(),
      /** null: not counted, an older database was put back */
      counted: Rupiah.nullable(),
      /** null: only its sum was counted, or nothing */
      count: CashCount.nullable(),
      /** what should have been in the drawer; below zero when more was paid out than came in */
      expected: z.int(),
      /** counted less expected */
      difference: NullableInt,
    })
    .nullable(),
});
export type Shift = z.infer<typeof Shift>;

/** How the drawer's cash moved, in the order of the log: a sale of an earlier shift that was returned now counts here. */
export const ShiftCash = z.object({
  opening: Rupiah,
  /** for sales */
  taken: Rupiah,
  /** of sales */
  returned: Rupiah,
  paidIn: Rupiah,
  paidOut: Rupiah,
  /** cash that cash services brought, fees too, and what they handed out; left out by older versions */
  servicesIn: Rupiah.default(0),
  servicesOut: Rupiah.default(0),
  expected: z.int(),
});
export type ShiftCash = z.infer<typeof ShiftCash>;

/** What came in for sales by one method, and what was returned by it, in the order of the log. */
const MethodFlow = z.object({ taken: Rupiah, returned: Rupiah });

/** How money moved that is not in the drawer. What was paid of tabs is among what was taken, that in cash among the drawer's. */
export const ShiftMethods = z.object({
  ...byMethod(accountMethods, () => MethodFlow),
  /** put on tabs; paid of tabs, of whichever day and by whichever method, and of that in cash; lapsed with sales that failed */
  tab: z.object({ added: Rupiah, paid: Rupiah, paidInCash: Rupiah, lapsed: Rupiah }),
});
export type ShiftMethods = z.infer<typeof ShiftMethods>;

/** Cash put in or taken out that is about no sale. */
export const CashMove = z.object({
  seq: PositiveInt,
  at: Instant,
  by: z.string(),
  direction: z.enum(['in', 'out']),
  amount: Rupiah,
  /** one of the owner's, as it was called then; null: none */
  category: NullableString,
  /** null: erased */
  reason: NullableString,
});
export type CashMove = z.infer<typeof CashMove>;

/** Why the counted cash differed, in somebody's words. */
const ShiftNote = z.object({
  seq: PositiveInt,
  at: Instant,
  by: z.string(),
  /** null: erased */
  text: NullableString,
});
export type ShiftNote = z.infer<typeof ShiftNote>;

/** A sale that the next shift must look after: not settled, or its cash is to be returned. */
export const HandedOver = z.object({
  /** the sale's */
  id: z.string(),
  state: TransactionState,
  amount: Rupiah,
  /** in the drawer for it */
  cash: Rupiah,
});
export type HandedOver = z.infer<typeof HandedOver>;

/**
 * What the counter is to hand back, as the strip of unsettled money says it: the money of sales that failed, in cash and by other methods,
 * and the change that goes with it. Only `cash` is in the count of the drawer: the change was never of a sale.
 */
export const MoneyToReturn = z.object({ cash: Rupiah, other: Rupiah, change: Rupiah });
export type MoneyToReturn = z.infer<typeof MoneyToReturn>;

/** The one sum of it. Whole rupiah. */
export const sumToReturn = ({ cash, other, change }: MoneyToReturn): number => cash + other + change;

/**
 * What is odd about the times of a shift; its sums follow the log and are right all the same. "set_back": the clock went back
 * while it was open; "over_a_day": it was open for more than 24 hours, or the clock was set forward
 */
export const ShiftClock = z.enum(['set_back', 'over_a_day']);
export type ShiftClock = z.infer<typeof ShiftClock>;

/** What a shift comes to: "x" as it is now, "z" as it was when it was closed, for ever. */
export const ShiftReport = z.object({
  kind: z.enum(['x', 'z']),
  shift: Shift,
  /** of the sales that were sent in it */
  line: ReportRow,
  /** null: not shown before the drawer is counted */
  cash: ShiftCash.nullable(),
  methods: ShiftMethods,
  /** cash services that were recorded in it, by kind */
  services: z.array(CashServiceSum),
  /** null: the shop keeps none, or it is not shown before it is counted */
  purse: ShiftPurse.nullable(),
  moves: z.array(CashMove),
  /** written after the count, so the only part of a Z report that grows */
  notes: z.array(ShiftNote),
  /** null: its times are in order */
  clock: ShiftClock.nullable(),
  /** every sale of the counter that was open then, of whichever shift */
  handedOver: z.array(HandedOver),
  /** of `handedOver`: cash that is in the drawer, held apart, and not the shop's yet */
  heldApart: Rupiah,
  toReturn: MoneyToReturn,
  /** z: the closing itself; x: where the log ends now */
  head: z.object({
    terminal: z.string(),
    seq: NonNegativeInt,
    hash: z.string().regex(/^[0-9a-f]{64}$/),
    at: Instant,
  }),
});
export type ShiftReport = z.infer<typeof ShiftReport>;

/** Of the cash held apart: for sales that are not settled, and to be returned. Together they are `heldApart`. */
export function openCash({ handedOver }: Pick<ShiftReport, 'handedOver'>): { held: number; toReturn: number } {
  const sum = (sales: readonly HandedOver[]): number => sales.reduce((total, { cash }) => total + cash, 0);
  return {
    held: sum(handedOver.filter(({ state }) => isUnresolved(state))),
    toReturn: sum(handedOver.filter(({ state }) => !isUnresolved(state))),
  };
}

type Noted = Pick<ShiftReport, 'notes' | 'head'>;
/** Why the opening count differed: it stands in the log before the end of its report, what is said of the close after it. */
export const openingNotes = ({ notes, head }: Noted): ShiftNote[] => notes.filter(({ seq }) => seq <= head.seq);
/** Why the count at the close differed. */
export const closingNotes = ({ notes, head }: Noted): ShiftNote[] => notes.filter(({ seq }) => seq > head.seq);

/** For the person who works in it: without the shop's earnings. */
export function reportWithoutCosts(report: ShiftReport): ShiftReport {
  const { line } = report;
  const unknown = ({ without }: KnownAmount): KnownAmount => ({ amount: null, without });
  const earnings = { price: unknown(line.price), commission: unknown(line.commission), margin: unknown(line.margin) };
  return { ...report, line: { ...line, ...earnings } };
}

/** The report without anything that says what should be in the drawer. */
export function blindReport(report: ShiftReport): ShiftReport {
  return { ...report, cash: null, purse: null, line: { ...report.line, cash: null } };
}
