import { useTranslation } from 'react-i18next';
import { useOffers } from '../../../state/offers.ts';
import { useSale } from '../../../state/sales.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { errorWords } from '../../../words/error-words.ts';
import type { Choices } from '../entry/choices.ts';
import { LoadingOptions } from '../entry/LoadingOptions.tsx';
import { Options } from '../entry/Options.tsx';
import { BillDetails } from './BillDetails.tsx';
import { useBill } from './bill-store.ts';
import { NoBills } from './NoBills.tsx';
import { PriceChanged } from './PriceChanged.tsx';

interface Props {
  list: string;
  options: Choices;
  active: string | null;
  onChoose: (id: string) => boolean;
}

/** The place of the bill: what may be asked for, the asking, the bill, or why there is none. */
export function BillPlace(props: Props) {
  const { t } = useTranslation();
  const { phase, billId, problem } = useBill();
  const bill = useSale(billId);
  if (phase === 'ask' && !problem) return <Choices {...props} />;
  return (
    // Long bills scroll; the arrows belong to the cash.
    <div id={props.list} tabIndex={0} className="h-full overflow-y-auto">
      {phase === 'inquiring' ? (
        <LoadingBill />
      ) : problem?.code === 'price_changed' && bill ? (
        <PriceChanged bill={bill} problem={problem} />
      ) : problem ? (
        <Notice
          tone={problem.code === 'inquiry_expired' ? 'unknown' : 'failed'}
          live="alert"
          {...errorWords(t, problem)}
        />
      ) : bill ? (
        <BillDetails bill={bill} />
      ) : null}
    </div>
  );
}

function Choices({ list, options, active, onChoose }: Props) {
  const { t } = useTranslation();
  const offers = useOffers((state) => state.offers);
  const { code, customerNo } = useBill();
  if (offers === null) return <LoadingOptions list={list} />;
  if (!offers.some(({ product }) => product.kind === 'postpaid')) return <NoBills list={list} />;
  const words =
    customerNo === '' ? t('entry.pastNone') : options.told === null ? t('entry.pastReading') : t('entry.pastEmpty');
  return (
    <Options
      list={list}
      past={options.past}
      pastWords={words}
      offers={options.offers}
      by={options.by}
      active={active}
      chosenCode={code}
      onChoose={onChoose}
    />
  );
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
