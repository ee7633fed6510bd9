import { type RefCallback, useCallback, useMemo, useState } from 'react';
import type { BookBy, NamedLine } from '../../../shared/contract/ledger.ts';
import { plural } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/translation.ts';
import { useLanguage } from '../../state/settings.ts';
import { classes } from '../../ui/classes.ts';
import type { Days, Measure } from './books-store.ts';
import { type Bar, barsOf, drawnValue, isByMonth, isInTime, namedBars, ticksOver } from './chart-bars.ts';
import {
  amountText,
  countText,
  lineName,
  measureText,
  monthStart,
  rateText,
  shortAmount,
  shortenName,
} from './report-text.ts';

interface Props {
  days: Days;
  by: BookBy;
  lines: readonly NamedLine[];
  measure: Measure;
}

/** Bars: upright where they follow each other in time, lying with their names before them otherwise. */
export function LinesChart({ days, by, lines, measure }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const bars = useMemo(() => barsOf(by, lines, measure, days), [by, lines, measure, days]);
  const [pointedKey, setPointedKey] = useState<string | null>(null);
  const [plot, width] = useWidth();
  const nameOf = ({ key, line, rest }: Bar): string =>
    rest > 0 ? t('books.rest', plural(rest)) : lineName(t, by, line ?? { key, name: null }, language);
  const short = (value: number): string =>
    measure === 'count' ? countText(value, language) : shortAmount(value, language);
  const [highest] = bars.toSorted((one, other) => drawnValue(other) - drawnValue(one));
  const [lowest] = bars.filter(isBelowZero).toSorted((one, other) => (one.value ?? 0) - (other.value ?? 0));
  const words = [
    t('books.chart', {
      measure: t(`books.measure.${measure}`),
      by: t(`books.by.${by}`),
      most: highest ? nameOf(highest) : '',
      value: measureText(highest?.value ?? 0, measure, language),
    }),
    ...(lowest
      ? [t('books.chartBelow', { least: nameOf(lowest), value: measureText(lowest.value ?? 0, measure, language) })]
      : []),
  ].join(' ');

  const upright = isInTime(by);
  const names = bars.map((bar) => (isByMonth(by, bars) ? monthStart(bar.key, language) : shortenName(nameOf(bar))));
  // Names and figures of many narrow bars would overlap: some names are left out, and an axis has the figures.
  const figuresOnBars = !upright || bars.length <= maxWithFigures;
  const namesFit = Math.floor(width / (remOfName * rootSize() * Math.max(...names.map(({ length }) => length + 1))));
  const named = namedBars(by, bars, upright ? namesFit : bars.length);
  const ticks = ticksOver(bars.map(drawnValue));
  const [least = 0] = ticks;
  const span = (ticks.at(-1) ?? 0) - least;
  const along = (from: number, to: number) => {
    const [start, length] = [`${((from - least) / span) * 100}%`, `${((to - from) / span) * 100}%`];
    return upright ? { bottom: start, height: length } : { left: start, width: length };
  };
  return (
    <figure aria-label={words} className="@container absolute inset-0 p-3">
      <div aria-hidden="true" className="relative size-full text-small whitespace-nowrap">
        <div
          ref={plot}
          className={classes(
            'absolute flex',
            upright ? 'top-7 right-6' : 'inset-y-0 right-20 flex-col',
            upright && (figuresOnBars ? 'left-1' : 'left-16'),
            upright
              ? lowest
                ? 'bottom-12'
                : 'bottom-7'
              : lowest
                ? 'left-[calc(min(15rem,40cqw)+3.5rem)]'
                : 'left-[min(15rem,40cqw)]',
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
                style={along(Math.min(0, drawnValue(bar)), Math.max(0, drawnValue(bar)))}
                className={classes(
                  'absolute m-auto forced-color-adjust-none',
                  upright ? 'inset-x-[9%] max-w-14 rounded-t-key' : 'inset-y-[9%] max-h-14 rounded-r-key',
                  isBelowZero(bar) ? 'bg-failed' : 'bg-accent',
                )}
              >
                {figuresOnBars && (bar.value || !upright) ? (
                  <span
                    className={classes(
                      'absolute font-semibold forced-color-adjust-auto',
                      figurePlace(upright, isBelowZero(bar)),
                    )}
                  >
                    {bar.value === null ? t('common.none') : short(bar.value)}
                  </span>
                ) : null}
              </div>
              {named.has(place) ? (
                <span className={classes('absolute', namePlace(upright, lowest !== undefined))}>{names[place]}</span>
              ) : null}
              {bar.key === pointedKey ? (
                <BarWords
                  bar={bar}
                  measure={measure}
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
  // In two lines where there is no room for one: packages of one operator differ at their ends.
  return classes(
    'top-1/2 right-full line-clamp-2 w-max max-w-[min(15rem,40cqw)] -translate-y-1/2 text-right leading-4 whitespace-normal',
    below ? 'pr-16' : 'pr-2',
  );
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
  measure: Measure;
  name: string;
  /** classes that put it beside its bar */
  place: string;
}

/** A bar's values, beside the pointer or the finger. */
function BarWords({ bar, measure, name, place }: BarWordsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const line = bar.line?.line;
  const rows = line
    ? ([
        [t('books.turnover'), amountText(line.turnover.amount)],
        [t('books.success'), countText(line.success, language)],
        [t('books.column.rate'), rateText(line.successRate, language)],
        [t('books.margin'), amountText(line.margin.amount)],
      ] as const)
    : [];
  return (
    <div
      className={classes(
        'pointer-events-none absolute z-10 rounded-box border border-line-strong bg-surface px-3 py-2',
        place,
      )}
    >
      <p className="font-semibold">{name}</p>
      {line ? null : <p>{bar.rest > 0 ? measureText(bar.value, measure, language) : t('books.noSales')}</p>}
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
