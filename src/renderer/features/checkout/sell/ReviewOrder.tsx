import type { TFunction } from 'i18next';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { cashAtStake } from '../../../../shared/domain/cash.ts';
import { normaliseCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import { productKind } from '../../../../shared/domain/product-kind.ts';
import { type Offer, useOffers } from '../../../state/offers.ts';
import { offerOfCode } from '../entry/matching-offers.ts';
import { Obstacle } from '../sale/Obstacle.tsx';
import { ReadBack } from '../sale/ReadBack.tsx';
import { dismiss, edit, useSell } from './sell-store.ts';
import { send } from './send-order.ts';

/** The order read back, and what stands in the way of it. */
export function ReviewOrder() {
  const { t } = useTranslation();
  const { draft, problem } = useSell();
  const number = normaliseCustomerNo(draft.customerNo);
  const { cashFrom } = draft;
  const risen = useOffers(({ offers }) => offerOfCode(offers ?? [], draft.product?.productCode ?? '')?.risen);
  const notes = [
    ...(cashFrom ? [t('sell.cashKept', { cash: formatRupiah(cashAtStake(cashFrom)) })] : []),
    ...(risen ? [risenWords(t, risen, draft.price ?? 0)] : []),
  ];
  const go = useCallback(() => void send(), []);
  return (
    <ReadBack
      product={draft.product?.productName ?? draft.product?.productCode ?? ''}
      customerNo={number}
      total={draft.price ?? 0}
      tendered={draft.tendered}
      go={t('sell.send')}
      onGo={go}
      onBack={edit}
      what={problem}
      notes={notes}
      kind={draft.product ? productKind(draft.product) : null}
    >
      {problem ? (
        <Obstacle
          problem={problem}
          duplicateAsk={t('sell.duplicate.ask')}
          again={t('sell.duplicate.again')}
          onAllow={(overrides) => {
            dismiss();
            void send(overrides);
          }}
          onStop={dismiss}
        />
      ) : null}
    </ReadBack>
  );
}

/** With figures for those who may see costs; main leaves them out for others. */
function risenWords(t: TFunction, { cost, providerPrice }: NonNullable<Offer['risen']>, price: number): string {
  if (cost === null || providerPrice === null) return t('sell.costRisen.neutral');
  return t('sell.costRisen.figures', {
    took: formatRupiah(providerPrice),
    cost: formatRupiah(cost),
    price: formatRupiah(price),
    margin: formatRupiah(price - providerPrice),
  });
}
