import { useEffect, useMemo, useState } from 'react';
import { ok, type Result } from '../../../shared/contract/errors.ts';
import type { BookBy, NamedLine } from '../../../shared/contract/ledger.ts';
import type { CounterId } from '../../../shared/contract/office.ts';
import type { Output } from '../../../shared/contract/registry.ts';
import { groupThousands } from '../../../shared/domain/money.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { call } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { useShopZone } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { ScrollRegion } from '../../ui/Layout.tsx';
import { CalendarX } from '../../ui/later-icons.tsx';
import { EmptyState, ErrorNotice, Notice, Skeleton } from '../../ui/Notice.tsx';
import { type Days, daysOf, ofCounter, useBooksView } from './books-store.ts';
import { Comparison } from './Comparison.tsx';
import { DrawerFigures } from './DrawerFigures.tsx';
import { CashFigure, FigureList } from './FigureList.tsx';
import { Lines } from './Lines.tsx';
import { MethodSums, OpenMoney } from './MoneySums.tsx';
import { PeriodBar, PeriodFields } from './PeriodBar.tsx';
import { ServiceSums } from './ServiceSums.tsx';

/** The sales of some days: their figures and open money, and beside them their split by hour, product or person. */
export function SalesBooks() {
  const { t } = useTranslation();
  const today = wallClock(useNow(), useShopZone()).day;
  const { period, by, counter } = useBooksView();
  const days = daysOf(period, today);
  const { loaded, again } = useLines(days, by, counter);
  const answer = loaded?.answer ?? null;
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 p-3">
      <PeriodBar today={today} />
      {answer?.ok && answer.value.filling ? <Filling {...answer.value.filling} /> : null}
      <div className="flex min-h-0 flex-1 gap-3 zoomed:flex-col">
        <ScrollRegion
          label={t('books.figures')}
          className="flex w-64 shrink-0 flex-col divide-y divide-line overflow-y-auto bg-surface xl:w-72 2xl:w-80 zoomed:w-auto zoomed:overflow-visible"
        >
          <PeriodFields today={today} />
          {loaded && answer?.ok ? (
            <DaySums {...answer.value} days={loaded.days} counter={counter} today={today} />
          ) : loaded === null ? (
            <Skeleton className="min-h-60 flex-1" />
          ) : null}
        </ScrollRegion>
        {loaded === null || answer === null ? (
          <output aria-label={t('common.loading')} className="flex min-w-0 flex-1">
            <Skeleton className="min-h-60 flex-1" />
          </output>
        ) : !answer.ok ? (
          <div className="min-w-0 flex-1">
            <ErrorNotice error={answer.error} onRetry={again} />
          </div>
        ) : answer.value.total.count === 0 ? (
          <div className="flex min-w-0 flex-1 flex-col justify-center">
            <EmptyState icon={CalendarX} title={t('books.empty')} lead={t('books.emptyDo')} />
          </div>
        ) : (
          <Lines days={loaded.days} by={loaded.by} {...answer.value} />
        )}
      </div>
    </div>
  );
}

interface DaySumsProps extends ReportLines {
  days: Days;
  counter: CounterId | null;
  today: string;
}

/** What the days come to, a day beside earlier ones, and the money of each method. */
function DaySums({ total, cashHiddenFrom, days, counter, today }: DaySumsProps) {
  return (
    <>
      <FigureList
        line={total}
        cash={
          <CashFigure
            key={`${days.from} ${days.to} ${counter}`}
            days={days}
            counter={counter}
            cash={total.cash}
            hiddenFrom={cashHiddenFrom ?? null}
          />
        }
      />
      {days.from === days.to ? <Comparison day={days.from} counter={counter} line={total} today={today} /> : null}
      <MethodSums line={total} />
      <ServiceSums days={days} counter={counter} />
      <DrawerFigures days={days} counter={counter} />
      <OpenMoney counter={counter} line={total} isHidden={cashHiddenFrom !== undefined} />
    </>
  );
}

/** Shown while the sums of an older database are still being computed: they hold less than was sold. */
function Filling({ done, total }: { done: number; total: number }) {
  const { t } = useTranslation();
  return (
    <Notice
      tone="pending"
      live="status"
      compact
      title={t('books.filling.title')}
      lines={[t('books.filling.why', { done: groupThousands(done), ...plural(total) })]}
    />
  );
}

type ReportLines = Omit<Output<'books.range'>, 'next'>;

const atOnce = 500;
/** More different products no shop sells in a stretch of days that anybody looks at. */
const maxPages = 20;

/** All lines of some days by one thing, page after page. */
async function readLines(days: Days, by: BookBy, counter: CounterId | null): Promise<Result<ReportLines>> {
  const lines: NamedLine[] = [];
  let cursor: string | undefined;
  for (let page = 1; ; page += 1) {
    const answer = await call('books.range', {
      ...days,
      by,
      limit: atOnce,
      ...ofCounter(counter),
      ...(cursor === undefined ? {} : { cursor }),
    });
    if (!answer.ok) return answer;
    lines.push(...answer.value.lines);
    const { next, lines: _page, ...rest } = answer.value;
    if (next === null || page === maxPages) return ok({ ...rest, lines });
    cursor = next;
  }
}

interface Loaded {
  version: unknown;
  days: Days;
  by: BookBy;
  counter: CounterId | null;
  answer: Result<ReportLines>;
}

/**
 * The ledger of some days, read again whenever main reports a change. The last answer for these days stays visible until the next
 * arrives: other days' figures would stand under their name.
 */
function useLines(
  { from, to }: Days,
  by: BookBy,
  counter: CounterId | null,
): { loaded: Loaded | null; again: () => void } {
  const status = useStatus((state) => state.status);
  const [tries, setTries] = useState(0);
  const version = useMemo(() => ({ status, tries }), [status, tries]);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    let wanted = true;
    const run = async (): Promise<void> => {
      const answer = await readLines({ from, to }, by, counter);
      if (wanted) setLoaded({ version, days: { from, to }, by, counter, answer });
    };
    void run();
    return () => {
      wanted = false;
    };
  }, [from, to, by, counter, version]);
  const isOfDays = loaded?.days.from === from && loaded.days.to === to && loaded.counter === counter;
  return { loaded: isOfDays ? loaded : null, again: () => setTries((n) => n + 1) };
}
