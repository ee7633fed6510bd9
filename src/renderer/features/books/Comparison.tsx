import { Equal, TrendingDown, TrendingUp } from 'lucide-react';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { ok, type Result } from '../../../shared/contract/errors.ts';
import type { CounterId } from '../../../shared/contract/office.ts';
import type { ReportRow } from '../../../shared/domain/sales-report.ts';
import { call, useAnswer } from '../../host/call.ts';
import { plural } from '../../i18n/i18n.ts';
import { useLanguage } from '../../state/settings.ts';
import { dayBefore, ofCounter } from './books-store.ts';
import { amountText, shortDay } from './report-text.ts';

const earlierDays = [
  { name: 'dayBefore', ago: 1 },
  { name: 'sameWeekday', ago: 7 },
] as const;

interface Earlier {
  name: (typeof earlierDays)[number]['name'];
  day: string;
  total: ReportRow;
}

/** A day beside the day before and the same weekday of the week before: what was sold and earned, and how far it is off. */
export function Comparison({ day, counter, line }: { day: string; counter: CounterId | null; line: ReportRow }) {
  const { t } = useTranslation();
  const ask = useCallback((of: string) => readEarlier(of, counter), [counter]);
  const answer = useAnswer(ask, day, null)?.answer;
  const earlier = answer?.ok ? answer.value : [];
  return (
    <section aria-label={t('books.compared.label')} className="shrink-0 rounded-box border border-line bg-surface">
      <ul className="grid min-h-17 grid-cols-2 divide-x divide-line">
        {earlier.map((each) => (
          <li key={each.name} className="min-w-0 px-3 py-2">
            <EarlierDay earlier={each} line={line} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function EarlierDay({ earlier: { name, day, total }, line }: { earlier: Earlier; line: ReportRow }) {
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
  const margin = amountText(total.margin.amount);
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="text-small text-ink-soft">
        {t(`books.compared.${name}`)}, {shortDay(day, language)}
      </span>
      <span className="font-semibold">
        {amountText(total.turnover.amount) ?? t('common.none')}
        {share === null ? null : (
          <span className="ml-2 inline-flex items-center gap-1 text-small">
            <Icon aria-hidden="true" className="size-4" />
            {percent.format(share)}
          </span>
        )}
      </span>
      <span className="w-full text-small text-ink-soft">
        {[
          t('books.compared.success', plural(total.success)),
          margin === null ? null : t('books.compared.margin', { amount: margin }),
        ]
          .filter((words) => words !== null)
          .join(' · ')}
      </span>
    </div>
  );
}

async function readEarlier(day: string, counter: CounterId | null): Promise<Result<readonly Earlier[]>> {
  const answers = await Promise.all(
    earlierDays.map(async ({ name, ago }) => {
      const on = dayBefore(day, ago);
      const answer = await call('books.range', { from: on, to: on, by: 'day', limit: 1, ...ofCounter(counter) });
      return answer.ok ? [{ name, day: on, total: answer.value.total }] : [];
    }),
  );
  return ok(answers.flat());
}
