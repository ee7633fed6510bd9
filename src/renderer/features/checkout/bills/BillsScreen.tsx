import { useCallback, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import { readEntry } from '../../../../shared/domain/entry/read-entry.ts';
import { productKind } from '../../../../shared/domain/product-kind.ts';
import { useSale } from '../../../state/sales.ts';
import { draftSlip } from '../../../ui/slip/draft-slip.ts';
import { SlipPane } from '../../../ui/slip/SlipPane.tsx';
import { useDraftWords } from '../../../ui/slip/use-draft-words.ts';
import { useSlip, useSlipSettings } from '../../../ui/slip/use-slip.ts';
import { Obstacle } from '../sale/Obstacle.tsx';
import { ReadBack } from '../sale/ReadBack.tsx';
import { SaleResult } from '../sale/SaleResult.tsx';
import { AskBill } from './AskBill.tsx';
import { type BillState, backToBill, dismissProblem, useBill } from './bill-store.ts';
import { payBill } from './pay-bill.ts';
import { nextAfterBill } from './take-entry.ts';

/** Paying a bill: looked up, shown, read back, paid. */
export function BillsScreen() {
  const { t } = useTranslation();
  const { phase, problem, billId } = useBill();
  const sale = useSale(billId);
  return (
    <div className="stacks flex h-full zoomed:flex-col">
      <h2 className="sr-only">{t('bills.title')}</h2>
      <div className="min-w-0 flex-1">
        {phase === 'review' ? (
          <ReviewBill />
        ) : phase === 'sending' || phase === 'done' ? (
          <SaleResult
            sale={phase === 'sending' && sale?.state === 'inquired' ? null : sale}
            problem={problem}
            next={t('bills.next')}
            onNext={nextAfterBill}
            sending={phase === 'sending'}
          />
        ) : (
          <AskBill />
        )}
      </div>
      <BillSlip />
    </div>
  );
}

function ReviewBill() {
  const { t } = useTranslation();
  const { billId, tendered, problem } = useBill();
  const bill = useSale(billId);
  const go = useCallback(() => void payBill(), []);
  if (!bill) return null;
  return (
    <ReadBack
      product={bill.productName ?? bill.productCode}
      customerNo={bill.customerNo}
      customerName={bill.customerName}
      total={bill.total ?? 0}
      tendered={tendered}
      go={t('bills.pay')}
      onGo={go}
      onBack={backToBill}
      what={problem}
      kind={productKind(bill)}
    >
      {problem ? (
        <Obstacle
          problem={problem}
          duplicateAsk={t('bills.duplicateAsk')}
          again={t('bills.again')}
          onAllow={({ allowDuplicate, duplicateOf, reason, pin }) => {
            dismissProblem();
            void payBill({
              ...(allowDuplicate ? { allowDuplicate } : {}),
              ...(duplicateOf === undefined ? {} : { duplicateOf }),
              ...(reason === undefined ? {} : { reason }),
              ...(pin === undefined ? {} : { pin }),
            });
          }}
          onStop={dismissProblem}
        />
      ) : null}
    </ReadBack>
  );
}

/** What is known of the bill, with what stands in the field. */
function soFar({ code, customerNo, text, step }: BillState): { code: string; customerNo: string } {
  const reading = readEntry(text, step);
  return { code, customerNo: 'customerNo' in reading ? reading.customerNo : customerNo };
}

function BillSlip() {
  const billId = useBill((state) => state.billId);
  const { code, customerNo } = useDeferredValue(useBill(useShallow(soFar)));
  const sale = useSale(billId);
  const words = useDraftWords();
  const settings = useSlipSettings();
  const made = useSlip(sale);
  const draft = useMemo(
    () => draftSlip({ product: code, customerNo, total: null, tendered: null }, settings, words),
    [code, customerNo, settings, words],
  );
  return <SlipPane doc={made ?? draft} draft={made === null} />;
}
