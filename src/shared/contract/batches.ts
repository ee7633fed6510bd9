import { z } from 'zod';
import { BatchState, maxBatchLines } from '../domain/batch.ts';
import { NullableString } from '../domain/common-schemas.ts';
import { Rupiah } from '../domain/money.ts';
import { MoneyAmount, MoneyMethod, PaymentPart } from '../domain/payment.ts';
import { type Permission } from '../domain/staff.ts';
import { saleWithoutCosts, Transaction } from '../domain/transaction.ts';
import { errorWithoutCosts, KonterError } from './errors.ts';
import {
  CashAmount,
  CustomerNo,
  nothing,
  overriding,
  PriceAmount,
  ProductCode,
  procedure,
  SaleId,
} from './procedure.ts';
import { AllowedCash, AllowedPrice, ModeField, Override, Payments, Repeat } from './selling.ts';

/** What a person allows for one line, as for a single sale. */
const Allowances = {
  ...Repeat,
  allowCutOff: z.boolean().optional(),
  allowMismatch: z.boolean().optional(),
  allowBelowCost: z.boolean().optional(),
  ...AllowedPrice,
};

const OrderLine = z.strictObject({
  productCode: ProductCode,
  customerNo: CustomerNo,
  sellingPrice: PriceAmount,
  ...Allowances,
});

/** An inquired bill. `total` as it was read back: another one by now is not paid (price_changed) */
const BillLine = z.strictObject({ id: SaleId, total: CashAmount.min(1), ...Repeat });

const LineInput = z.union([OrderLine, BillLine]);
export type BatchLineInput = z.infer<typeof LineInput>;

const Lines = z.array(LineInput).min(1).max(maxBatchLines);

/** The position of a line in its batch; the first is 1. */
const Position = z.int().min(1).max(maxBatchLines);

/** Several sales that a customer pays together: one total, one payment, one change. */
export const Batch = z.object({
  id: SaleId,
  createdAt: z.iso.datetime(),
  state: BatchState,
  /** why it waits; null: a person stopped the program or the batch, or it does not wait */
  pause: z.object({ position: Position, error: KonterError }).nullable(),
  total: Rupiah,
  /** by method, what all lines came with; empty: all in cash */
  payments: z.array(PaymentPart),
  /** cash handed over for the batch; null: none of it is paid in cash */
  tendered: Rupiah.nullable(),
  change: Rupiah,
  /** in the order of sending; each is a sale of its own */
  lines: z.array(
    z.object({
      position: Position,
      sale: Transaction,
      /** a person left it out: it is not sent */
      leftOut: z.boolean(),
      /** paid for and still to be sent, unless it is left out or the batch is stopped */
      isWaiting: z.boolean(),
    }),
  ),
  /** what is to be returned for lines that failed or are not sent any more, the way it was paid */
  toReturn: z.array(MoneyAmount),
});
export type Batch = z.infer<typeof Batch>;

export const batchWithoutCosts = (batch: Batch): Batch => ({
  ...batch,
  pause: batch.pause && { ...batch.pause, error: errorWithoutCosts(batch.pause.error) },
  lines: batch.lines.map((line) => ({ ...line, sale: saleWithoutCosts(line.sale) })),
});

const Whole = { id: SaleId };

function lineNeeds({ lines }: { lines: readonly BatchLineInput[] }): readonly Permission[] {
  const needed = lines.flatMap((line) =>
    'id' in line
      ? overriding('payBills', line.allowDuplicate)
      : overriding('sell', line.allowDuplicate, line.allowCutOff, line.allowBelowCost),
  );
  return [...new Set(needed)];
}

export const batches = {
  /**
   * What speaks against each line: null where it may be sent. Products are looked up; nothing is stored or sent, so what a person allows
   * needs no approval yet
   */
  'batches.check': procedure({
    input: z.strictObject({ lines: Lines, ...ModeField }),
    output: z.array(z.object({ position: Position, error: KonterError.nullable(), productName: NullableString })),
    needs: ({ lines }) => [...new Set(lines.map((line) => ('id' in line ? ('payBills' as const) : ('sell' as const))))],
    office: 'counter',
    costs: (lines) => lines.map((line) => ({ ...line, error: line.error && errorWithoutCosts(line.error) })),
  }),
  /**
   * Records what was paid and begins to send, one line after the other. Nothing is stored unless every line may be sent: else the
   * error of the first that may not, with its `position`. not_allowed, batch_open: another batch is not finished
   */
  'batches.create': procedure({
    input: z.strictObject({
      lines: Lines,
      tendered: CashAmount.optional(),
      payments: Payments.optional(),
      ...AllowedCash,
      ...ModeField,
      ...Override,
    }),
    output: Batch,
    needs: lineNeeds,
    pin: true,
    office: 'counter',
    costs: batchWithoutCosts,
  }),
  'batches.get': procedure({
    input: z.strictObject(Whole),
    output: Batch,
    needs: 'sell',
    extendsSession: false,
    office: 'own',
    costs: batchWithoutCosts,
  }),
  /** the batch whose lines wait or are being sent, else null */
  'batches.open': procedure({
    input: nothing,
    output: Batch.nullable(),
    needs: 'sell',
    extendsSession: false,
    office: 'own',
    costs: (batch) => batch && batchWithoutCosts(batch),
  }),
  /** Goes on with the lines that wait. `leaveOut`: lines that are not to be sent; `allow`: of one line, what it was refused for. */
  'batches.resume': procedure({
    input: z.strictObject({
      ...Whole,
      leaveOut: z.array(Position).max(maxBatchLines).optional(),
      allow: z.strictObject({ position: Position, ...Allowances }).optional(),
      ...ModeField,
      ...Override,
    }),
    output: Batch,
    needs: ({ allow }) => overriding('sell', allow?.allowDuplicate, allow?.allowCutOff, allow?.allowBelowCost),
    pin: true,
    office: 'counter',
    costs: batchWithoutCosts,
  }),
  /** Sends nothing more of it. A line that is being sent goes on. */
  'batches.stop': procedure({
    input: z.strictObject(Whole),
    output: Batch,
    needs: 'sell',
    office: 'counter',
    costs: batchWithoutCosts,
  }),
  /**
   * Records that all its money to return was handed back: by one method, or the way it was paid. not_allowed, batch_open: lines
   * still wait
   */
  'batches.giveBack': procedure({
    input: z.strictObject({ ...Whole, by: MoneyMethod.optional() }),
    output: Batch,
    needs: 'cashReturned',
    office: 'counter',
    costs: batchWithoutCosts,
  }),
};
