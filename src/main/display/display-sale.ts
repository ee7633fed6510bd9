import type { DisplayScene } from '../../shared/contract/display.ts';
import { cashShortfall, changeDue } from '../../shared/domain/cash.ts';
import type { DisplayResult, DisplaySale } from '../../shared/domain/display.ts';
import type { Transaction, TransactionState } from '../../shared/domain/transaction.ts';

const results: Readonly<Record<TransactionState, DisplayResult | null>> = {
  inquired: null,
  expired: null,
  sending: 'sending',
  pending: 'pending',
  success: 'success',
  failed: 'failed',
  unsent: 'failed',
  unknown: 'unsure',
  disputed: 'unsure',
};

/** Nothing more is waited for at the counter. */
export const isOver = ({ result }: DisplaySale): boolean => result === 'success' || result === 'failed';

/** What the book says of a sale, as its customer may see it. @param about of a bill that is not paid yet */
export function saleOnDisplay(sale: Transaction, about: { tendered: number | null; asking: boolean }): DisplaySale {
  const result = results[sale.state];
  const tendered = result === null ? about.tendered : sale.tendered;
  return {
    product: cut(sale.productName ?? sale.productCode),
    customerNo: sale.customerNo.slice(0, 64),
    // Asked about, a name helps; once it is over it is nobody's business in the queue.
    customerName: result === null ? cut(sale.customerName) : null,
    total: sale.total,
    tendered,
    change: result === null ? changeOf(sale.total, tendered) : sale.change,
    asking: about.asking && result === null,
    result,
    proof: null,
  };
}

/** What is being put together, as the cashier's page tells it. */
export function draftOnDisplay(draft: Extract<DisplayScene, { kind: 'draft' }>): DisplaySale {
  const { product, customerNo, total, tendered, asking } = draft;
  const change = changeOf(total, tendered);
  return { ...nothingYet, product, customerNo: customerNo === '' ? null : customerNo, total, tendered, change, asking };
}

const nothingYet = { customerName: null, result: null, proof: null } as const;

/** Obviously made up, and no success is claimed. */
export const testOnDisplay: DisplaySale = {
  ...nothingYet,
  product: 'Contoh 10.000',
  customerNo: '081234567890',
  total: 12_000,
  tendered: 20_000,
  change: 8000,
  asking: true,
};

const changeOf = (total: number | null, tendered: number | null): number | null =>
  total === null || tendered === null || cashShortfall(total, tendered) > 0 ? null : changeDue(total, tendered);

const cut = (text: string | null): string | null => text?.slice(0, 120) ?? null;
