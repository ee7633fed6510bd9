import { useDeferredValue, useSyncExternalStore } from 'react';
import { BookBy, type NamedLine } from '../../../shared/contract/ledger.ts';
import type { ReportRow } from '../../../shared/domain/sales-report.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useLanguage } from '../../state/settings.ts';
import { useServes } from '../../state/status.ts';
import { Choice, Select } from '../../ui/Field.tsx';
import { CircleHelp } from '../../ui/later-icons.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { type Days, measured, measures, showBooks, useBooksView } from './books-store.ts';
import { barsOf } from './chart-bars.ts';
import { LinesChart } from './LinesChart.tsx';
import { LinesTable } from './LinesTable.tsx';
import { lineName, measureText } from './report-text.ts';

interface Props {
  days: Days;
  by: BookBy;
  lines: readonly NamedLine[];
  total: ReportRow;
}

/** How the days spread over hours, products or people: as a chart, and the same figures as a table. */
export function Lines(props: Props) {
  const { t } = useTranslation();
  const { by, measure, as } = useBooksView();
  const language = useLanguage();
  const wide = useWide();
  const choices = useServes('order') ? BookBy.options.filter((value) => value !== 'counter') : BookBy.options;
  const deferred = useDeferredValue(props);
  // One bar compares nothing.
  const hasChart = barsOf(deferred.by, deferred.lines, measure, deferred.days).length > 1;
  const showsChart = hasChart && (wide || as === 'chart');
  const apart = deferred.by === 'shift' ? deferred.lines.find(({ key }) => key === '') : undefined;
  const apartText = apart ? measureText(measured(apart.line, measure), measure, language) : '';
  return (
    <section aria-label={t('books.lines')} className="flex min-h-64 min-w-0 flex-1 flex-col gap-2">
      <div className="flex shrink-0 flex-wrap items-center gap-2">
        <Select
          hideLabel
          className="min-w-32"
          label={t('books.by.label')}
          value={by}
          choices={choices.map((value) => ({ value, label: t(`books.by.${value}`) }))}
          onValue={(next) => showBooks({ by: next })}
        />
        {showsChart ? (
          <Select
            hideLabel
            className="min-w-32"
            label={t('books.measure.label')}
            value={measure}
            choices={measures.map((value) => ({ value, label: t(`books.measure.${value}`) }))}
            onValue={(next) => showBooks({ measure: next })}
          />
        ) : null}
        <span className="flex-1 text-small text-ink-soft">
          {showsChart && apart ? `${lineName(t, 'shift', apart, language)}: ${apartText}` : null}
        </span>
        {wide || !hasChart ? null : (
          <Choice
            label={t('books.as.label')}
            hideLabel
            value={as}
            choices={(['chart', 'table'] as const).map((value) => ({ value, label: t(`books.as.${value}`) }))}
            onValue={(next) => showBooks({ as: next })}
          />
        )}
      </div>
      <div className="flex min-h-0 flex-1 gap-3 zoomed:flex-col">
        {showsChart ? (
          <div className="relative min-w-0 flex-1 rounded-box border border-line bg-surface zoomed:h-72 zoomed:flex-none">
            {measure === 'margin' && deferred.total.margin.amount === null ? (
              <EmptyState icon={CircleHelp} title={t('books.noMargin')} lead={t('books.noMarginWhy')} />
            ) : (
              <LinesChart {...deferred} measure={measure} />
            )}
          </div>
        ) : null}
        {wide || !showsChart ? <LinesTable {...deferred} isBesideChart={showsChart} /> : null}
      </div>
    </section>
  );
}

const wide = window.matchMedia('(min-width: 1680px)');

function listen(changed: () => void): () => void {
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
}

/** Whether a chart and its table have room side by side. */
const useWide = (): boolean => useSyncExternalStore(listen, () => wide.matches);
