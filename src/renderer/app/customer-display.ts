import type { DisplayScene } from '../../shared/contract/display.ts';
import { normaliseCustomerNo } from '../../shared/domain/customer-no.ts';
import type { EntryStep } from '../../shared/domain/entry.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import {
  type BillCheckout,
  type OrderCheckout,
  paymentsToShow,
  qrisDueOf,
  saleOfOrder,
  useCheckout,
} from '../features/checkout/index.ts';
import { usePriceCheck } from '../features/prices/index.ts';
import { call } from '../host/call.ts';
import type { Offer } from '../state/offers.ts';
import { useRouter } from '../state/router.ts';
import { useSales } from '../state/sales.ts';
import { useSettings } from '../state/settings.ts';

const idle: DisplayScene = { kind: 'idle' };

/** Keys come faster, and a customer reads slower. */
const intervalMs = 120;

/** Sends main the scene of the customer's display while the display is switched on; the next once it has the one before. */
export function startCustomerDisplay(): void {
  let screen: 'sell' | 'bills' = 'sell';
  let sent = '';
  /** a scene waits, or is on its way */
  let isBusy = false;
  /** Resolves to whether main took a new scene: another may have come meanwhile. */
  const send = async (): Promise<boolean> => {
    const { route } = useRouter.getState();
    // A cashier who looks something up still serves the same customer.
    if (route === 'sell' || route === 'bills') screen = route;
    if (useSettings.getState().view?.settings.display.on !== true) {
      sent = '';
      return false;
    }
    const { order, bill } = useCheckout.getState();
    const { shown } = usePriceCheck.getState();
    const scene =
      shown !== null
        ? priceScene(shown)
        : screen === 'sell'
          ? orderScene(order, useSales.getState().byId)
          : billScene(bill, useSales.getState().byId);
    const text = JSON.stringify(scene);
    if (text === sent) return false;
    const { ok } = await call('display.show', scene);
    // What main did not take is sent again with the next change.
    sent = ok ? text : '';
    return ok;
  };
  const run = async (): Promise<void> => {
    const isSent = await send();
    isBusy = false;
    if (isSent) schedule();
  };
  const schedule = (): void => {
    if (isBusy) return;
    isBusy = true;
    window.setTimeout(() => void run(), intervalMs);
  };
  for (const store of [useCheckout, useSales, useRouter, useSettings, usePriceCheck]) store.subscribe(schedule);
}

/** The view for a customer who only asks for a price. */
function priceScene({ product, sellingPrice }: Offer): DisplayScene {
  const name = (product.productName ?? product.productCode).slice(0, 120);
  return { kind: 'draft', product: name, customerNo: null, total: sellingPrice, tendered: null, asking: false };
}

type Known = Readonly<Record<string, Transaction>>;

/** Money counts while it is typed; the customer sees it once Enter has taken it. Before, it may be a PIN. */
const isTyped = ({ step, text }: OrderCheckout | BillCheckout, asked: EntryStep): boolean =>
  step === asked && text !== '';

/**
 * The view for the customer of a prepaid sale. The entry field may still hold another customer's number or name, so it is not
 * shown.
 */
export function orderScene(order: OrderCheckout, known: Known): DisplayScene {
  const { draft, phase } = order;
  const { product, price, tendered } = draft;
  const customerNo = normaliseCustomerNo(draft.customerNo).slice(0, 31);
  if (phase === 'sending' || phase === 'result') {
    const id = order.saleId ?? saleOfOrder(order, known)?.id ?? null;
    if (id !== null) return { kind: 'sale', id, tendered: null, asking: false };
  }
  if (product === null && customerNo === '') return idle;
  const total = isTyped(order, 'price') ? null : price;
  const isPaid = !isTyped(order, 'tendered');
  return {
    kind: 'draft',
    product: (product?.productName ?? product?.productCode ?? null)?.slice(0, 120) ?? null,
    customerNo: customerNo === '' ? null : customerNo,
    total,
    ...(isPaid ? paymentsToShow(order, total) : {}),
    ...qrisDueOf(order, total),
    tendered: isPaid ? tendered : null,
    asking: phase === 'confirm',
  };
}

/** The view for the customer of a bill: nothing before the provider has named the bill. */
export function billScene(bill: BillCheckout, known: Known): DisplayScene {
  const { phase, saleId, tendered } = bill;
  if (saleId === null) return idle;
  const total = known[saleId]?.total ?? null;
  const isPaid = !isTyped(bill, 'tendered');
  const paid = { ...(isPaid ? paymentsToShow(bill, total) : {}), ...qrisDueOf(bill, total) };
  return { kind: 'sale', id: saleId, ...paid, tendered: isPaid ? tendered : null, asking: phase === 'confirm' };
}
