import { Lock } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { SaleEvent } from '../../../../shared/contract/transactions.ts';
import { cashAtStake } from '../../../../shared/domain/cash.ts';
import { groupCustomerNo } from '../../../../shared/domain/customer-no.ts';
import { formatRupiah } from '../../../../shared/domain/money.ts';
import type { Transaction } from '../../../../shared/domain/transaction.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { factsOf, heardOf } from '../../../words/fact-words.ts';
import { useTimeline } from '../use-timeline.ts';
import { Contradiction } from './Contradiction.tsx';
import { EvidencePanel } from './EvidencePanel.tsx';
import { FactList } from './FactList.tsx';
import { whatToDo } from './what-to-do.ts';

/** A sale that is not settled: what came and what did not, what it means for the cash, what to do, and that it is locked. */
export function WhatIsKnown({ sale }: { sale: Transaction }) {
  const { t } = useTranslation();
  const heading = useId();
  const answer = useTimeline(sale);
  const cash = cashAtStake(sale);
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-4">
      {sale.state === 'disputed' && answer?.ok ? <Contradiction sale={sale} events={answer.value} /> : null}
      <div className="flex flex-col gap-2">
        <h3 id={heading} className="font-semibold">
          {t('unsettled.known')}
        </h3>
        {answer === null ? <Skeleton className="h-20" /> : answer.ok ? <Known events={answer.value} /> : <Unread />}
      </div>
      <div className="flex flex-col gap-1">
        <h3 className="font-semibold">{t('unsettled.money')}</h3>
        <p>{cash > 0 ? t('unsettled.held', { cash: formatRupiah(cash) }) : t('unsettled.noCash')}</p>
      </div>
      <div className="flex flex-col gap-1">
        <h3 className="font-semibold">{t('unsettled.do')}</h3>
        {whatToDo(sale).map((what) => (
          <p key={what}>{t(`unsettled.${what}`)}</p>
        ))}
        <p className="flex items-start gap-2 pt-1 font-medium">
          <Lock aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
          {t('unsettled.lock', {
            product: sale.productName ?? sale.productCode,
            number: groupCustomerNo(sale.customerNo),
          })}
        </p>
      </div>
      {sale.kind === 'postpaid' && (sale.state === 'unknown' || sale.state === 'disputed') ? (
        <EvidencePanel key={sale.id} sale={sale} />
      ) : null}
    </section>
  );
}

function Known({ events }: { events: readonly SaleEvent[] }) {
  const { t } = useTranslation();
  const heard = heardOf(events);
  return (
    <FactList
      facts={factsOf(t, events)}
      missing={[
        ...(heard.answer ? [] : [t('unsettled.noAnswer')]),
        ...(heard.webhook ? [] : [t('unsettled.noWebhook')]),
      ]}
    />
  );
}

function Unread() {
  const { t } = useTranslation();
  return <p className="text-ink-soft">{t('unsettled.unread')}</p>;
}
