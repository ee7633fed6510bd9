import type { BatchLineInput } from '../../shared/contract/batches.ts';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Input } from '../../shared/contract/registry.ts';
import { isWaitingLine } from '../../shared/domain/batch.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { isoNow } from '../base/system.ts';
import { checkPay, payLine } from './pay-bill.ts';
import { checkOrder, orderLine } from './place-order.ts';
import { inBatchError, lineGoneError } from './refusals.ts';
import { flagged, newSale, revised } from './sale.ts';
import type { SalesContext } from './sales-ports.ts';

export type LineAsk = BatchLineInput;

/** What a person allowed for a line, as for a single sale. */
export type LineAllowances = Pick<
  Input<'order'>,
  | 'allowDuplicate'
  | 'duplicateOf'
  | 'duplicateAt'
  | 'allowCutOff'
  | 'allowMismatch'
  | 'allowBelowCost'
  | 'allowPrice'
  | 'reason'
>;

/** A line that may be sent, as the sale that it becomes; its money is still to be put in. */
export interface CheckedLine {
  /** 0 for one that is not stored yet */
  expectedRevision: number;
  sale: Transaction & { total: number };
}

/** Whether a line may be sent as it is asked for. Nothing is stored and nothing is sent but a look-up of the product. */
export async function checkLine(ports: SalesContext, input: LineAsk): Promise<Result<CheckedLine>> {
  if ('id' in input) {
    const checked = await checkPay(ports, input);
    if (!checked.ok) return checked;
    const { bill } = checked.value;
    if (isWaitingLine(bill)) return inBatchError(bill);
    const sale = revised(bill, isoNow(ports.clock), { flags: flagged(bill, 'batch_line') });
    return ok({ expectedRevision: bill.revision, sale: { ...sale, total: input.total } });
  }
  if (!ports.provider || !ports.callbackUrl) return fail('not_configured', 'The connection is not set up.');
  const checked = await checkOrder(ports, input, null);
  if (!checked.ok) return checked;
  const { product } = checked.value;
  const { customerNo, sellingPrice } = input;
  const fields = { kind: 'prepaid', state: 'unsent', productCode: product.productCode, customerNo } as const;
  const sale = newSale(ports, fields, product);
  return ok({ expectedRevision: 0, sale: { ...sale, total: sellingPrice, flags: ['batch_line'] } });
}

/** Sends a line of a batch. It leaves as any order or payment does; only its money was taken before. */
export async function sendLine(
  ports: SalesContext,
  saleId: string,
  { allowCutOff, allowMismatch, allowBelowCost, allowPrice: _before, ...allowed }: LineAllowances,
): Promise<Result<Transaction>> {
  const line = await ports.db.get(saleId);
  if (!line) return fail('not_found', 'There is no such line.');
  if (!isWaitingLine(line) || line.total === null) return lineGoneError(line);
  const { productCode, customerNo, total } = line;
  if (line.kind === 'postpaid') return payLine(ports, { id: saleId, total, ...allowed });
  // A price that is in the batch was paid, and asked about before.
  const more = { allowCutOff, allowMismatch, allowBelowCost, allowPrice: total };
  return orderLine(ports, { productCode, customerNo, sellingPrice: total, ...allowed, ...more }, line);
}
