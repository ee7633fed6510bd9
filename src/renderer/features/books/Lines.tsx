import { type RefCallback, useCallback, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { BookBy, type NamedLine } from '../../../shared/contract/ledger.ts';
import { groupThousands } from '../../../shared/domain/money.ts';
import type { ReportRow } from '../../../shared/domain/sales-report.ts';
import { plural } from '../../i18n/i18n.ts';
import { useLanguage } from '../../state/settings.ts';
import { useServes } from '../../state/status.ts';
import { classes } from '../../ui/classes.ts';
import { Choice, Select } from '../../ui/Field.tsx';
import { CircleHelp } from '../../ui/icons.tsx';
import { ScrollRegion } from '../../ui/Layout.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { type Days, type Measure, measures, showBooks, useBooksView } from './books-store.ts';
import { type Bar, barsOf, isInTime, ticksOver } from './chart-bars.ts';
import { amountText, lineName, rateText, shortAmount, shortenName } from './report-text.ts';

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
  const choices = useServes('order') ? BookBy.options.filter((value) => value !== 'counter') : BookBy.options;
  const deferred = useDeferredValue(props);
  // One bar compares nothing.
  const hasChart = barsOf(deferred.by, deferred.lines, measure, deferred.days).length > 1;
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
            {measure === 'margin' && deferred.total.margin.amount === null ? (
              <EmptyState icon={CircleHelp} title={t('books.noMargin')} lead={t('books.noMarginWhy')} />
            ) : (
              <LinesChart {...deferred} measure={measure} />
            )}
          </div>
        ) : null}
        {wide || !showsChart ? <LinesTable {...deferred} /> : null}
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
  const visibleColumns = columns.filter((column) => saysSomething(total, column));
  const cell = (line: ReportRow, column: Column): string => cellText(line, column, language) ?? t('common.none');
  return (
    <ScrollRegion label={t('books.table')} className="min-w-0 flex-[1.8] overflow-auto bg-surface">
      <table className="w-full border-separate border-spacing-0 text-small">
        <thead>
          <tr>
            <th scope="col" className={classes(headLook, 'text-left')}>
              {t(`books.by.${by}`)}
            </th>
            {visibleColumns.map((column) => (
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
              {visibleColumns.map((column) => (
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
            {visibleColumns.map((column) => (
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

interface LinesChartProps {
  days: Days;
  by: BookBy;
  lines: readonly NamedLine[];
  measure: Measure;
}

/** Bars: upright where they follow each other in time, lying with their names before them otherwise. */
function LinesChart({ days, by, lines, measure }: LinesChartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const bars = useMemo(() => barsOf(by, lines, measure, days), [by, lines, measure, days]);
  const [pointedKey, setPointedKey] = useState<string | null>(null);
  const [plot, width] = useWidth();
  const nameOf = ({ key, line, rest }: Bar): string =>
    rest > 0 ? t('books.rest', plural(rest)) : lineName(t, by, line ?? { key, name: null }, language);
  const exact = (value: number): string => (measure === 'count' ? groupThousands(value) : (amountText(value) ?? ''));
  const short = (value: number): string => (measure === 'count' ? groupThousands(value) : shortAmount(value, language));
  const [highest] = bars.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0));
  const [lowest] = bars.filter(isBelowZero).toSorted((one, other) => (one.value ?? 0) - (other.value ?? 0));
  const words = [
    t('books.chart', {
      measure: t(`books.measure.${measure}`),
      by: t(`books.by.${by}`),
      most: highest ? nameOf(highest) : '',
      value: exact(highest?.value ?? 0),
    }),
    ...(lowest ? [t('books.chartBelow', { least: nameOf(lowest), value: exact(lowest.value ?? 0) })] : []),
  ].join(' ');

  const upright = isInTime(by);
  const names = bars.map((bar) => shortenName(nameOf(bar)));
  // Names and figures of many narrow bars would overlap: some names are left out, and an axis has the figures.
  const figuresOnBars = !upright || bars.length <= maxWithFigures;
  const namesFit = Math.floor(width / (remOfName * rootSize() * Math.max(...names.map(({ length }) => length + 1))));
  const nameEvery = upright ? Math.ceil(bars.length / Math.max(1, namesFit)) : 1;
  const ticks = ticksOver(bars.map(({ value }) => value ?? 0));
  const [least = 0] = ticks;
  const span = (ticks.at(-1) ?? 0) - least;
  const along = (from: number, to: number) => {
    const [start, length] = [`${((from - least) / span) * 100}%`, `${((to - from) / span) * 100}%`];
    return upright ? { bottom: start, height: length } : { left: start, width: length };
  };
  return (
    <figure aria-label={words} className="absolute inset-0 p-3">
      <div aria-hidden="true" className="relative size-full text-small whitespace-nowrap">
        <div
          ref={plot}
          className={classes(
            'absolute flex',
            upright ? 'top-7 right-6' : 'inset-y-0 right-20 flex-col',
            upright && (figuresOnBars ? 'left-1' : 'left-16'),
            upright ? (lowest ? 'bottom-12' : 'bottom-7') : lowest ? 'left-74' : 'left-60',
          )}
        >
          {ticks.map((tick) => (
            <div
              key={tick}
              style={along(tick, tick)}
              className={classes(
                'absolute',
                upright ? 'inset-x-0 border-b' : 'inset-y-0 border-l',
                tick === 0 ? 'border-line-strong' : 'border-line',
              )}
            >
              {figuresOnBars ? null : <span className="absolute right-full -translate-y-1/2 pr-2">{short(tick)}</span>}
            </div>
          ))}
          {bars.map((bar, place) => (
            <div
              key={bar.key}
              onMouseEnter={() => setPointedKey(bar.key)}
              onMouseLeave={() => setPointedKey(null)}
              className={classes('relative min-h-0 min-w-0 flex-1', bar.key === pointedKey && 'bg-sunken/50')}
            >
              <div
                style={along(Math.min(0, bar.value ?? 0), Math.max(0, bar.value ?? 0))}
                className={classes(
                  'absolute m-auto forced-color-adjust-none',
                  upright ? 'inset-x-[9%] max-w-14 rounded-t-key' : 'inset-y-[9%] max-h-14 rounded-r-key',
                  isBelowZero(bar) ? 'bg-failed' : 'bg-accent',
                )}
              >
                {figuresOnBars && bar.value !== null && (bar.value !== 0 || !upright) ? (
                  <span className={classes('absolute font-semibold', figurePlace(upright, isBelowZero(bar)))}>
                    {short(bar.value)}
                  </span>
                ) : null}
              </div>
              {place % nameEvery === 0 ? (
                <span className={classes('absolute', namePlace(upright, lowest !== undefined))}>{names[place]}</span>
              ) : null}
              {bar.key === pointedKey ? (
                <BarWords
                  bar={bar}
                  name={nameOf(bar)}
                  place={classes(
                    upright ? 'top-0' : place < bars.length / 2 ? 'top-full' : 'bottom-full',
                    upright ? (place < bars.length / 2 ? 'left-full' : 'right-full') : 'left-1/4',
                  )}
                />
              ) : null}
            </div>
          ))}
        </div>
      </div>
    </figure>
  );
}

/** More was corrected than sold. */
const isBelowZero = ({ value }: Bar): boolean => value !== null && value < 0;
const maxWithFigures = 10;
/** The width of a letter of a name, on average. */
const remOfName = 0.5;
const rootSize = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Before the bars, or under them; beyond the figures of negative ones. */
function namePlace(upright: boolean, below: boolean): string {
  if (upright) return classes('top-full left-1/2 -translate-x-1/2', below ? 'pt-6' : 'pt-1');
  return classes('top-1/2 right-full -translate-y-1/2', below ? 'pr-16' : 'pr-2');
}

/** Beyond the end of a bar. */
function figurePlace(upright: boolean, below: boolean): string {
  if (upright) return classes('left-1/2 -translate-x-1/2', below ? 'top-full' : 'bottom-full');
  return classes('top-1/2 -translate-y-1/2', below ? 'right-full pr-1' : 'left-full pl-1');
}

/** The width of an element in pixels, and a ref that it is measured by. */
function useWidth(): [RefCallback<HTMLElement>, number] {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}

interface BarWordsProps {
  bar: Bar;
  name: string;
  /** classes that put it beside its bar */
  place: string;
}

/** A bar's values, beside the pointer or the finger. */
function BarWords({ bar, name, place }: BarWordsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const line = bar.line?.line;
  if (!line) return null;
  const rows = [
    [t('books.turnover'), amountText(line.turnover.amount)],
    [t('books.success'), groupThousands(line.success)],
    [t('books.column.rate'), rateText(line.successRate, language)],
    [t('books.margin'), amountText(line.margin.amount)],
  ] as const;
  return (
    <div
      className={classes(
        'pointer-events-none absolute z-10 rounded-box border border-line-strong bg-surface px-3 py-2',
        place,
      )}
    >
      <p className="font-semibold">{name}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        {rows.map(([term, text]) => (
          <div key={term} className="contents">
            <dt className="text-ink-soft">{term}</dt>
            <dd className="text-right font-semibold">{text ?? t('common.none')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
