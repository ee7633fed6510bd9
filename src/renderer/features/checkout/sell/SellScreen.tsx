import { useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { readEntry } from '../../../../shared/domain/entry/read-entry.ts';
import { useSale, useSales } from '../../../state/sales.ts';
import { draftSlip } from '../../../ui/slip/draft-slip.ts';
import { SlipPane } from '../../../ui/slip/SlipPane.tsx';
import { useDraftWords } from '../../../ui/slip/use-draft-words.ts';
import { useSlip, useSlipSettings } from '../../../ui/slip/use-slip.ts';
import { SaleResult } from '../sale/SaleResult.tsx';
import { saleBeingSent } from '../sale/sale-being-sent.ts';
import { Compose } from './Compose.tsx';
import { ReviewOrder } from './ReviewOrder.tsx';
import { orderInput } from './sell-draft.ts';
import { type SellState, startAnew, useSell } from './sell-store.ts';
import { clockSlack } from './send-order.ts';

/** Selling prepaid: number and product, read back, sent; the slip grows beside it from the first digit to the sn. */
export function SellScreen() {
  const { t } = useTranslation();
  const phase = useSell((state) => state.phase);
  const problem = useSell((state) => state.problem);
  const sale = useSaleInHand();
  return (
    <div className="stacks flex h-full zoomed:flex-col">
      <h2 className="sr-only">{t('sell.title')}</h2>
      <div className="min-w-0 flex-1">
        {phase === 'compose' ? (
          <Compose />
        ) : phase === 'review' ? (
          <ReviewOrder />
        ) : (
          <SaleResult
            sale={sale}
            problem={problem}
            next={t('sell.next')}
            onNext={startAnew}
            sending={phase === 'sending'}
          />
        )}
      </div>
      <LiveSlip />
    </div>
  );
}

/** The sale on this screen as it stands now, also while the call that makes it is still out. */
function useSaleInHand() {
  const saleId = useSell((state) => state.saleId);
  const told = useSale(saleId);
  const sending = useSell((state) => state.phase === 'sending');
  const draft = useSell((state) => state.draft);
  const pressedAt = useSell((state) => state.pressedAt);
  const known = useSales((state) => state.byId);
  return useMemo(() => {
    if (told || !sending) return told;
    const input = orderInput(draft, {});
    return input ? saleBeingSent(known, input, pressedAt - clockSlack) : null;
  }, [told, sending, draft, pressedAt, known]);
}

/** What the slip says so far, from the first digit on: what is taken, and what stands in the field. */
function soFar({ draft, text, step }: SellState) {
  const { product, customerNo, price, tendered } = draft;
  const reading = readEntry(text, step);
  return {
    product: product?.productName ?? product?.productCode ?? '',
    customerNo: 'customerNo' in reading ? reading.customerNo : customerNo === '' ? firstDigits(text) : customerNo,
    price,
    tendered,
  };
}

const firstDigits = (text: string): string => (/^\+?\d{1,2}$/.test(text) ? text : '');

function LiveSlip() {
  const sale = useSaleInHand();
  const { product, customerNo, price, tendered } = useDeferredValue(useSell(useShallow(soFar)));
  const words = useDraftWords();
  const settings = useSlipSettings();
  const made = useSlip(sale);
  const draft = useMemo(
    () => draftSlip({ product, customerNo, total: price, tendered }, settings, words),
    [product, customerNo, price, tendered, settings, words],
  );
  return <SlipPane doc={made ?? draft} draft={made === null} />;
}
