import type { DisplayScene } from '../../shared/contract/display.ts';
import { normaliseCustomerNo } from '../../shared/domain/customer-no.ts';
import type { EntryStep } from '../../shared/domain/entry.ts';
import type { Transaction } from '../../shared/domain/transaction.ts';
import { batchScene, useBatchDraft } from '../features/batch/index.ts';
import {
  type Checkout,
  checkoutRules,
  kindOnScreen,
  paymentsToShow,
  qrisDueOf,
  saleOf,
  useCheckout,
} from '../features/checkout/index.ts';
import { usePriceCheck } from '../features/prices/index.ts';
import { call } from '../host/call.ts';
import { useBatch } from '../state/batch.ts';
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
    const checkout = useCheckout.getState()[kindOnScreen[screen]];
    const { offer } = usePriceCheck.getState();
    const scene =
      (screen === 'sell' ? batchScene() : null) ??
      (offer === null ? saleScene(checkout, useSales.getState().byId) : priceScene(offer));
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
  for (const store of [useCheckout, useSales, useRouter, useSettings, usePriceCheck, useBatch, useBatchDraft])
    store.subscribe(schedule);
  // A sale may be going on already.
  schedule();
}

/** The view for a customer who only asks for a price. */
function priceScene({ product, sellingPrice }: Offer): DisplayScene {
  const name = (product.productName ?? product.productCode).slice(0, 120);
  return { kind: 'draft', product: name, customerNo: null, total: sellingPrice, tendered: null, asking: false };
}

type SalesById = Readonly<Record<string, Transaction>>;

/** Money counts while it is typed; the customer sees it once Enter has taken it. Before, it may be a PIN. */
const isTyped = ({ step, text }: Checkout, entryStep: EntryStep): boolean => step === entryStep && text !== '';

/**
 * The view for the customer of a sale. The entry field may still hold another customer's number or name, so it is not shown, and
 * nothing of a bill before the provider has named it.
 */
export function saleScene(checkout: Checkout, sales: SalesById): DisplayScene {
  const { kind, draft, phase } = checkout;
  const { product, bill } = draft;
  const asking = phase === 'confirm';
  if (bill !== null) {
    return { kind: 'sale', id: bill, ...moneyOf(checkout, sales[bill]?.total ?? null), asking };
  }
  if (phase === 'sending' || phase === 'result') {
    const id = checkout.saleId ?? saleOf(checkout, sales)?.id ?? null;
    if (id !== null) return { kind: 'sale', id, tendered: null, asking };
  }
  const customerNo = normaliseCustomerNo(draft.customerNo).slice(0, 31);
  if (checkoutRules[kind].needsInquiry || (product === null && customerNo === '')) return idle;
  const total = isTyped(checkout, 'price') ? null : draft.price;
  return {
    kind: 'draft',
    product: (product?.productName ?? product?.productCode ?? null)?.slice(0, 120) ?? null,
    customerNo: customerNo === '' ? null : customerNo,
    total,
    ...moneyOf(checkout, total),
    asking,
  };
}

function moneyOf(checkout: Checkout, total: number | null) {
  const { draft } = checkout;
  const isPaid = !isTyped(checkout, 'tendered');
  return {
    ...(isPaid ? paymentsToShow(draft, total) : {}),
    ...qrisDueOf(checkout, total),
    tendered: isPaid ? draft.tendered : null,
  };
}
