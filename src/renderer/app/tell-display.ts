import type { DisplayScene } from '../../shared/contract/display.ts';
import { normaliseCustomerNo } from '../../shared/domain/customer-no.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { type BillState, useBill } from '../features/checkout/bills/bill-store.ts';
import { saleBeingSent } from '../features/checkout/sale/sale-being-sent.ts';
import { orderInput } from '../features/checkout/sell/sell-draft.ts';
import { type SellState, useSell } from '../features/checkout/sell/sell-store.ts';
import { clockSlack } from '../features/checkout/sell/send-order.ts';
import { call } from '../host/call.ts';
import { usePlaces } from '../state/places.ts';
import { useSales } from '../state/sales.ts';
import { useSettings } from '../state/settings.ts';

const idle: DisplayScene = { kind: 'idle' };

/** Keys come faster than that, and nobody reads faster. */
const everyMs = 120;

/** Tells main what the customer is to see, while the display is switched on. The one place where it is told. */
export function tellDisplay(): void {
  let selling: 'sell' | 'bills' = 'sell';
  let told = '';
  let waiting: number | undefined;
  const tell = (): void => {
    waiting = undefined;
    const { place } = usePlaces.getState();
    // Somebody who looks something up has still the same customer before them.
    if (place === 'sell' || place === 'bills') selling = place;
    if (useSettings.getState().view?.settings.display.on !== true) {
      told = '';
      return;
    }
    const scene: DisplayScene =
      selling === 'sell' ? sellScene(useSell.getState(), useSales.getState().byId) : billScene(useBill.getState());
    const text = JSON.stringify(scene);
    if (text === told) return;
    told = text;
    void call('display.show', scene);
  };
  const soon = (): void => {
    waiting ??= window.setTimeout(tell, everyMs);
  };
  for (const store of [useSell, useBill, useSales, usePlaces, useSettings]) store.subscribe(soon);
}

type Known = Readonly<Record<string, Transaction>>;

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
