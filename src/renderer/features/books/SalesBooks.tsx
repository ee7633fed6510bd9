import { CalendarX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { wallClock } from '../../../shared/domain/zone.ts';
import { useNow } from '../../state/clock.ts';
import { useShopZone } from '../../state/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { errorWords } from '../../words/error-words.ts';
import { useBooksView } from './books-store.ts';
import { CashFigure } from './CashFigure.tsx';
import { Figures } from './Figures.tsx';
import { Filling } from './Filling.tsx';
import { Lines } from './Lines.tsx';
import { OpenMoney } from './OpenMoney.tsx';
import { PeriodBar } from './PeriodBar.tsx';
import { daysOf } from './period.ts';
import { useLines } from './use-lines.ts';

/** What some days came to: their figures, what of their money is open, and how it spreads over hours, products, people. */
export function SalesBooks() {
  const { t } = useTranslation();
  const today = wallClock(useNow(), useShopZone()).day;
  const { period, by } = useBooksView();
  const days = daysOf(period, today);
  const { told, again } = useLines(days, by);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3">
      <PeriodBar today={today} />
      {told === null ? (
        <output aria-label={t('common.loading')} className="flex flex-1 flex-col gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="min-h-60 flex-1" />
        </output>
      ) : !told.answer.ok ? (
        <Notice tone="failed" live="alert" {...errorWords(t, told.answer.error)}>
          <div className="pt-2">
            <Button onClick={again}>{t('common.retry')}</Button>
          </div>
        </Notice>
      ) : (
        <>
          {told.answer.value.filling ? <Filling {...told.answer.value.filling} /> : null}
          <Figures
            line={told.answer.value.total}
            cash={
              <CashFigure
                key={`${told.days.from} ${told.days.to}`}
                days={told.days}
                cash={told.answer.value.total.cash}
              />
            }
          />
          <OpenMoney line={told.answer.value.total} />
          {told.answer.value.total.count === 0 ? (
            <EmptyState icon={CalendarX} title={t('books.empty')} lead={t('books.emptyDo')} />
          ) : (
            <Lines days={told.days} by={told.by} {...told.answer.value} />
          )}
        </>
      )}
    </div>
  );
}
