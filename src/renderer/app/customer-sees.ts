import type { DisplayScene } from '../../shared/contract/display.ts';
import { normaliseCustomerNo } from '../../shared/domain/customer-no.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import type { BillState } from '../screens/bills/bill-store.ts';
import { saleBeingSent } from '../screens/sale/sale-being-sent.ts';
import { orderInput } from '../screens/sell/sell-draft.ts';
import type { SellState } from '../screens/sell/sell-store.ts';
import { clockSlack } from '../screens/sell/send-order.ts';

type Known = Readonly<Record<string, Transaction>>;

const idle: DisplayScene = { kind: 'idle' };

/** What the customer of a prepaid sale may see. What only stands in the field may be somebody else's number or name: it is not shown. */
export function sellScene({ draft, phase, saleId, pressedAt }: SellState, known: Known): DisplayScene {
  const { product, price, tendered } = draft;
  const customerNo = normaliseCustomerNo(draft.customerNo).slice(0, 31);
  if (phase === 'sending' || phase === 'done') {
    const input = orderInput(draft, {});
    const id = saleId ?? (input && saleBeingSent(known, input, pressedAt - clockSlack)?.id) ?? null;
    if (id !== null) return { kind: 'sale', id, tendered: null, asking: false };
  }
  if (product === null && customerNo === '') return idle;
  return {
    kind: 'draft',
    product: (product?.productName ?? product?.productCode ?? null)?.slice(0, 120) ?? null,
    customerNo: customerNo === '' ? null : customerNo,
    total: price,
    tendered,
    asking: phase === 'review',
  };
}

/** What the customer of a bill may see: nothing before the provider has named it. */
export function billScene({ phase, billId, tendered }: BillState): DisplayScene {
  return billId === null ? idle : { kind: 'sale', id: billId, tendered, asking: phase === 'review' };
}
