import { useCallback } from 'react';
import { ok, type Result } from '../../../shared/contract/errors.ts';
import type { CounterId } from '../../../shared/contract/office.ts';
import type { ReportRow } from '../../../shared/domain/sales-report.ts';
import { wallClock } from '../../../shared/domain/zone.ts';
import { call, useAnswer } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useNow } from '../../state/clock.ts';
import { useLanguage, useShopZone } from '../../state/settings.ts';
import { useStatus } from '../../state/status.ts';
import { classes } from '../../ui/classes.ts';
import { Equal, TrendingDown, TrendingUp } from '../../ui/later-icons.tsx';
import { dayBefore, ofCounter } from './books-store.ts';
import { amountText, shortDay } from './report-text.ts';

const earlierDays = [
  { name: 'dayBefore', ago: 1 },
  { name: 'sameWeekday', ago: 7 },
] as const;

interface EarlierDay {
  name: (typeof earlierDays)[number]['name'];
  day: string;
  total: ReportRow;
}

/** A day and earlier ones, all up to the same hour. */
interface Compared {
  line: ReportRow;
  earlier: readonly EarlierDay[];
}

interface Props {
  day: string;
  /** at an office: of this counter alone */
  counter: CounterId | null;
  line: ReportRow;
  today: string;
}

/**
 * A day beside the day before and the same weekday of the week before: what was sold and earned, and how far it is off. Of today
 * the full hours that are over count, on all days alike: half a day beside a whole one says nothing.
 */
export function Comparison({ day, counter, line, today }: Props) {
  const { t } = useTranslation();
  const status = useStatus((state) => state.status);
  const hour = Number(wallClock(useNow(), useShopZone()).time.slice(0, 2));
  const untilHour = day === today ? hour : null;
  const read = useCallback((of: string) => readEarlier(of, counter, untilHour), [counter, untilHour]);
  const answer = useAnswer(read, `${day} ${untilHour ?? ''}`, untilHour === null ? null : status)?.answer;
  const compared = answer?.ok ? answer.value : null;
  // In the first hour of a day nothing is over yet.
  if (untilHour === 0) return null;
  return (
    <section aria-label={t('books.compared.label')} className="min-h-34 shrink-0 px-3 py-1.5">
      {compared && untilHour !== null ? (
        <p className="flex flex-wrap justify-between gap-x-3 text-small">
          <span className="text-ink-soft">{t('books.compared.until', { time: `${untilHour}:00` })}</span>
          <span className="ml-auto font-semibold">{amountText(compared.line.turnover.amount ?? 0)}</span>
        </p>
      ) : null}
      <ul className="flex flex-col gap-1">
        {compared?.earlier.map((each) => (
          <li key={each.name} className="min-w-0">
            <EarlierFigures earlier={each} line={untilHour === null ? line : compared.line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EarlierFigures({ earlier: { name, day, total }, line }: { earlier: EarlierDay; line: ReportRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const before = total.turnover.amount ?? 0;
  const change = (line.turnover.amount ?? 0) - before;
  const share = before === 0 ? null : change / before;
  const percent = new Intl.NumberFormat(language, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  });
  const Icon = change > 0 ? TrendingUp : change < 0 ? TrendingDown : Equal;
  const { amount: margin } = total.margin;
  const count = t('books.compared.success', plural(total.success));
  // A day without sales needs no line more.
  const isEmpty = share === null && margin === null;
  return (
    <div className="flex flex-col text-small">
      <span className="text-ink-soft">
        {t(`books.compared.${name}`)}, {shortDay(day, language)}
      </span>
      <span className="flex justify-between gap-x-3 font-semibold">
        <span className="inline-flex items-center gap-1">
          {isEmpty ? <span className="font-normal text-ink-soft">{count}</span> : null}
          {share === null ? null : (
            <>
              <Icon aria-hidden="true" className="size-4" />
              {percent.format(share)}
            </>
          )}
        </span>
        <span>{amountText(total.turnover.amount) ?? t('common.none')}</span>
      </span>
      <span className="text-ink-soft empty:hidden">
        {isEmpty ? null : count}
        {margin === null ? null : (
          <span className={classes(margin < 0 && 'text-failed')}>
            {' · '}
            {t('books.compared.margin', { amount: amountText(margin) })}
          </span>
        )}
      </span>
    </div>
  );
}

/** @param query the day, and the hour up to which it counts */
async function readEarlier(
  query: string,
  counter: CounterId | null,
  untilHour: number | null,
): Promise<Result<Compared>> {
  const day = query.slice(0, 10);
  const until = untilHour === null ? {} : { untilHour };
  const read = (on: string) =>
    call('books.range', { from: on, to: on, by: 'hour', limit: 1, ...until, ...ofCounter(counter) });
  const [here, before] = await Promise.all([
    read(day),
    Promise.all(
      earlierDays.map(async ({ name, ago }) => {
        const on = dayBefore(day, ago);
        const answer = await read(on);
        return answer.ok ? [{ name, day: on, total: answer.value.total }] : [];
      }),
    ),
  ]);
  return here.ok ? ok({ line: here.value.total, earlier: before.flat() }) : here;
}
