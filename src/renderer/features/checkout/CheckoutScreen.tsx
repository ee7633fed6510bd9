import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import type { Transaction } from '../../../shared/domain/transaction.ts';
import { useSale, useSales } from '../../state/sales.ts';
import { SlipPane } from '../../ui/slip/SlipPaper.tsx';
import { draftSlip, useDraftWords, useSlip, useSlipSettings } from '../../ui/slip/slip.ts';
import { ConfirmSale } from './ConfirmSale.tsx';
import { type Checkout, type CheckoutKind, customerNoOf, parseEntry, useCheckout } from './checkout-store.ts';
import { EntryForm } from './EntryForm.tsx';
import { SaleResult } from './SaleResult.tsx';
import { saleOfOrder } from './submission.ts';

/**
 * An order of a prepaid product or the payment of a bill: typed, read back, sent. The slip beside it grows from the first digit
 * to the sn.
 */
export function CheckoutScreen({ kind }: { kind: CheckoutKind }) {
  const { t } = useTranslation();
  const title = kind === 'order' ? t('sell.title') : t('bills.title');
  return (
    <div className="stacks flex h-full zoomed:flex-col">
      <h2 className="sr-only">{title}</h2>
      <div className="min-w-0 flex-1">
        <Phase kind={kind} />
      </div>
      <LiveSlip kind={kind} />
    </div>
  );
}

function Phase({ kind }: { kind: CheckoutKind }) {
  const phase = useCheckout((state) => state[kind].phase);
  const sale = useCurrentSale(kind);
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

function LiveSlip({ kind }: { kind: CheckoutKind }) {
  const sale = useCurrentSale(kind);
  const fields = useDeferredValue(useCheckout(useShallow((state) => slipDraftOf(state[kind]))));
  const words = useDraftWords();
  const settings = useSlipSettings();
  const slip = useSlip(sale);
  const draft = useMemo(() => draftSlip(fields, settings, words), [fields, settings, words]);
  return <SlipPane doc={slip ?? draft} draft={slip === null} />;
}
