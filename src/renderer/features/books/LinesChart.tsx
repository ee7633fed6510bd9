import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  BarChart,
  Bar as Bars,
  CartesianGrid,
  LabelList,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import type { BookBy, NamedLine } from '../../../shared/contract/ledger.ts';
import { groupThousands } from '../../../shared/domain/money.ts';
import { plural } from '../../i18n/i18n.ts';
import { useLanguage } from '../../state/settings.ts';
import type { Days, Measure } from './books-store.ts';
import { type Bar, barsOf, isInTime } from './chart-bars.ts';
import { amountText, inLittleRoom, lineName, rateText, shortAmount } from './report-text.ts';

interface Props {
  days: Days;
  by: BookBy;
  lines: readonly NamedLine[];
  measure: Measure;
}

/** Bars: upright where they follow each other in time, lying with their names before them otherwise. */
export default function LinesChart({ days, by, lines, measure }: Props) {
  const { t } = useTranslation();
  const language = useLanguage();
  const bars = useMemo(() => barsOf(by, lines, measure, days), [by, lines, measure, days]);
  const nameOf = (key: unknown): string => {
    const bar = bars.find((each) => each.key === key);
    if (!bar) return '';
    return bar.rest > 0
      ? t('books.rest', plural(bar.rest))
      : lineName(t, by, bar.line ?? { key: bar.key, name: null }, language);
  };
  const upright = isInTime(by);
  // Figures over many narrow bars would run into each other: the axis says them then.
  const figuresOnBars = !upright || bars.length <= mostWithFigures;
  const exact = (value: number): string => (measure === 'count' ? groupThousands(value) : (amountText(value) ?? ''));
  const short = (value: unknown): string => {
    if (typeof value !== 'number' || (value === 0 && upright)) return '';
    return measure === 'count' ? groupThousands(value) : shortAmount(value, language);
  };
  const [highest] = bars.toSorted((one, other) => (other.value ?? 0) - (one.value ?? 0));
  const [lowest] = bars.filter(isBelowZero).toSorted((one, other) => (one.value ?? 0) - (other.value ?? 0));
  const below = lowest !== undefined;
  const words = [
    t('books.chart', {
      measure: t(`books.measure.${measure}`),
      by: t(`books.by.${by}`),
      most: nameOf(highest?.key),
      value: exact(highest?.value ?? 0),
    }),
    ...(lowest ? [t('books.chartBelow', { least: nameOf(lowest.key), value: exact(lowest.value ?? 0) })] : []),
  ].join(' ');
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  const names = {
    dataKey: 'key',
    type: 'category',
    tickFormatter: (key: unknown) => inLittleRoom(nameOf(key)),
    tickLine: false,
    stroke: 'var(--line-strong)',
  } as const;
  return (
    <figure aria-label={words} className="absolute inset-0 p-3">
      <div aria-hidden="true" className="size-full">
        <ResponsiveContainer width="100%" height="100%">
          <BarChart
            data={bars.map((bar) => ({ ...bar, fill: isBelowZero(bar) ? 'var(--failed)' : 'var(--accent)' }))}
            layout={upright ? 'horizontal' : 'vertical'}
            accessibilityLayer={false}
            margin={upright ? { top: 1.75 * rem, right: 4, bottom: 0, left: 4 } : { top: 0, right: 5 * rem, bottom: 0 }}
            barCategoryGap="18%"
          >
            <CartesianGrid horizontal={upright} vertical={!upright} stroke="var(--line)" />
            {upright ? (
              <XAxis {...names} tick={letters} height={1.75 * rem} minTickGap={0.5 * rem} />
            ) : (
              <XAxis type="number" hide padding={{ left: below ? 3.5 * rem : 0 }} />
            )}
            {upright ? (
              <YAxis
                type="number"
                hide={figuresOnBars}
                width={figuresOnBars ? 0 : 3.75 * rem}
                tick={letters}
                tickFormatter={short}
                tickLine={false}
                axisLine={false}
                padding={{ bottom: below && figuresOnBars ? 1.5 * rem : 0 }}
              />
            ) : (
              <YAxis {...names} tick={letters} width={15 * rem} interval={0} />
            )}
            {below ? <ReferenceLine {...(upright ? { y: 0 } : { x: 0 })} stroke="var(--line-strong)" /> : null}
            <Tooltip isAnimationActive={false} cursor={pointed} content={<BarWords bars={bars} nameOf={nameOf} />} />
            <Bars
              dataKey="value"
              fill="var(--accent)"
              radius={upright ? [4, 4, 0, 0] : [0, 4, 4, 0]}
              maxBarSize={3.5 * rem}
              isAnimationActive={false}
            >
              {figuresOnBars ? (
                <LabelList
                  {...letters}
                  dataKey="value"
                  position={upright ? 'top' : 'right'}
                  formatter={short}
                  fontWeight={600}
                />
              ) : null}
            </Bars>
          </BarChart>
        </ResponsiveContainer>
      </div>
    </figure>
  );
}

/** More was corrected than sold. */
const isBelowZero = ({ value }: Bar): boolean => value !== null && value < 0;
const mostWithFigures = 10;
const letters = { fill: 'var(--ink)', fontSize: '0.875rem' } as const;
const pointed = { fill: 'var(--sunken)' } as const;

interface BarWordsProps {
  bars: readonly Bar[];
  nameOf: (key: unknown) => string;
  /** given by the chart: the bar's key */
  label?: unknown;
}

/** What a bar stands for, beside the pointer or the finger. */
function BarWords({ bars, nameOf, label }: BarWordsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const line = bars.find((bar) => bar.key === label)?.line?.line;
  if (!line) return null;
  const rows = [
    [t('books.turnover'), amountText(line.turnover.amount)],
    [t('books.success'), groupThousands(line.success)],
    [t('books.column.rate'), rateText(line.successRate, language)],
    [t('books.margin'), amountText(line.margin.amount)],
  ] as const;
  return (
    <div className="rounded-box border border-line-strong bg-surface px-3 py-2 text-small">
      <p className="font-semibold">{nameOf(label)}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4">
        {rows.map(([name, text]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="text-right font-semibold">{text ?? t('common.none')}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
