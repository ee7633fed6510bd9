import { PanelRightOpen } from 'lucide-react';
import { useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { useSale, useSales } from '../../state/sales.ts';
import { SlipPane, SlipPaper } from '../../ui/slip/SlipPaper.tsx';
import { draftSlip, useDraftWords, useSlip, useSlipSettings } from '../../ui/slip/slip.ts';
import { ConfirmSale } from './ConfirmSale.tsx';
import { type Checkout, type CheckoutKind, customerNoOf, parseEntry, useCheckout } from './checkout-store.ts';
import { EntryForm } from './EntryForm.tsx';
import { ParkedSales } from './ParkedSales.tsx';
import { paymentsToShow } from './payment-controller.ts';
import { SaleResult } from './SaleResult.tsx';
import { saleOfOrder } from './submission.ts';
import { TypedAhead } from './TypedAhead.tsx';

/**
 * An order of a prepaid product or the payment of a bill: typed, read back, sent. The slip beside it grows from the first digit
 * to the sn.
 */
export function CheckoutScreen({ kind }: { kind: CheckoutKind }) {
  const { t } = useTranslation();
  const title = kind === 'order' ? t('sell.title') : t('bills.title');
  const sale = useCurrentSale(kind);
  return (
    <div className="stacks flex h-full zoomed:flex-col">
      <h2 className="sr-only">{title}</h2>
      <div className="relative flex min-w-0 flex-1 flex-col">
        <TypedAhead kind={kind} sale={sale} />
        <ParkedSales kind={kind} />
        <div className="min-h-0 flex-1">
          <Phase kind={kind} sale={sale} />
        </div>
      </div>
      <LiveSlip kind={kind} sale={sale} />
    </div>
  );
}

interface PhaseProps {
  kind: CheckoutKind;
  sale: Transaction | null;
}

function Phase({ kind, sale }: PhaseProps) {
  const phase = useCheckout((state) => state[kind].phase);
  switch (phase) {
    case 'entry':
    case 'lookup':
      return <EntryForm kind={kind} />;
    case 'confirm':
      return <ConfirmSale kind={kind} />;
    case 'sending':
      // A bill is "inquired" until main has committed its payment.
      return <SaleResult kind={kind} sale={sale?.state === 'inquired' ? null : sale} />;
    case 'result':
      return <SaleResult kind={kind} sale={sale} />;
  }
}

/** The sale that was made or the bill that was found, kept current; also while the call that makes it is not answered yet. */
function useCurrentSale(kind: CheckoutKind): Transaction | null {
  const known = useSale(useCheckout((state) => state[kind].saleId));
  const sending = useCheckout(({ order }) => (kind === 'order' && order.phase === 'sending' ? order : null));
  const sales = useSales((state) => state.byId);
  return useMemo(() => known ?? (sending && saleOfOrder(sending, sales)), [known, sending, sales]);
}

/** What the slip says so far: the accepted fields, and the number in the entry field. */
function slipDraftOf(checkout: Checkout) {
  const entry = parseEntry(checkout);
  const customerNo = 'customerNo' in entry ? entry.customerNo : customerNoOf(checkout);
  if (checkout.kind === 'bill') return { product: checkout.productCode, customerNo, total: null, tendered: null };
  const { product, price, tendered } = checkout.draft;
  return {
    product: product?.productName ?? product?.productCode ?? '',
    customerNo: customerNo === '' ? firstDigits(checkout.text) : customerNo,
    total: price,
    tendered,
  };
}

/** One or two digits are no number yet; the slip shows them, so that it moves with the first key. */
const firstDigits = (text: string): string => (/^\+?\d{1,2}$/.test(text) ? text : '');

/** Until the sale is read back, the products need the slip's room more on these screens. */
const foldingScreens = '(50rem <= width < 90rem) and (height >= 34rem)';

function useIsFolding(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const screens = window.matchMedia(foldingScreens);
      screens.addEventListener('change', onChange);
      return () => screens.removeEventListener('change', onChange);
    },
    () => window.matchMedia(foldingScreens).matches,
  );
}

function LiveSlip({ kind, sale }: PhaseProps) {
  const { t } = useTranslation();
  const fields = useDeferredValue(useCheckout(useShallow((state) => slipDraftOf(state[kind]))));
  const isEntry = useCheckout((state) => state[kind].phase === 'entry' || state[kind].phase === 'lookup');
  const [isWanted, setWanted] = useState(false);
  const isFolding = useIsFolding() && isEntry;
  const words = useDraftWords();
  const settings = useSlipSettings();
  const slip = useSlip(sale);
  const checkout = useCheckout((state) => state[kind]);
  const draft = useMemo(
    () => draftSlip({ ...fields, ...paymentsToShow(checkout, fields.total) }, settings, words),
    [fields, checkout, settings, words],
  );
  const doc = slip ?? draft;
  if (!isFolding || isWanted) {
    return <SlipPane doc={doc} draft={slip === null} onFold={isFolding ? () => setWanted(false) : null} />;
  }
  return (
    <aside aria-label={t('slip.label')} className="h-full w-11 shrink-0 border-l border-line bg-sunken">
      <button
        type="button"
        aria-expanded={false}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setWanted(true)}
        className="flex h-full w-full flex-col items-center gap-2 py-4 text-small text-ink-soft hover:text-ink"
      >
        <PanelRightOpen aria-hidden="true" className="size-5" />
        <span className="[writing-mode:vertical-rl]">{slip === null ? t('slip.draft') : t('slip.label')}</span>
      </button>
      <div className="sr-only">
        <SlipPaper doc={doc} faint={slip === null} />
      </div>
    </aside>
  );
}
