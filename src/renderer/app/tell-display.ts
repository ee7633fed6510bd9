import type { DisplayScene } from '../../shared/contract/display.ts';
import { normaliseCustomerNo } from '../../shared/domain/customer-no.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { type BillCheckout, type OrderCheckout, saleOfOrder, useCheckout } from '../features/checkout/index.ts';
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
    const { order, bill } = useCheckout.getState();
    const scene = selling === 'sell' ? sellScene(order, useSales.getState().byId) : billScene(bill);
    const text = JSON.stringify(scene);
    if (text === told) return;
    told = text;
    void call('display.show', scene);
  };
  const soon = (): void => {
    waiting ??= window.setTimeout(tell, everyMs);
  };
  for (const store of [useCheckout, useSales, usePlaces, useSettings]) store.subscribe(soon);
}

type Known = Readonly<Record<string, Transaction>>;

/** What the customer of a prepaid sale may see. What only stands in the field may be somebody else's number or name: it is not shown. */
export function sellScene(order: OrderCheckout, known: Known): DisplayScene {
  const { draft, phase } = order;
  const { product, price, tendered } = draft;
  const customerNo = normaliseCustomerNo(draft.customerNo).slice(0, 31);
  if (phase === 'sending' || phase === 'result') {
    const id = order.saleId ?? saleOfOrder(order, known)?.id ?? null;
    if (id !== null) return { kind: 'sale', id, tendered: null, asking: false };
  }
  if (product === null && customerNo === '') return idle;
  return {
    kind: 'draft',
    product: (product?.productName ?? product?.productCode ?? null)?.slice(0, 120) ?? null,
    customerNo: customerNo === '' ? null : customerNo,
    total: price,
    tendered,
    asking: phase === 'confirm',
  };
}

/** What the customer of a bill may see: nothing before the provider has named it. */
export function billScene({ phase, saleId, tendered }: BillCheckout): DisplayScene {
  return saleId === null ? idle : { kind: 'sale', id: saleId, tendered, asking: phase === 'confirm' };
}
