import { useTranslation } from 'react-i18next';
import { Notice } from '../../design/Notice.tsx';
import { Skeleton } from '../../design/Skeleton.tsx';
import { useSale } from '../../store/sales.ts';
import { errorWords } from '../../words/error-words.ts';
import { BillDetails } from './BillDetails.tsx';
import { useBill } from './bill-store.ts';
import { KnownBills } from './KnownBills.tsx';
import { PriceChanged } from './PriceChanged.tsx';

/** The place of the bill: what may be asked for, the asking, the bill, or why there is none. */
export function BillPlace() {
  const { t } = useTranslation();
  const { phase, billId, problem } = useBill();
  const bill = useSale(billId);
  if (phase === 'inquiring') return <LoadingBill />;
  if (problem?.code === 'price_changed' && bill) return <PriceChanged bill={bill} problem={problem} />;
  if (problem) {
    return (
      <Notice
        tone={problem.code === 'inquiry_expired' ? 'unknown' : 'failed'}
        live="alert"
        {...errorWords(t, problem)}
      />
    );
  }
  return bill ? <BillDetails bill={bill} /> : <KnownBills />;
}

function LoadingBill() {
  const { t } = useTranslation();
  return (
    <output aria-label={t('bills.inquiring')} className="flex flex-col gap-3 pt-1">
      <Skeleton className="h-9 w-2/3" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
      <Skeleton className="h-11" />
    </output>
  );
}
