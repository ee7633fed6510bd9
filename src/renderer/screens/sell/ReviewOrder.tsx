import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { normaliseCustomerNo } from '../../../shared/domain/customer-no.ts';
import { Obstacle } from '../sale/Obstacle.tsx';
import { ReadBack } from '../sale/ReadBack.tsx';
import { dismiss, edit, useSell } from './sell-store.ts';
import { send } from './send-order.ts';

/** The order read back, and what stands in the way of it. */
export function ReviewOrder() {
  const { t } = useTranslation();
  const { draft, problem } = useSell();
  const go = useCallback(() => void send(), []);
  return (
    <ReadBack
      product={draft.product?.productName ?? draft.code}
      customerNo={normaliseCustomerNo(draft.customerNo)}
      total={draft.price ?? 0}
      tendered={draft.tendered}
      go={t('sell.send')}
      onGo={go}
      onBack={edit}
      what={problem}
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
