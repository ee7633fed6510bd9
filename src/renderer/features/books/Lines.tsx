import { CircleHelp } from 'lucide-react';
import { useDeferredValue, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { BookBy, type NamedLine } from '../../../shared/contract/ledger.ts';
import { groupThousands } from '../../../shared/domain/money.ts';
import type { ReportRow } from '../../../shared/domain/sales-report.ts';
import { useLanguage } from '../../state/settings.ts';
import { useIsOffice } from '../../state/status.ts';
import { classes } from '../../ui/classes.ts';
import { Choice, Select } from '../../ui/Field.tsx';
import { ScrollRegion } from '../../ui/Layout.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { type Days, measures, showBooks, useBooksView } from './books-store.ts';
import { barsOf } from './chart-bars.ts';
import { LinesChart } from './LinesChart.tsx';
import { lineName, rateText } from './report-text.ts';

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
  const wide = useWide();
  const choices = useIsOffice() ? BookBy.options : BookBy.options.filter((value) => value !== 'counter');
  const shown = useDeferredValue(props);
  // One bar compares nothing.
  const hasChart = barsOf(shown.by, shown.lines, measure, shown.days).length > 1;
  const showsChart = hasChart && (wide || as === 'chart');
  return (
    <section aria-label={t('books.lines')} className="flex min-h-64 flex-1 flex-col gap-3">
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
        <span className="flex-1" />
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
            {measure === 'margin' && shown.total.margin.amount === null ? (
              <EmptyState icon={CircleHelp} title={t('books.noMargin')} lead={t('books.noMarginWhy')} />
            ) : (
              <LinesChart {...shown} measure={measure} />
            )}
          </div>
        ) : null}
        {wide || !showsChart ? <LinesTable {...shown} /> : null}
      </div>
    </section>
  );
}

interface LinesTableProps {
  by: BookBy;
  lines: readonly NamedLine[];
  total: ReportRow;
}

const columns = ['count', 'rate', 'turnover', 'price', 'margin', 'without', 'open', 'cash', 'toReturn'] as const;
type Column = (typeof columns)[number];

/** The figures of a chart, and those that it has no room for. It scrolls with the arrow keys too. */
function LinesTable({ by, lines, total }: LinesTableProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const shown = columns.filter((column) => saysSomething(total, column));
  const cell = (line: ReportRow, column: Column): string => cellText(line, column, language) ?? t('common.none');
  return (
    <ScrollRegion label={t('books.table')} className="min-w-0 flex-[1.8] overflow-auto bg-surface">
      <table className="w-full border-separate border-spacing-0 text-small">
        <thead>
          <tr>
            <th scope="col" className={classes(headLook, 'text-left')}>
              {t(`books.by.${by}`)}
            </th>
            {shown.map((column) => (
              <th key={column} scope="col" className={classes(headLook, 'text-right')}>
                {t(`books.column.${column}`)}
                {counted.has(column) ? null : <span className="block font-normal text-ink-soft">Rp</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.key}>
              <th scope="row" className="border-b border-line px-2 py-2 text-left font-medium min-w-24">
                {lineName(t, by, line, language)}
              </th>
              {shown.map((column) => (
                <td key={column} className="border-b border-line px-2 py-2 text-right whitespace-nowrap">
                  {cell(line.line, column)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={classes(footLook, 'text-left')}>
              {t('books.total')}
            </th>
            {shown.map((column) => (
              <td key={column} className={classes(footLook, 'text-right whitespace-nowrap')}>
                {cell(total, column)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  );
}

const headLook = 'sticky top-0 border-b border-line-strong bg-surface px-2 py-2 align-bottom font-semibold';
const footLook = 'sticky bottom-0 border-t border-line-strong bg-surface px-2 py-2 font-semibold';

/** Columns that are no rupiah. */
const counted: ReadonlySet<Column> = new Set(['count', 'rate', 'without']);

/** A column that holds nothing in any line takes no room from the others. */
function saysSomething(total: ReportRow, column: Column): boolean {
  switch (column) {
    case 'without':
      return total.margin.without > 0;
    case 'open':
      return total.unresolved.amount !== 0;
    case 'cash':
      return total.cash !== null;
    case 'toReturn':
      return (total.cash?.toReturn ?? 0) !== 0;
    case 'count':
    case 'rate':
    case 'turnover':
    case 'price':
    case 'margin':
      return true;
  }
}

const amount = (rupiah: number | null): string | null => (rupiah === null ? null : groupThousands(rupiah));

function cellText(line: ReportRow, column: Column, language: 'id' | 'en'): string | null {
  switch (column) {
    case 'count':
      return groupThousands(line.count);
    case 'rate':
      return rateText(line.successRate, language);
    case 'turnover':
      return amount(line.turnover.amount);
    case 'price':
      return amount(line.price.amount);
    case 'margin':
      return amount(line.margin.amount);
    case 'without':
      return groupThousands(line.margin.without);
    case 'open':
      return amount(line.unresolved.amount);
    case 'cash':
      return amount(line.cash?.expected ?? null);
    case 'toReturn':
      return amount(line.cash?.toReturn ?? null);
  }
}

const wide = window.matchMedia('(min-width: 1536px)');

function listen(changed: () => void): () => void {
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
}

/** Whether a chart and its table have room side by side. */
const useWide = (): boolean => useSyncExternalStore(listen, () => wide.matches);
